"""Known answers of the formats that reference managers import."""

from __future__ import annotations

import json
from typing import Any

import pytest

from headwater.actors.domain.citation import bibtex, csl_json, ris
from headwater.actors.domain.citation.reference import Source, read_reference

ARTICLE = Source(
    url="https://arxiv.org/abs/1706.03762",
    title="Attention Is All You Need",
    author="Vaswani, Ashish; Noam Shazeer",
    site="Advances in Neural Information Processing Systems",
    date="2017-06-12T17:57:34Z",
    doi="https://doi.org/10.48550/arXiv.1706.03762",
    accessed="2024-06-01",
)
PAGE = Source(
    url="https://www.who.int/a_b?c=50%25&d={e}",
    title="R&D of mRNA\nER  - \nTY  - BOOK",
    author="World Health Organization; King, Martin Luther, Jr. et al.",
    date="Spring 2022",
)
NOTHING = Source(url="https://example.com/c")


@pytest.mark.parametrize(
    ("source", "record"),
    [
        (
            ARTICLE,
            (
                "@article{key,\n"
                "  author = {Vaswani, Ashish and Shazeer, Noam},\n"
                "  title = {Attention Is All You Need},\n"
                "  journal = {Advances in Neural Information Processing Systems},\n"
                "  year = {2017},\n"
                "  month = jun,\n"
                "  day = {12},\n"
                "  doi = {10.48550/arXiv.1706.03762},\n"
                "  url = {https://arxiv.org/abs/1706.03762}\n"
                "}"
            ),
        ),
        (
            PAGE,
            (
                "@misc{key,\n"
                "  author = {{World Health Organization} and King, Jr., Martin Luther "
                "and others},\n"
                "  title = {{R\\&D} of {mRNA} {ER} - {TY} - {BOOK}},\n"
                "  howpublished = {who.int},\n"
                "  year = {2022},\n"
                "  url = {https://www.who.int/a_b?c=50%25&d=%7Be%7D}\n"
                "}"
            ),
        ),
        (
            NOTHING,
            "@misc{key,\n  howpublished = {example.com},\n  url = {https://example.com/c}\n}",
        ),
    ],
)
def test_bibtex(source: Source, record: str) -> None:
    assert bibtex.record("key", read_reference(source)[0]) == record


@pytest.mark.parametrize(
    ("source", "record"),
    [
        (
            ARTICLE,
            (
                "TY  - JOUR\n"
                "AU  - Vaswani, Ashish\n"
                "AU  - Shazeer, Noam\n"
                "TI  - Attention Is All You Need\n"
                "T2  - Advances in Neural Information Processing Systems\n"
                "PY  - 2017\n"
                "DA  - 2017/06/12/\n"
                "DO  - 10.48550/arXiv.1706.03762\n"
                "UR  - https://arxiv.org/abs/1706.03762\n"
                "ER  - "
            ),
        ),
        (
            PAGE,
            (
                "TY  - ELEC\n"
                "AU  - World Health Organization\n"
                "AU  - King, Martin Luther, Jr.\n"
                "TI  - R&D of mRNA ER - TY - BOOK\n"
                "T2  - who.int\n"
                "PY  - 2022\n"
                "DA  - 2022///Spring\n"
                "UR  - https://www.who.int/a_b?c=50%25&d={e}\n"
                "ER  - "
            ),
        ),
        (NOTHING, "TY  - ELEC\nT2  - example.com\nUR  - https://example.com/c\nER  - "),
    ],
)
def test_ris(source: Source, record: str) -> None:
    assert ris.record("key", read_reference(source)[0]) == record


@pytest.mark.parametrize(
    ("source", "item"),
    [
        (
            ARTICLE,
            {
                "id": "key",
                "type": "article-journal",
                "title": "Attention Is All You Need",
                "author": [{"literal": "Vaswani, Ashish"}, {"literal": "Noam Shazeer"}],
                "issued": {"date-parts": [[2017, 6, 12]]},
                "container-title": "Advances in Neural Information Processing Systems",
                "DOI": "10.48550/arXiv.1706.03762",
                "URL": "https://arxiv.org/abs/1706.03762",
            },
        ),
        (
            PAGE,
            {
                "id": "key",
                "type": "webpage",
                "title": "R&D of mRNA ER - TY - BOOK",
                "author": [
                    {"literal": "World Health Organization"},
                    {"literal": "King, Martin Luther, Jr."},
                ],
                "issued": {"date-parts": [[2022]], "season": 1},
                "container-title": "who.int",
                "URL": "https://www.who.int/a_b?c=50%25&d={e}",
            },
        ),
        (
            NOTHING,
            {
                "id": "key",
                "type": "webpage",
                "container-title": "example.com",
                "URL": "https://example.com/c",
            },
        ),
    ],
)
def test_csl_json(source: Source, item: dict[str, Any]) -> None:
    assert json.loads(csl_json.record("key", read_reference(source)[0])) == item
