"""
news.ycombinator.com: items with their threads, lists, people. Without keys or published limits.

Other pages of the site (search, threads of a person) are read as pages.
"""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Url
from headwater.actors.sources.source import Reading, Source

_LISTS = {
    "": ("topstories", "Hacker News"),
    "news": ("topstories", "Hacker News"),
    "newest": ("newstories", "New stories | Hacker News"),
    "best": ("beststories", "Best stories | Hacker News"),
    "ask": ("askstories", "Ask HN | Hacker News"),
    "show": ("showstories", "Show HN | Hacker News"),
    "jobs": ("jobstories", "Jobs | Hacker News"),
}
_NAME = pattern(r"[A-Za-z0-9_-]{1,40}")
_NUMBER = pattern(r"[1-9][0-9]{0,11}")


def begin(url: Url) -> Reading | None:
    """The reading of an address: /item?id=1 and /item/1 are the same."""
    from headwater.actors.sources.hackernews import lists, threads

    parts = urlsplit(url.href)
    query = parse_qs(parts.query)
    kind, _, rest = parts.path.strip("/").partition("/")
    named = rest or query.get("id", [""])[0]
    if kind == "item" and _NUMBER.fullmatch(named):
        return threads.thread(int(named))
    if kind == "user" and _NAME.fullmatch(named):
        return lists.person(named)
    if kind in _LISTS and not rest and query.keys() <= {"p"}:
        page = query.get("p", ["1"])[0]
        number = int(page) if _NUMBER.fullmatch(page) and len(page) < 4 else 1
        return lists.listing(kind, *_LISTS[kind], number)
    return None


SOURCE = Source(
    name="hackernews",
    hosts=("news.ycombinator.com",),
    begin=begin,
    bases={
        "hackernews_firebase": "https://hacker-news.firebaseio.com/v0",
        "hackernews_algolia": "https://hn.algolia.com/api/v1",
    },
    shared={"hackernews_algolia": "HEADWATER_HACKERNEWS_URL"},
)
