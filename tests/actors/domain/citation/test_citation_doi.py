from __future__ import annotations

import pytest

from headwater.actors.domain.citation.doi import doi_link, doi_of_link, find_doi


@pytest.mark.parametrize(
    ("written", "doi"),
    [
        ("10.1038/nature12373", "10.1038/nature12373"),
        ("doi:10.1038/nature12373", "10.1038/nature12373"),
        ("DOI: 10.1038/nature12373.", "10.1038/nature12373"),
        ("https://doi.org/10.1038/nature12373", "10.1038/nature12373"),
        ("http://dx.doi.org/10.1038/nature12373", "10.1038/nature12373"),
        ("HTTPS://DOI.ORG/10.1038/NATURE12373", "10.1038/NATURE12373"),
        ("https://doi.org/10.1038%2Fnature12373?utm_source=x", "10.1038/nature12373"),
        ("https://doi.org/10.1038/nature12373#abstract", "10.1038/nature12373"),
        ("(10.1038/nature12373),", "10.1038/nature12373"),
        ("<10.1038/nature12373>", "10.1038/nature12373"),
        ("10.1016/S0140-6736(05)67728-8", "10.1016/S0140-6736(05)67728-8"),
        ("(see 10.1016/S0140-6736(05)67728-8)", "10.1016/S0140-6736(05)67728-8"),
        (
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
        ),
        ("10.1000.10/123", "10.1000.10/123"),
        ("10.1234/a%0AER", "10.1234/a"),
        ("", ""),
        ("nature12373", ""),
        ("10.1/x", ""),
        ("10.1038/", ""),
        ("110.1038/x", ""),
        ("arXiv:1706.03762", ""),
    ],
)
def test_a_doi_is_found_bare_in_every_form(written: str, doi: str) -> None:
    assert find_doi(written) == doi


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1038/nature12373", "10.1038/nature12373"),
        ("https://www.doi.org/10.1038/nature12373", "10.1038/nature12373"),
        ("https://example.com/10.1038/nature12373", ""),
        ("https://doi.org.example.com/10.1038/nature12373", ""),
    ],
)
def test_only_a_link_to_the_resolver_gives_its_doi(url: str, doi: str) -> None:
    assert doi_of_link(url) == doi


def test_a_link_encodes_what_an_address_cannot_hold() -> None:
    assert doi_link("10.1038/x<1>%#?") == "https://doi.org/10.1038/x%3C1%3E%25%23%3F"
