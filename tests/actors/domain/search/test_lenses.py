from __future__ import annotations

import pytest

from headwater.actors.domain.search.lens_file import BadLens, read_lens
from headwater.actors.domain.search.lenses import lens_named
from headwater.actors.messages.lenses import Lens, Lenses
from headwater.kernel.faults import BadInput


def test_an_unknown_lens_is_answered_with_those_there_are() -> None:
    known = Lenses(
        {"academic": Lens("academic", ""), "news": Lens("news", "")}, ("mine.toml: bad",)
    )
    assert lens_named(" News ", known).name == "news"
    with pytest.raises(BadInput, match="academic, or another of academic, news"):
        lens_named("academics", known)
    with pytest.raises(BadInput, match=r"mine\.toml: bad"):
        lens_named("mine", known)


def test_a_lens_is_named_for_its_file_and_its_domains_are_cleaned() -> None:
    lens = read_lens({"domains": ["WWW.Example.org/News/", "a.org", "a.org"]}, "Mine")
    assert (lens.name, lens.domains) == ("mine", ("example.org/News", "a.org"))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "give domains, cx or goggle"),
        ({"domain": ["a.org"]}, "did you mean domains"),
        ({"colour": "red"}, "there are name, description"),
        ({"domains": ["https://a.org"]}, "without https://"),
        ({"domains": ["a b.org"]}, "host or host/path"),
        ({"domains": ["localhost"]}, "host or host/path"),
        ({"domains": [5]}, "host or host/path"),
        ({"domains": "a.org"}, "a list of texts"),
        ({"goggle": "http://g.example/x"}, "https address"),
        ({"cx": 5}, "a text in quotes"),
        ({"name": "My Lens", "cx": "1"}, "small letters"),
        ({"domains": ["a.org"] * 501}, "500 are the most"),
    ],
)
def test_a_wrong_lens_file_is_told_what_to_write(table: dict[str, object], said: str) -> None:
    with pytest.raises(BadLens, match=said):
        read_lens(table, "mine")
