"""Whatever a service sends, reading ends in a document, a fault or the page; and in time."""

# ruff: noqa: E501 - bodies read better whole

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.sources import read, reply

from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.sources import Reply
from headwater.actors.readers.html.reader import read as read_html
from headwater.actors.readers.reader import Given
from headwater.actors.sources.source import Unfit

STRANGE: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1e308,
    "",
    "x" * 5000,
    "\ud800",
    [],
    {},
    [[]],
    {"a": 1},
]
STRANGE += ["<div>" * 3000, "](javascript:x)", "\u202e\u200b", [None] * 50, "1e999", -0.5]
AUTHOR = {"name": "Ada", "screen_name": "ada", "website": {"url": "https://a.test"}}
STATUS = {"text": "t", "author": AUTHOR, "url": "https://x.com/a/status/7", "media": {"all": [
    {"type": "photo", "url": "https://i.test/1"}]}, "poll": {"choices": [{"label": "a"}]},
    "quote": {"text": "q", "author": AUTHOR}, "created_timestamp": 1.7e9}  # fmt: skip
NODE = {"id": 2, "author": "a", "text": "<p>x", "created_at_i": 1, "children": [{"id": 3}]}
ENTRY = {"id": "a", "author": "a", "body": "b", "title": "t", "created_utc": 1.7e9, "replies": ""}
THING = {"kind": "t1", "data": {**ENTRY, "replies": {"data": {"children": [
    {"kind": "t1", "data": ENTRY}, {"kind": "more", "data": {"count": 3}}]}}}}  # fmt: skip
PLAYER = {"playabilityStatus": {"status": "OK"}, "videoDetails": {"title": "t", "author": "a",
          "lengthSeconds": "7", "viewCount": "8", "shortDescription": "d"},
          "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [{"languageCode": "en",
          "baseUrl": "https://www.youtube.com/api/timedtext?lang=en"}]}}}  # fmt: skip
SPOKEN = {"events": [{"tStartMs": 1, "segs": [{"utf8": "word"}]}]}
BODIES: dict[str, tuple[str, Any]] = {
    "https://x.com/ada/status/7": ("fxtwitter", {"code": 200, "tweet": STATUS}),
    "https://x.com/ada": ("fxtwitter", {"code": 200, "user": AUTHOR}),
    "https://news.ycombinator.com/item?id=1": (
        "hackernews", {"id": 1, "title": "t", "children": [NODE], "kids": [2], "options": [{}]}),
    "https://news.ycombinator.com/news": ("hackernews", [1, 2, 3]),
    "https://news.ycombinator.com/user?id=a": ("hackernews", {"id": "a", "submitted": [1]}),
    "https://www.reddit.com/comments/abc": (
        "reddit", [{"data": {"children": [{"kind": "t3", "data": ENTRY}]}},
                   {"data": {"children": [THING]}}]),
    "https://www.reddit.com/r/a/": ("reddit", {"data": {"children": [THING]}}),
    "https://youtu.be/abcdefghijk": ("youtube", {**PLAYER, **SPOKEN}),
}  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for name, inner in items:
        found += places(inner, (*path, name))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def safely(url: str, service: str, body: bytes, status: int = 200) -> bool:
    """Whether it gave a document; anything but a fault or Unfit fails the test."""
    with contextlib.suppress(WebFault, Unfit):
        return read(url, {service: Reply(status, body, "application/json")}) is not None
    return False


@pytest.mark.parametrize("url", BODIES)
def test_any_field_may_hold_anything(url: str) -> None:
    service, body = BODIES[url]
    read_well = [
        safely(url, service, json.dumps(put(body, path, new)).encode())
        for path in places(body)
        for new in STRANGE
    ]
    assert any(read_well) or url.endswith("news")  # a list whose items are no items


@pytest.mark.parametrize("url", BODIES)
def test_damaged_bytes_are_survived(url: str) -> None:
    service, body = BODIES[url]
    good = json.dumps(body).encode()
    chance = random.Random(url)  # noqa: S311 - the same damage in every run
    for _ in range(300):
        at = chance.randrange(len(good))
        cut = chance.randrange(1, 20)
        junk = bytes(chance.randrange(256) for _ in range(chance.randrange(8)))
        safely(url, service, good[:at] + junk + good[at + cut :])
    for status in (0, 204, 301, 400, 401, 403, 404, 429, 500, 503, 999):
        safely(url, service, good, status)


def test_deep_and_wide_threads_are_read_in_time() -> None:
    deep: dict[str, Any] = {"id": 1, "author": "a", "text": "x"}
    for number in range(2, 400):
        deep = {"id": number, "author": "a", "text": "x", "children": [deep]}
    wide = {"id": 1, "title": "t", "children": [{"id": n, "author": "a", "text": "<p>w " * 20}
                                               for n in range(2, 3_000)]}  # fmt: skip
    began = time.thread_time()
    for tree in (deep, wide):
        answers = {"hackernews_algolia": reply(tree)}
        assert read("https://news.ycombinator.com/item?id=1", answers) is not None
    assert time.thread_time() - began < 5


def _mutations(body: bytes, chance: random.Random) -> list[bytes]:
    made = []
    for _ in range(12):
        at, size = chance.randrange(len(body)), chance.randrange(1, 4000)
        made.append(body[:at] + body[at + size :])
        made.append(body[:at] + body[at : at + size] * 3 + body[at:])
        made.append(body[:at] + bytes(chance.randrange(256) for _ in range(40)) + body[at:])
    return made


@pytest.mark.slow
def test_damaged_pages_of_sites_are_read_without_a_crash(shared: Path) -> None:
    chance = random.Random(7)  # noqa: S311 - the same damage in every run
    folder = shared / "fixtures"
    names = ("pages/stackexchange_german.html", "pages/arxiv_abs_1706.03762.html",
             "pages/defuddle_general--github.com-issue-56.html", "pages/defuddle_general--wikipedia.html",
             "reddit_page/old_reddit_thread.html", "reddit_page/shreddit_post.html",
             "pages/defuddle_comments--news.ycombinator.com-item-id_12345678.html")  # fmt: skip
    for name in names:
        for body in _mutations((folder / name).read_bytes(), chance):
            read_html(Given(body, "text/html", "text/html", "https://site.test/a"))


@pytest.mark.parametrize(
    "make",
    [
        lambda n: '<div class="question-page"><div id="question">' + "<div>" * n + "deep",
        lambda n: '<link href="github.githubassets.com"><div id="readme"><article class="markdown-body">'
        + "<ul><li>" * n,
        lambda n: '<table id="hnmain"><table class="fatitem"><td class="commtext">' + "<b><blockquote>" * n,
        lambda n: "<shreddit-post>" + "<shreddit-comment depth=99999999999 score=x>" * n,
    ],
    ids=["question", "readme", "item", "comments"],
)  # fmt: skip
def test_hostile_nesting_is_read_in_time(make: Callable[[int], str]) -> None:
    began = time.thread_time()
    read_html(Given(make(5_000).encode(), "text/html", "text/html", "https://site.test/a"))
    assert time.thread_time() - began < 5
