from __future__ import annotations

import pytest

from headwater.actors.domain.page_doi import page_doi


@pytest.mark.parametrize(
    ("citation", "url", "text", "doi"),
    [
        ({"citation_doi": "doi:10.1/x"}, "", "", ""),
        ({"citation_doi": "10.1000/xyz"}, "https://a.test/doi/10.2000/no", "", "10.1000/xyz"),
        ({}, "https://www.nejm.org/doi/full/10.1056/NEJMoa2034577", "", "10.1056/NEJMoa2034577"),
        ({}, "https://a.test/doi/10.1021/abc.123/full", "", "10.1021/abc.123"),
        ({}, "https://doi.org/10.1000%2Fxyz", "", "10.1000/xyz"),
        ({}, "https://a.test/p", "Title\n\ndoi:10.1000/front.1.\n\nText", "10.1000/front.1"),
        ({}, "https://a.test/p", "Title\n\n## References\n\ndoi:10.1000/other", ""),
        ({}, "https://a.test/p", "x" * 5_000 + " doi:10.1000/late", ""),
        ({}, "https://a.test/p", "10.1000/unlabelled", ""),
        ({}, "http://[bad/10.1000/x", "", ""),
    ],
)
def test_a_page_declares_its_doi_in_tags_address_or_front_matter(
    citation: dict[str, str], url: str, text: str, doi: str
) -> None:
    assert page_doi(citation, url, text) == doi
