"""
SearXNG: an instance of the operator's own, which asks many engines.

No key; what stands in front of the instance may want a login or headers. It must allow JSON, which
is off by default: then it answers 403. Engines that refuse are listed beside the results.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.domain.search.dates import leading_date, published
from headwater.actors.domain.search.words import plain
from headwater.actors.messages.faults import (
    ProviderBlocked,
    ProviderFailed,
    ProviderRefused,
    WebFault,
)
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

_SAFE = {"off": 0, "medium": 1, "high": 2}
_RANGE = {"hour": "day"}  # the finest it knows
_APPLIES = frozenset({"time_range", "language", "country"})
_OPERATORS = frozenset({"sites", "exact_terms", "exclude_terms"})


class _Row(Struct):
    url: str
    title: Text = ""
    content: Text = ""
    publishedDate: Text = ""  # noqa: N815 - as it is written there
    pubdate: Text = ""
    metadata: Any = ""  # "13 hours ago | Barchart on MSN"
    author: Text = ""
    thumbnail: Text = ""
    score: float | None = None
    img_src: Text = ""
    thumbnail_src: Text = ""
    resolution: Text = ""
    source: Text = ""
    engine: Text = ""


class _Payload(Struct):
    results: Raws = None
    suggestions: list[Any] | None = None
    corrections: list[Any] | None = None
    unresponsive_engines: list[Any] | None = None


def _request(category: str, query: Query, _: float) -> Request:
    language = query.language
    if language and query.country and "-" not in language:
        language = f"{language}-{query.country.upper()}"
    return Request(
        "/search",
        params={
            "q": query.text,
            "format": "json",
            "categories": category,
            "language": language or None,
            "time_range": _RANGE.get(query.time_range, query.time_range) or None,
            "safesearch": _SAFE.get(query.safe),
        },
    )


def _payload(response: Response) -> _Payload:
    payload = msgspec.json.decode(response.body, type=_Payload)
    if not payload.results and payload.unresponsive_engines:
        raise ProviderFailed(
            f"none of searxng's engines answered: {_engines(payload)}", provider="searxng"
        )
    return payload


def _read(response: Response, query: Query) -> Hits:
    payload = _payload(response)
    hits = (_hit(row, response.fetched_at) for row in rows(payload.results, _Row))
    hints = [*(payload.corrections or ()), *(payload.suggestions or ())]
    suggestion = next((hint for hint in hints if isinstance(hint, str)), "")
    return Hits(tuple(hits), suggestion, _ignored(query))


def _read_pictures(response: Response, query: Query) -> Pictures:
    found = rows(_payload(response).results, _Row)
    return Pictures(tuple(_picture(row) for row in found if row.img_src), _ignored(query))


def _hit(row: _Row, now: float) -> Hit:
    age, _, source = str(row.metadata or "").partition("|")
    snippet = plain(row.content)
    dates = (row.publishedDate, row.pubdate, age, leading_date(snippet))
    return Hit(
        title=plain(row.title),
        url=row.url,
        snippet=snippet,
        published=next((moment for date in dates if (moment := published(date, now))), ""),
        source=plain(source or row.source),
        author=plain(row.author),
        thumbnail=row.thumbnail or row.img_src or "",
        score=row.score,
    )


def _picture(row: _Row) -> Picture:
    width, _, height = (row.resolution or "").replace("\u00d7", "x").lower().partition("x")
    return Picture(
        title=plain(row.title),
        url=row.img_src or "",
        page=row.url,
        thumbnail=row.thumbnail_src or row.thumbnail or "",
        source=plain(row.source),
        width=int(width) if width.strip().isdecimal() else 0,
        height=int(height.split()[0])
        if height.split()[:1] and height.split()[0].isdecimal()
        else 0,
    )


def _ignored(query: Query) -> tuple[str, ...]:
    """A country counts only together with a language."""
    return ("country",) if query.country and not query.language else ()


def _engines(payload: _Payload) -> str:
    pairs = [pair for pair in payload.unresponsive_engines or () if isinstance(pair, list)]
    return ", ".join(" ".join(map(str, pair)) for pair in pairs)[:200]


def _problem(response: Response) -> WebFault | None:
    if response.status == 403 and "json" not in response.header("content-type"):
        said = "the instance does not allow JSON; add it to search.formats in its settings"
        return fault(ProviderBlocked, response, "searxng", said)
    if response.status == 400:
        return fault(ProviderRefused, response, "searxng")
    return None


PROVIDER = Provider(
    name="searxng",
    base="",
    variable="SEARXNG_URL",
    operations={
        "web": Operation(
            partial(_request, "general"),
            _read,
            Hits,
            abilities=Abilities(_APPLIES | {"safe"}, _OPERATORS, most=50, hours=False),
        ),
        "news": Operation(
            partial(_request, "news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES | {"safe"}, _OPERATORS, most=50, hours=False),
        ),
        "images": Operation(
            partial(_request, "images"),
            _read_pictures,
            Pictures,
            abilities=Abilities(_APPLIES | {"safe"}, _OPERATORS, most=200, hours=False),
        ),
    },
    credentials=(
        Credential("SEARXNG_BASIC_AUTH", "basic", required=False),
        Credential("SEARXNG_HEADERS", "headers", required=False),
    ),
    problem=_problem,
)
