"""Reddit: threads and lists from JSON, or from the feed where JSON is refused."""

from __future__ import annotations

from typing import Any

import pytest
from support.sources import gather, read, reply

from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.sources import Reply
from headwater.actors.sources.source import Unfit

ADDRESS = "https://www.reddit.com/r/rivers/comments/abc/on_weirs/"
CALL = "reddit/comments/abc.json"


def listing(*things: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    return {"kind": "Listing", "data": {"children": [{"kind": k, "data": d} for k, d in things]}}


def said(name: str, words: str, *replies: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    below: Any = listing(*replies) if replies else ""
    return "t1", {
        "id": name,
        "author": name,
        "body": words,
        "score": 3,
        "created_utc": 1.7e9,
        "permalink": f"/r/rivers/comments/abc/on_weirs/{name}/",
        "replies": below,
    }


POST = (
    "t3",
    {
        "id": "abc",
        "title": "On weirs",
        "author": "ada",
        "selftext": "What **is** a weir?",
        "score": 12,
        "num_comments": 3,
        "created_utc": 1.7e9,
        "subreddit": "rivers",
        "permalink": "/r/rivers/comments/abc/on_weirs/",
        "is_self": True,
    },
)
THREAD = [
    listing(POST),
    listing(said("bob", "A wall.", said("cy", "A low one.")), said("dee", "-")),
]
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>on weirs : rivers</title>
<entry><author><name>/u/ada</name></author><content type="html">&lt;p&gt;What?&lt;/p&gt;</content>
<link href="https://www.reddit.com/r/rivers/comments/abc/on_weirs/"/><title>On weirs</title>
<published>2023-11-14T22:13:20+00:00</published></entry>
<entry><author><name>/u/bob</name></author><content type="html">&lt;b&gt;A wall&lt;/b&gt;</content>
<link href="https://www.reddit.com/r/rivers/comments/abc/on_weirs/b/"/><title>/u/bob on it</title>
<updated>2023-11-14T23:00:00+00:00</updated></entry></feed>"""


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS,
        "https://old.reddit.com/r/rivers/comments/abc",
        "https://redd.it/abc",
        ADDRESS + ".json",
    ],
)
def test_a_thread_has_every_post_with_its_author(address: str) -> None:
    found = read(address, {CALL: reply(THREAD)})
    assert found is not None
    text = found.text
    assert text.startswith("# On weirs\n\n**ada** · [2023-11-14](https://www.reddit.com/r/rivers/")
    assert "What **is** a weir?" in text
    assert text.index("> **bob**") < text.index("> > **cy**") < text.index("> **dee**")
    assert found.quality == "complete"
    assert found.forum["upvotes"] == 12
    assert found.forum["author_name"] == "ada"


def test_comments_that_reddit_left_out_are_counted() -> None:
    more = ("more", {"count": 70, "children": ["x"]})
    found = read(ADDRESS, {CALL: reply([listing(POST), listing(said("bob", "A wall."), more)])})
    assert found is not None
    assert "## Comments (1 of 3)" in found.text
    assert found.quality == "partial"


def test_a_comments_address_asks_for_what_is_around_it() -> None:
    _, calls = gather(ADDRESS + "comment/xyz/", {"reddit/": reply(THREAD)})
    assert calls == [["reddit/comments/abc/_/xyz.json?raw_json=1&limit=500&context=8"]]


def test_the_feed_is_read_where_json_is_refused() -> None:
    found = read(ADDRESS, {CALL: Reply(403), "reddit/comments/abc/.rss": reply(ATOM)})
    assert found is not None
    assert found.facts.authors == ("ada",)
    assert "> **bob** · [2023-11-14]" in found.text
    assert "**A wall**" in found.text
    assert found.quality == "partial"


def test_where_both_are_refused_the_page_is_read() -> None:
    with pytest.raises(Unfit, match="json HTTP 403, rss HTTP 429"):
        read(ADDRESS, {CALL: Reply(403), "reddit/comments/abc/.rss": Reply(429)})


def test_a_missing_thread_is_not_found() -> None:
    with pytest.raises(NotFound):
        read(ADDRESS, {CALL: reply({"message": "Not Found", "error": 404}, 404)})


def test_a_list_is_read_with_what_the_address_asks_for() -> None:
    answers = {"reddit/r/rivers/top.json": reply(listing(POST))}
    found, calls = gather("https://www.reddit.com/r/rivers/top/?t=week&utm=1", answers)
    assert found is not None
    assert "- [On weirs](https://www.reddit.com/r/rivers/comments/abc/on_weirs/)" in found.text
    assert calls == [["reddit/r/rivers/top.json?raw_json=1&limit=50&t=week"]]


@pytest.mark.parametrize("path", ["/r/rivers/wiki/index", "/r/rivers/s/AbCd", "/policies/privacy"])
def test_other_paths_are_pages(path: str) -> None:
    assert gather(f"https://www.reddit.com{path}", {}) == (None, [])
