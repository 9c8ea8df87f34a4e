"""
Exa: a search by meaning, with excerpts of the pages.

Needs a key; each search costs. Ten requests a second are allowed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.domain.search.dates import published, written_as
from headwater.actors.domain.search.plan import terms_of
from headwater.actors.domain.search.sift import SECONDS
from headwater.actors.domain.search.words import line
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.answers.exa import ANSWER, STRUCTURED
from headwater.actors.providers.contents.exa import CONTENTS
from headwater.actors.providers.provider import Credential, Operation, Provider

SNIPPET = 500  # characters of a page's text where nothing shorter came
_APPLIES = frozenset({"time_range", "safe", "country", "sites", "exact_terms", "exclude_terms"})


class _Row(Struct):
    url: str
    title: Text = ""
    publishedDate: Text = ""  # noqa: N815 - as it is written there
    author: Text = ""
    text: Text = ""
    summary: Any = ""  # text, or what a schema made of it
    highlights: list[str] | None = None
    image: Text = ""
    score: float | None = None


class _Payload(Struct):
    results: Raws = None


def _request(category: str, query: Query, now: float) -> Request:
    body: dict[str, Any] = {
        "query": query.text,
        "type": "auto",
        "numResults": query.count,
        "contents": {"highlights": True},
    }
    since = written_as(now - SECONDS[query.time_range], now) if query.time_range else ""
    given = {
        "category": category,
        "includeDomains": list(dict.fromkeys(site.partition("/")[0] for site in query.sites)),
        "startPublishedDate": since,
        "userLocation": query.country.upper(),
        "includeText": [query.exact_terms] if query.exact_terms else [],
        "excludeText": terms_of(query.exclude_terms)[:1],
        "moderation": query.safe in ("medium", "high"),  # it knows no half of it
    }
    return Request("/search", json=body | {name: value for name, value in given.items() if value})


def _read(response: Response, query: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    hits = (_hit(row, response.fetched_at) for row in rows(payload.results, _Row))
    several = len(terms_of(query.exclude_terms)) > 1  # it takes one text to leave out
    return Hits(tuple(hits), ignored=("exclude_terms",) if several else ())


def _hit(row: _Row, now: float) -> Hit:
    best, *more = [line(part) for part in row.highlights or ()] or [""]
    summary = row.summary if isinstance(row.summary, str) else ""
    return Hit(
        title=line(row.title),
        url=row.url,
        snippet=best or line(summary) or line((row.text or "")[:SNIPPET]),
        published=published(row.publishedDate, now),
        author=line(row.author),
        thumbnail=row.image or "",
        more=tuple(more),
        score=row.score,
    )


PROVIDER = Provider(
    name="exa",
    base="https://api.exa.ai",
    operations={
        "web": Operation(
            partial(_request, ""),
            _read,
            Hits,
            abilities=Abilities(_APPLIES, sites=100, most=10),
        ),
        "news": Operation(
            partial(_request, "news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES, sites=100, most=10),
        ),
        "answer": ANSWER,
        "structured": STRUCTURED,
        "contents": CONTENTS,
    },
    credentials=(Credential("EXA_API_KEY", "header", "x-api-key"),),
    interval=0.1,
)
