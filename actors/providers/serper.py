"""
Serper: Google's results for web, news and pictures.

Needs a key. Dates are words ("2 hours ago") and may be missing. A bad or used-up key is 403; no
credits left may also be 400 with a sentence.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import detail, fault
from headwater.actors.domain.providers.rows import Number, Raws, Text, rows, whole
from headwater.actors.domain.search.dates import published
from headwater.actors.domain.search.words import line, plain
from headwater.actors.messages.faults import QuotaSpent, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

_RANGE = {"hour": "qdr:h", "day": "qdr:d", "week": "qdr:w", "month": "qdr:m", "year": "qdr:y"}
_APPLIES = frozenset({"time_range", "language", "country"})
_OPERATORS = frozenset({"sites", "exact_terms", "exclude_terms"})


class _Row(Struct):
    link: str
    title: Text = ""
    snippet: Text = ""
    date: Text = ""
    source: Text = ""
    imageUrl: Text = ""  # noqa: N815 - as it is written there, as below
    imageWidth: Number = 0  # noqa: N815
    imageHeight: Number = 0  # noqa: N815
    thumbnailUrl: Text = ""  # noqa: N815
    domain: Text = ""


class _Payload(Struct):
    organic: Raws = None
    news: Raws = None
    images: Raws = None


def _request(path: str, query: Query, _: float) -> Request:
    sorted_by_date = "sbd:1" if query.sort_by == "date" else ""
    tbs = ",".join(part for part in (_RANGE.get(query.time_range, ""), sorted_by_date) if part)
    given = {"gl": query.country, "hl": query.language.lower(), "tbs": tbs}
    body = {"q": query.text, "num": query.count}
    return Request(path, json=body | {name: value for name, value in given.items() if value})


def _read(response: Response, _: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    found = rows(payload.news if payload.news is not None else payload.organic, _Row)
    return Hits(tuple(_hit(row, response.fetched_at) for row in found))


def _read_pictures(response: Response, _: Query) -> Pictures:
    found = rows(msgspec.json.decode(response.body, type=_Payload).images, _Row)
    return Pictures(tuple(_picture(row) for row in found if row.imageUrl))


def _hit(row: _Row, now: float) -> Hit:
    return Hit(
        title=line(row.title),
        url=row.link,
        snippet=line(row.snippet),
        published=published(row.date, now),
        source=line(row.source),
        thumbnail=row.imageUrl or "",
    )


def _picture(row: _Row) -> Picture:
    return Picture(
        title=line(row.title),
        url=row.imageUrl or "",
        page=row.link,
        thumbnail=plain(row.thumbnailUrl),
        source=line(row.source or row.domain),
        width=whole(row.imageWidth),
        height=whole(row.imageHeight),
    )


def _problem(response: Response) -> WebFault | None:
    if response.status in (400, 403) and "credit" in detail(response).lower():
        return fault(QuotaSpent, response, "serper")
    return None


PROVIDER = Provider(
    name="serper",
    base="https://google.serper.dev",
    operations={
        "web": Operation(
            partial(_request, "/search"), _read, Hits, abilities=Abilities(_APPLIES, _OPERATORS)
        ),
        "news": Operation(
            partial(_request, "/news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES | {"sort_by"}, _OPERATORS, most=50),
        ),
        "images": Operation(
            partial(_request, "/images"),
            _read_pictures,
            Pictures,
            abilities=Abilities(_APPLIES, _OPERATORS, most=100),
        ),
    },
    credentials=(Credential("SERPER_API_KEY", "header", "X-API-KEY"),),
    problem=_problem,
)
