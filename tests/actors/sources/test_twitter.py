"""X: posts in both versions of the service, profiles, and its ways of saying no."""

from __future__ import annotations

from typing import Any

import pytest
from support.sources import gather, read, reply

from headwater.actors.messages.faults import LoginNeeded, NotFound, WebFault
from headwater.actors.messages.sources import Reply
from headwater.actors.sources.source import Unfit

AUTHOR = {"name": "Ada", "screen_name": "ada", "followers": 3}
POST = {
    "url": "https://x.com/ada/status/7",
    "text": "see https://weir.test/a.\nand more",
    "author": AUTHOR,
    "created_timestamp": 1_700_000_000,
    "likes": 5,
    "retweets": 1,
    "replies": 1,
    "views": None,
    "lang": "en",
    "replying_to": "bob",
    "replying_to_status": "6",
    "media": {"all": [{"type": "photo", "url": "https://i.test/p.jpg", "altText": "a weir"}]},
    "quote": {
        "url": "https://x.com/cy/status/5",
        "text": "quoted",
        "author": {"name": "Cy", "screen_name": "cy"},
    },
}
ADDRESS = "https://x.com/ada/status/7?s=20"
CALL = "fxtwitter/status/7"


@pytest.mark.parametrize("name", ["tweet", "status"])
@pytest.mark.parametrize(
    "address",
    [
        ADDRESS,
        "https://twitter.com/i/web/status/7",
        "https://mobile.twitter.com/ada/status/7/photo/1",
    ],
)
def test_a_post_is_read_with_author_date_counts_media_and_quote(name: str, address: str) -> None:
    found = read(address, {CALL: reply({"code": 200, name: POST})})
    assert found is not None
    assert found.text.startswith("**Ada (@ada)** · [2023-11-14](https://x.com/ada/status/7)")
    assert "5 likes · 1 repost · 1 reply" in found.text
    assert "see [https://weir.test/a](https://weir.test/a).  \nand more" in found.text
    assert "In reply to [@bob](https://x.com/bob/status/6)" in found.text
    assert "[photo: a weir](https://i.test/p.jpg)" in found.text
    assert "> **Cy (@cy)**" in found.text
    assert found.facts.authors == ("Ada (@ada)",)
    assert found.forum["upvotes"] == 5


def test_a_profile_is_read() -> None:
    user = {**AUTHOR, "description": "weirs", "tweets": 9, "website": {"url": "https://a.test/"}}
    found = read("https://x.com/ada", {"fxtwitter/ada": reply({"code": 200, "user": user})})
    assert found is not None
    assert "3 followers · 9 posts" in found.text


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (404, {"code": 404, "message": "NOT_FOUND", "tweet": None}, NotFound),
        (200, {"code": 404, "message": "NOT_FOUND"}, NotFound),
        (401, {"code": 401, "message": "PRIVATE_TWEET"}, LoginNeeded),
    ],
)
def test_what_the_service_has_settled_is_a_fault(
    status: int, body: dict[str, Any], fault: type[WebFault]
) -> None:
    with pytest.raises(fault):
        read(ADDRESS, {CALL: reply(body, status)})


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, b'{"code": 500, "message": "API_FAIL"}'),
        (200, b'{"code": 500, "message": "API_FAIL"}'),
        (200, b"<html>broke</html>"),
        (200, b'{"code": 200}'),
    ],
)
def test_a_service_that_fails_leaves_it_to_the_page(status: int, body: bytes) -> None:
    with pytest.raises(Unfit):
        read(ADDRESS, {CALL: reply(body, status)})


def test_the_second_version_is_asked_where_the_first_fails() -> None:
    answers = {CALL: Reply(500), "fxtwitter/2/status/7": reply({"code": 200, "status": POST})}
    found, rounds = gather(ADDRESS, answers)
    assert found is not None
    assert rounds == [[CALL], ["fxtwitter/2/status/7"]]
    grave = {"code": 200, "status": {"type": "tombstone", "reason": "deleted"}}
    with pytest.raises(NotFound, match="deleted"):
        read(ADDRESS, {CALL: reply(grave)})


def test_parts_of_another_shape_are_left_out() -> None:
    odd = {**POST, "media": [1], "quote": {"type": "tombstone"}, "poll": "x", "community_note": 3}
    found = read(ADDRESS, {CALL: reply({"code": 200, "tweet": odd})})
    assert found is not None
    assert "and more" in found.text
    assert "> \\[unavailable\\]" in found.text


def test_an_article_is_read_whole() -> None:
    article = {"title": "On weirs", "content": {"blocks": [{"text": "one"}, {"text": "two"}]}}
    found = read(ADDRESS, {CALL: reply({"code": 200, "tweet": {**POST, "article": article}})})
    assert found is not None
    assert "## On weirs\n\none\n\ntwo" in found.text


@pytest.mark.parametrize("path", ["", "home", "search?q=x", "ada/likes", "i/flow/login"])
def test_other_paths_are_pages(path: str) -> None:
    assert gather(f"https://x.com/{path}", {}) == (None, [])
