from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.search.lens_file import BadLens, read_lens
from headwater.actors.domain.search.lenses import (
    batches,
    lens_named,
    merged,
    narrowed,
    with_sites,
    within,
)
from headwater.actors.messages.lenses import Lens, Lenses
from headwater.actors.messages.search import Query
from headwater.kernel.faults import BadInput


@given(
    st.lists(st.text("abc.", min_size=1, max_size=30)),
    st.integers(1, 10),
    st.integers(40, 400),
)
def test_all_sites_are_searched_in_queries_that_fit(sites: list[str], most: int, room: int) -> None:
    groups = batches(sites, most, room)
    assert [site for group in groups for site in group] == sites
    assert all(len(group) <= most for group in groups)
    assert all(len(with_sites("", group)) <= room + 10 for group in groups)


@pytest.mark.parametrize(
    ("sites", "query"),
    [
        ((), "rivers"),
        (("a.org",), "rivers site:a.org"),
        (("a.org", "b.org/x"), "rivers (site:a.org OR site:b.org/x)"),
    ],
)
def test_sites_become_operators(sites: tuple[str, ...], query: str) -> None:
    assert with_sites("rivers", sites) == query


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("https://a.org/", True),
        ("https://www.a.org/x", True),
        ("https://sub.a.org:8443/x", True),
        ("https://nota.org/", False),
        ("https://a.org.evil.example/", False),
        ("https://evil.example/a.org", False),
        ("https://b.org/news", True),
        ("https://b.org/news/1?x=2", True),
        ("https://b.org/newsletter", False),
        ("https://b.org/", False),
        ("https://b.org/NEWS/1", True),
        ("not an address", False),
    ],
)
def test_a_result_is_within_by_its_host_and_path(url: str, *, inside: bool) -> None:
    assert within(url, ("a.org", "b.org/news")) is inside


def test_results_of_several_queries_take_turns_and_come_once() -> None:
    lists = [["a", "b", "c"], ["d", "a"], []]
    assert merged(lists, key=str, most=4) == ["a", "d", "b", "c"]
    assert merged([], key=str, most=4) == []


def test_a_lens_fills_the_fields_of_a_query() -> None:
    lens = Lens("x", "", domains=("a.org",), cx="12", goggle="https://g.example/x")
    query = narrowed(Query("rivers"), lens)
    assert (query.sites, query.engine, query.goggle) == (("a.org",), "12", "https://g.example/x")


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
