"""
reddit.com: a post with its comments, and lists of posts. No key; the User-Agent must be our own.

Pages of the site that have no JSON beside them (wikis, chats) are read as pages.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Url
from headwater.actors.sources.source import Reading, Source

_THREAD = pattern(
    r"/(?:(?:(?:r|u|user)/[\w-]{1,50}/)?comments|gallery)/([a-z0-9]{1,10})"
    r"(?:/[^/]*(?:/(?:comment/)?([a-z0-9]{1,10}))?)?/?"
)
_LIST = pattern(
    r"/(?:(?:r/[\w+-]{1,100}|u(?:ser)?/[\w-]{1,50})"
    r"(?:/(?:hot|new|top|rising|best|controversial|submitted|comments|search))?"
    r"|search|top|new|hot|best)?/?"
)
_KEPT = frozenset({"q", "t", "sort", "restrict_sr", "after", "before", "type"})


def begin(url: Url) -> Reading | None:
    """The reading of a thread or a list."""
    from headwater.actors.sources.reddit.threads import listing, thread

    parts = urlsplit(url.href)
    path = parts.path
    if url.host == "redd.it":
        short = re.fullmatch(r"/([a-z0-9]{1,10})/?", path)
        return thread(short[1], "") if short else None
    if found := _THREAD.fullmatch(path.removesuffix(".json")):
        return thread(found[1], found[2] or "")
    if _LIST.fullmatch(path.removesuffix(".json")):
        given = parse_qs(parts.query)
        query = {name: values[0] for name, values in given.items() if name in _KEPT}
        return listing(path.removesuffix(".json").rstrip("/"), query)
    return None


SOURCE = Source(
    name="reddit",
    hosts=("reddit.com", "redd.it"),
    begin=begin,
    bases={"reddit": "https://www.reddit.com"},
)
