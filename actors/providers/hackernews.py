"""
Hacker News: stories and what readers made of them, searched by Algolia.

No key and no published limit. Not an index of the web: it knows what was posted there.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.domain.search.dates import written_as
from headwater.actors.domain.search.sift import SECONDS
from headwater.actors.domain.search.words import plain
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Engagement, Hit, Hits, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation, Provider

SNIPPET = 500  # characters of a post's own text
_ITEM = "https://news.ycombinator.com/item?id="
_ABILITIES = Abilities(
    frozenset({"time_range", "sort_by"}), frozenset({"exact_terms", "exclude_terms"}), most=100
)


class _Row(Struct):
    objectID: str  # noqa: N815 - as it is written there
    title: Text = ""
    url: Text = ""
    author: Text = ""
    points: int | None = None
    num_comments: int | None = None
    created_at_i: int | None = None
    story_text: Text = ""
    story_title: Text = ""  # of the story that a comment is on
    comment_text: Text = ""


class _Payload(Struct):
    hits: Raws = None


def _request(query: Query, now: float) -> Request:
    since = int(now - SECONDS[query.time_range]) if query.time_range else 0
    path = "/search_by_date" if query.sort_by == "date" else "/search"
    return Request(
        path,
        params={
            "query": query.text,
            "tags": "story",
            "hitsPerPage": query.count,
            "numericFilters": f"created_at_i>{since}" if since else None,
            "advancedSyntax": "true",
        },
    )


def _read(response: Response, _: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    now = response.fetched_at
    return Hits(tuple(_hit(row, now) for row in rows(payload.hits, _Row)))


def _hit(row: _Row, now: float) -> Hit:
    counts = [
        f"{row.points} points" if row.points is not None else "",
        f"{row.num_comments} comments" if row.num_comments is not None else "",
        f"by {row.author}" if row.author else "",
    ]
    own = plain(row.comment_text or row.story_text)[:SNIPPET]
    thread = _ITEM + row.objectID
    return Hit(
        title=plain(row.title or row.story_title),
        url=row.url or thread,
        snippet=" \u00b7 ".join(part for part in [own, *counts] if part),
        published="" if row.created_at_i is None else written_as(row.created_at_i, now),
        source="Hacker News",
        author=row.author or "",
        engagement=Engagement(row.points, row.num_comments, thread if row.url else ""),
    )


PROVIDER = Provider(
    name="hackernews",
    base="https://hn.algolia.com/api/v1",
    operations={
        "web": Operation(partial(_request), _read, Hits, abilities=_ABILITIES),
        "news": Operation(partial(_request), _read, Hits, ttl=900.0, abilities=_ABILITIES),
    },
)
