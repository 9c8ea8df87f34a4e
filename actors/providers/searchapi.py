"""
SearchAPI: Google's results for web, news and pictures.

Needs a key. News and pictures come in several shapes; all are read. A used-up plan is 429 with a
sentence about the month.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import detail, fault
from headwater.actors.domain.providers.rows import Raws, Text, rows, whole
from headwater.actors.domain.search.dates import published
from headwater.actors.domain.search.words import line
from headwater.actors.messages.faults import QuotaSpent, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, ImageFilters, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

_SAFE = {"off": "off", "medium": "blur", "high": "active"}
_SIZES = {"icon": "isz:i", "small": "isz:i", "medium": "isz:m"}  # the rest is large
_TYPES = {
    "clipart": "itp:clipart",
    "face": "itp:face",
    "lineart": "itp:lineart",
    "stock": "itp:stock",
    "photo": "itp:photo",
    "animated": "itp:animated",
}
_COLORS = {"color": "ic:color", "gray": "ic:gray", "mono": "ic:gray", "trans": "ic:trans"}
_APPLIES = frozenset({"time_range", "safe", "language", "country"})
_OPERATORS = frozenset({"sites", "exact_terms", "exclude_terms"})
_PICTURES = frozenset({"size", "type", "color_type", "dominant_color", "file_type"})


class _Row(Struct):
    link: Text = ""
    title: Text = ""
    snippet: Text = ""
    date: Text = ""
    iso_date: Text = ""
    source: Any = ""  # a name, or a name with a link
    original: Any = ""  # a link, or a link with its size
    thumbnail: Any = ""


class _Payload(Struct):
    organic_results: Raws = None
    news_results: Raws = None
    top_stories: Raws = None
    images: Raws = None
    images_results: Raws = None
    error: Any = None


def _request(engine: str, query: Query, _: float) -> Request:
    return Request(
        "/search",
        params={
            "engine": engine,
            "q": query.text,
            "num": query.count,
            "gl": query.country or None,
            "hl": query.language.lower() or None,
            "safe": _SAFE.get(query.safe),
            "time_period": f"last_{query.time_range}" if query.time_range else None,
            "sort_by": "most_recent" if query.sort_by == "date" else None,
            "tbs": _tbs(query.images) or None,
        },
    )


def _tbs(images: ImageFilters) -> str:
    size = _SIZES.get(images.size, "isz:l") if images.size else ""
    color = f"ic:specific,isc:{images.dominant_color}" if images.dominant_color else ""
    parts = (
        size,
        _TYPES.get(images.type, ""),
        color or _COLORS.get(images.color_type, ""),
        f"ift:{images.file_type}" if images.file_type else "",
    )
    return ",".join(part for part in parts if part)


def _payload(response: Response) -> _Payload:
    return msgspec.json.decode(response.body, type=_Payload)


def _read(response: Response, _: Query) -> Hits:
    payload = _payload(response)
    raws = payload.organic_results or payload.news_results or payload.top_stories
    found = (row for row in rows(raws, _Row) if row.link)
    return Hits(tuple(_hit(row, response.fetched_at) for row in found))


def _read_pictures(response: Response, query: Query) -> Pictures:
    payload = _payload(response)
    found = (_picture(row) for row in rows(payload.images or payload.images_results, _Row))
    both = query.images.dominant_color and query.images.color_type
    ignored = ("color_type",) if both else ()  # Google takes one of the two
    return Pictures(tuple(picture for picture in found if picture.url), ignored)


def _hit(row: _Row, now: float) -> Hit:
    return Hit(
        title=line(row.title),
        url=row.link or "",
        snippet=line(row.snippet),
        published=published(row.iso_date, now) or published(row.date, now),
        source=line(_part(row.source, "name")),
        thumbnail=_part(row.thumbnail, "link"),
    )


def _picture(row: _Row) -> Picture:
    size = row.original if isinstance(row.original, dict) else {}
    return Picture(
        title=line(row.title),
        url=_part(row.original, "link"),
        page=row.link or (_part(row.source, "link") if isinstance(row.source, dict) else ""),
        thumbnail=_part(row.thumbnail, "link"),
        source=line(_part(row.source, "name")),
        width=_size(size, "width"),
        height=_size(size, "height"),
    )


def _part(value: Any, name: str) -> str:
    found = value.get(name) if isinstance(value, dict) else value
    return found if isinstance(found, str) else ""


def _size(value: dict[str, Any], name: str) -> int:
    found = value.get(name)
    return whole(found) if isinstance(found, int | float | str) else 0


def _problem(response: Response) -> WebFault | None:
    if response.status == 429 and "all of the searches" in detail(response):
        return fault(QuotaSpent, response, "searchapi")
    return None


PROVIDER = Provider(
    name="searchapi",
    base="https://www.searchapi.io/api/v1",
    operations={
        "web": Operation(
            partial(_request, "google"), _read, Hits, abilities=Abilities(_APPLIES, _OPERATORS)
        ),
        "news": Operation(
            partial(_request, "google_news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities((_APPLIES - {"safe"}) | {"sort_by"}, _OPERATORS, most=50),
        ),
        "images": Operation(
            partial(_request, "google_images"),
            _read_pictures,
            Pictures,
            abilities=Abilities(_APPLIES | _PICTURES, _OPERATORS, most=100),
        ),
    },
    credentials=(Credential("SEARCHAPI_API_KEY", "header", "Authorization", "Bearer {}"),),
    problem=_problem,
)
