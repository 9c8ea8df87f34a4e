"""
Tavily: web and news for programs, with excerpts of the pages.

Needs a key. Queries have 400 characters at most; 432 and 433 say that the plan is used up.
A development key allows 100 requests a minute.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.domain.search.countries import country_name
from headwater.actors.domain.search.dates import published
from headwater.actors.domain.search.words import line
from headwater.actors.messages.faults import QuotaSpent, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.answers.tavily import ANSWER
from headwater.actors.providers.provider import Credential, Operation, Provider

_RANGE = {"hour": "day"}  # the finest it knows
_APPLIES = frozenset({"time_range", "sites"})
_OPERATORS = frozenset({"exact_terms"})


class _Row(Struct):
    url: str
    title: Text = ""
    content: Text = ""
    score: float | None = None
    published_date: Text = ""


class _Payload(Struct):
    results: Raws = None


def _request(topic: str, query: Query, _: float) -> Request:
    body: dict[str, Any] = {
        "query": query.text,
        "topic": topic,
        "search_depth": "basic",
        "max_results": query.count,
    }
    given = {
        "time_range": _RANGE.get(query.time_range, query.time_range),
        "include_domains": list(dict.fromkeys(site.partition("/")[0] for site in query.sites)),
        "country": country_name(query.country),
    }
    return Request("/search", json=body | {name: value for name, value in given.items() if value})


def _read(response: Response, query: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    hits = (_hit(row, response.fetched_at) for row in rows(payload.results, _Row))
    unknown = query.country and not country_name(query.country)
    return Hits(tuple(hits), ignored=("country",) if unknown else ())


def _hit(row: _Row, now: float) -> Hit:
    return Hit(
        title=line(row.title),
        url=row.url,
        snippet=line(row.content),
        published=published(row.published_date, now),
        score=row.score,
    )


def _problem(response: Response) -> WebFault | None:
    return fault(QuotaSpent, response, "tavily") if response.status in (432, 433) else None


PROVIDER = Provider(
    name="tavily",
    base="https://api.tavily.com",
    operations={
        "web": Operation(
            partial(_request, "general"),
            _read,
            Hits,
            abilities=Abilities(
                _APPLIES | {"country"}, _OPERATORS, sites=100, longest=400, most=20, hours=False
            ),
        ),
        "news": Operation(
            partial(_request, "news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES, _OPERATORS, sites=100, longest=400, most=20, hours=False),
        ),
        "answer": ANSWER,
    },
    credentials=(Credential("TAVILY_API_KEY", "header", "Authorization", "Bearer {}"),),
    interval=0.6,
    problem=_problem,
)
