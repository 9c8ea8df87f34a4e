from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.search.sift import (
    address,
    is_on,
    merge,
    merge_pictures,
    sift,
    unproven,
)
from headwater.actors.messages.search import Hit, Picture, Query

NOW = 1_790_000_000.0  # 21 September 2026


def hit(url: str, **more: str) -> Hit:
    return Hit(more.pop("title", "t"), url, **more)  # type: ignore[arg-type]


def test_lists_are_merged_in_turn_and_each_page_is_there_once() -> None:
    first = [hit("https://a.org/1?utm_source=x#top"), hit("https://a.org/2")]
    second = [hit("http://www.a.org/1"), hit("https://b.org/"), hit("javascript:alert(1)")]
    urls = [found.url for found in merge([first, second])]
    assert urls == ["https://a.org/1", "https://a.org/2", "https://b.org/"]


def test_only_links_are_given_as_links() -> None:
    small = ("data:image/png;base64,AA", "//a.org/t.png", "https://a.org/t.png", "/t.png")
    hits = [hit(f"https://a.org/{n}", thumbnail=link) for n, link in enumerate(small)]
    shown = [found.thumbnail for found in merge([hits])]
    assert shown == ["", "https://a.org/t.png", "https://a.org/t.png", ""]
    (picture,) = merge_pictures([[Picture("t", "https://a.org/1.png", "data:x", "//a.org/t.png")]])
    assert (picture.page, picture.thumbnail) == ("", "https://a.org/t.png")


def test_pictures_are_merged_too() -> None:
    shots = [Picture("t", "https://a.org/1.png"), Picture("u", "https://a.org/1.png#x")]
    assert [shot.title for shot in merge_pictures([shots, [Picture("v", "data:x")]])] == ["t"]


@pytest.mark.parametrize(
    ("url", "site", "expected"),
    [
        ("https://a.org/x", "a.org", True),
        ("https://www.a.org/x", "a.org", True),
        ("https://deep.down.a.org/", "a.org", True),
        ("https://nota.org/", "a.org", False),
        ("https://a.org.evil.example/", "a.org", False),
        ("https://a.org/docs/x?y", "a.org/docs", True),
        ("https://a.org/docs", "a.org/docs/", True),
        ("https://a.org/docsearch", "a.org/docs", False),
        ("https://a.org/", "www.a.org", True),
        ("nonsense", "a.org", False),
    ],
)
def test_a_page_is_on_a_site(url: str, site: str, expected: object) -> None:
    assert is_on(url, [site]) is expected


def test_what_does_not_fit_is_sifted_out() -> None:
    old = hit("https://a.org/old", published="2020-01-01T00:00:00Z")
    new = hit("https://a.org/new", published="2026-09-21T00:00:00Z", language="de-AT")
    bare = hit("https://a.org/bare", snippet="about an oak tree")
    assert sift([old, new, bare], Query("", time_range="week"), NOW) == [new, bare]
    assert sift([old, new, bare], Query("", exclude_terms="OAK"), NOW) == [old, new]
    assert sift([old, new, bare], Query("", exclude_terms="oa"), NOW) == [old, new, bare]
    assert sift([new, bare], Query("", language="fr"), NOW) == [bare]
    assert sift([bare, old, new], Query("", sort_by="date"), NOW) == [new, old, bare]


def test_a_filter_that_no_result_could_be_held_against_is_named() -> None:
    bare = [hit("https://a.org/")]
    wanted = Query("", time_range="week", language="de", sort_by="date")
    assert unproven(bare, wanted) == ["time_range", "sort_by", "language"]
    assert unproven([], wanted) == []
    dated = [hit("https://a.org/", published="2026-09-21T00:00:00Z", language="de")]
    assert unproven(dated, wanted) == []


@given(st.text(max_size=60))
def test_an_address_in_one_form_stays_as_it_is(text: str) -> None:
    for url in (text, f"https://{text}", f"https://a.org/{text}"):
        once = address(url)
        assert address(once) == once
