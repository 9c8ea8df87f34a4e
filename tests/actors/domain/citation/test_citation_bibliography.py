from __future__ import annotations

import json
import random
import re
import time
import unicodedata
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.citation.bibliography import (
    Bibliography,
    Remark,
    Style,
    write_bibliography,
)
from headwater.actors.domain.citation.reference import Source

STYLES: tuple[Style, ...] = get_args(Style)
TEXT_STYLES: tuple[Style, ...] = ("apa", "mla", "chicago", "vancouver", "ieee")
SIGNIFICANT = "{}\\\"%$#_~^&;,.:'’()[]<>@|/-– \n\r\t\x00\u2028\u202eABab19é王"  # noqa: RUF001
VALUES = st.text(max_size=60) | st.text(SIGNIFICANT, max_size=60)
SOURCES = st.builds(
    Source,
    url=VALUES | st.just("https://example.com/page"),
    title=VALUES,
    author=VALUES | st.just("Doe, Jane and World Health Organization et al."),
    site=VALUES,
    date=VALUES | st.dates().map(str),
    doi=VALUES | st.just("10.1234/x"),
    accessed=VALUES,
)


def records(written: Bibliography, style: Style) -> list[str]:
    if style == "csl-json":
        return [json.dumps(item) for item in json.loads(written.text)]
    return written.text.split("\n\n") if written.text else []


@given(st.lists(SOURCES, max_size=6), st.sampled_from(STYLES))
def test_any_text_in_any_field_gives_whole_records(sources: list[Source], style: Style) -> None:
    written = write_bibliography(sources, style)
    assert len(records(written, style)) == written.entries
    assert written.entries + len(written.skipped) == len(sources)
    assert write_bibliography(sources, style) == written
    for char in written.text.replace("\n", ""):
        assert unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}
        assert char not in "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@given(st.lists(SOURCES, max_size=6), st.sampled_from(TEXT_STYLES))
def test_an_entry_of_a_text_style_is_one_line(sources: list[Source], style: Style) -> None:
    for entry in records(write_bibliography(sources, style), style):
        assert "\n" not in entry


@given(st.lists(SOURCES, max_size=6))
def test_every_line_of_ris_is_a_tag_or_blank(sources: list[Source]) -> None:
    written = write_bibliography(sources, "ris")
    lines = written.text.split("\n") if written.text else []
    for line in lines:
        assert not line or re.match(r"[A-Z0-9]{2}  - ", line)
    assert sum(line.startswith("TY  - ") for line in lines) == written.entries
    assert lines.count("ER  - ") == written.entries


@given(st.lists(SOURCES, max_size=6))
def test_bibtex_braces_balance_and_keys_are_single(sources: list[Source]) -> None:
    written = write_bibliography(sources, "bibtex")
    for entry in records(written, "bibtex"):
        assert entry.count("{") == entry.count("}")
    keys = re.findall(r"^@[a-z]+\{([a-z0-9]+),$", written.text, re.MULTILINE)
    assert len(set(keys)) == written.entries
    assert keys == sorted(keys)


@given(st.lists(SOURCES, max_size=6))
def test_csl_items_hold_only_what_the_format_knows(sources: list[Source]) -> None:
    known = {"id", "type", "title", "author", "issued", "container-title", "DOI", "URL"}
    for item in json.loads(write_bibliography(sources, "csl-json").text):
        assert {"id", "type", "URL"} <= set(item) <= known
        assert all(list(author) == ["literal"] for author in item.get("author", []))
        assert all(
            isinstance(part, int) for part in item.get("issued", {}).get("date-parts", [[]])[0]
        )


@given(st.lists(SOURCES, max_size=6, unique_by=lambda source: source.url), st.randoms())
def test_the_order_of_the_input_does_not_change_the_text(
    sources: list[Source], chance: random.Random
) -> None:
    mixed = list(sources)
    chance.shuffle(mixed)
    urls = {" ".join(source.url.split()) for source in sources}
    if len(urls) == len(sources):
        for style in STYLES:
            kept = write_bibliography(sources, style)
            if kept.entries == len(sources):
                assert write_bibliography(mixed, style).text == kept.text


def test_text_styles_are_alphabetical_and_numbered_after_that() -> None:
    sources = [
        Source(url="https://example.com/1", title="Zebras", author="Öberg, Anna"),
        Source(url="https://example.com/2", title="The apple"),
        Source(url="https://example.com/3", title="Lions", author="adams, Bo"),
    ]
    firsts = [entry.split()[0] for entry in records(write_bibliography(sources, "mla"), "mla")]
    assert firsts == ["adams,", "Öberg,", "“The"]
    numbered = write_bibliography(sources, "vancouver").text
    assert [line.split()[:2] for line in numbered.split("\n\n")] == [
        ["1.", "adams"],
        ["2.", "Öberg"],
        ["3.", "The"],
    ]
    assert write_bibliography(sources, "ieee").text.startswith("[1] A. Öberg.")


def test_the_first_of_each_url_is_kept_and_the_rest_is_accounted_for() -> None:
    sources = [
        Source(url="https://example.com/1", title="First"),
        Source(url=" "),
        Source(url="https://example.com/1 ", title="Second"),
    ]
    written = write_bibliography(sources, "apa")
    assert written.text == "First. (n.d.). example.com. https://example.com/1"
    assert written.entries == 1
    assert written.skipped == (Remark(1, "no url"), Remark(2, "same url as sources[0]"))


@pytest.mark.parametrize(
    ("known", "style", "note"),
    [
        ({"doi": "not a doi"}, "apa", "doi not recognised, left out"),
        ({"date": "last week"}, "apa", "date not recognised, left out"),
        ({"date": "5/6/2024"}, "apa", "only the year of date was clear"),
        ({"accessed": "today"}, "apa", "accessed not recognised, left out"),
        ({"author": "https://example.com/me"}, "apa", "author is not a name, left out"),
        (
            {"author": "Doe, J., et al."},
            "ris",
            "the author list ends in et al., which this format cannot say",
        ),
    ],
)
def test_a_value_that_is_left_out_is_named(known: dict[str, str], style: Style, note: str) -> None:
    written = write_bibliography([Source(url="https://example.com/", **known)], style)
    assert written.notes == (Remark(0, note),)


def test_two_addresses_of_one_doi_are_both_kept_and_noted() -> None:
    sources = [
        Source(url="https://example.com/1", doi="10.1234/X"),
        Source(url="https://example.com/2", doi="10.1234/x"),
    ]
    written = write_bibliography(sources, "bibtex")
    assert written.entries == 2
    assert written.notes == (Remark(1, "same doi as sources[0]"),)


def test_formats_for_reference_managers_leave_out_the_day_of_reading() -> None:
    page = Source(url="https://example.com/", title="T", accessed="2024-06-01")
    formats: tuple[Style, ...] = ("bibtex", "ris", "csl-json")
    for style in formats:
        assert "2024" not in write_bibliography([page], style).text


@pytest.mark.slow
@pytest.mark.parametrize(
    "author",
    ["a;" * 1000, "a," * 1000, "a b " * 500, "(" * 2000, "@" * 2000, "A." * 1000, "et al " * 333],
)
def test_the_work_grows_with_the_text_and_not_faster(author: str) -> None:
    half = [
        Source(url=f"https://example.com/{at}", author=author[: len(author) // 2])
        for at in range(40)
    ]
    whole = [Source(url=f"https://example.com/{at}", author=author) for at in range(40)]
    assert _seconds(whole) < 4 * _seconds(half) + 0.02


def _seconds(sources: list[Source]) -> float:
    """The best of three, because other programs run too."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        write_bibliography(sources, "apa")
        times.append(time.perf_counter() - start)
    return min(times)
