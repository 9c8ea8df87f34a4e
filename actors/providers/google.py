"""
Google Programmable Search: web, pictures, and news as web results by date.

Needs a key and an engine (cx); a lens may name an engine of its own. Ten results at most. The free
plan has 100 queries a day, after which it answers 429 until midnight Pacific time.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.providers.rows import Number, Raws, Text, rows, whole
from headwater.actors.domain.search.dates import leading_date, published
from headwater.actors.domain.search.words import line
from headwater.actors.messages.faults import KeyRefused, ProviderLimited, QuotaSpent, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

_RANGE = {"hour": "d1", "day": "d1", "week": "w1", "month": "m1", "year": "y1"}  # the finest: a day
_SAFE = {"off": "off", "medium": "active", "high": "active"}
_LANGUAGES = {
    "zh": "lang_zh-CN",
    "zh-cn": "lang_zh-CN",
    "zh-tw": "lang_zh-TW",
    "zh-hk": "lang_zh-TW",
    "he": "lang_iw",
    "nb": "lang_no",
}
_DATES = (
    "article:published_time",
    "datepublished",
    "og:published_time",
    "publishdate",
    "pubdate",
    "article.published",
    "sailthru.date",
    "parsely-pub-date",
    "dc.date.issued",
    "dc.date",
    "citation_publication_date",
    "date",
)
_MAPS = ("metatags", "newsarticle", "article", "blogposting", "webpage")  # which tell a date
_APPLIES = frozenset(
    {"time_range", "safe", "language", "country", "exact_terms", "exclude_terms", "sort_by"}
)
_PICTURES = frozenset({"size", "type", "color_type", "dominant_color", "file_type"})


class _Image(Struct):
    contextLink: Text = ""  # noqa: N815 - as it is written there, as below
    thumbnailLink: Text = ""  # noqa: N815
    width: Number = 0
    height: Number = 0
    byteSize: Number = 0  # noqa: N815


class _Item(Struct):
    link: str
    title: Text = ""
    snippet: Text = ""
    displayLink: Text = ""  # noqa: N815
    pagemap: dict[str, Any] | None = None
    image: _Image | None = None


class _Spelling(Struct):
    correctedQuery: Text = ""  # noqa: N815


class _Payload(Struct):
    items: Raws = None
    spelling: _Spelling | None = None


class _Reason(Struct):
    reason: Text = ""


class _Error(Struct):
    errors: list[_Reason] | None = None
    status: Text = ""
    message: Text = ""


class _Refusal(Struct):
    error: _Error


def _request(kind: str, query: Query, _: float) -> Request:
    language = query.language.lower()
    images = query.images
    return Request(
        "/customsearch/v1",
        params={
            "q": query.text,
            "num": query.count,
            "cx": query.engine or None,
            "searchType": "image" if kind == "images" else None,
            "safe": _SAFE.get(query.safe),
            "lr": (_LANGUAGES.get(language) or f"lang_{language[:2]}") if language else None,
            "cr": f"country{query.country.upper()}" if query.country else None,
            "exactTerms": query.exact_terms or None,
            "excludeTerms": query.exclude_terms or None,
            "dateRestrict": _RANGE.get(query.time_range),
            "sort": "date" if query.sort_by == "date" else None,
            "imgSize": images.size or None,
            "imgType": images.type or None,
            "imgColorType": images.color_type or None,
            "imgDominantColor": images.dominant_color or None,
            "fileType": images.file_type or None,
        },
    )


def _read(response: Response, _: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    found = (_hit(item, response.fetched_at) for item in rows(payload.items, _Item))
    suggestion = payload.spelling.correctedQuery if payload.spelling else ""
    return Hits(tuple(found), suggestion or "")


def _read_pictures(response: Response, _: Query) -> Pictures:
    payload = msgspec.json.decode(response.body, type=_Payload)
    return Pictures(tuple(_picture(item) for item in rows(payload.items, _Item)))


def _hit(item: _Item, now: float) -> Hit:
    tags: dict[str, Any] = {}
    for name in _MAPS:
        tags = _first(item.pagemap, name) | tags
    snippet = line(item.snippet)
    dates = [str(tags.get(name) or "") for name in _DATES] + [leading_date(snippet)]
    return Hit(
        title=line(item.title),
        url=item.link,
        snippet=snippet,
        published=next((moment for date in dates if (moment := published(date, now))), ""),
        source=line(str(tags.get("og:site_name") or "")),
        author=line(str(tags.get("author") or "")),
        thumbnail=str(_first(item.pagemap, "cse_thumbnail").get("src") or ""),
    )


def _picture(item: _Item) -> Picture:
    image = item.image or _Image()
    return Picture(
        title=line(item.title),
        url=item.link,
        page=image.contextLink or "",
        thumbnail=image.thumbnailLink or "",
        source=line(item.displayLink),
        width=whole(image.width),
        height=whole(image.height),
        bytes=whole(image.byteSize),
    )


def _first(pagemap: dict[str, Any] | None, name: str) -> dict[str, Any]:
    found = (pagemap or {}).get(name)
    first = found[0] if isinstance(found, list) and found else {}
    return {key.lower(): value for key, value in first.items()} if isinstance(first, dict) else {}


def _problem(response: Response) -> WebFault | None:
    """A bad key is a 400, a spent quota a 429 or, long ago, a 403; the reason tells them apart."""
    try:
        error = msgspec.json.decode(response.body, type=_Refusal).error
    except msgspec.DecodeError:
        return None
    reasons = {reason.reason or "" for reason in error.errors or ()} | {error.status or ""}
    said = line(error.message).lower()
    if reasons & {"dailyLimitExceeded", "quotaExceeded"} or "per day" in said:
        return fault(QuotaSpent, response, "google")
    if reasons & {"rateLimitExceeded", "userRateLimitExceeded", "RESOURCE_EXHAUSTED"}:
        return fault(ProviderLimited, response, "google")
    if reasons & {"keyInvalid", "forbidden", "accessNotConfigured"} or "api key" in said:
        return fault(KeyRefused, response, "google")
    return None


PROVIDER = Provider(
    name="google",
    base="https://www.googleapis.com",
    operations={
        "web": Operation(
            partial(_request, "web"),
            _read,
            Hits,
            abilities=Abilities(_APPLIES, frozenset({"sites"}), hours=False),
        ),
        "news": Operation(
            partial(_request, "news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES, frozenset({"sites"}), hours=False),
        ),
        "images": Operation(
            partial(_request, "images"),
            _read_pictures,
            Pictures,
            abilities=Abilities(_APPLIES | _PICTURES, frozenset({"sites"}), hours=False),
        ),
    },
    credentials=(
        Credential("GOOGLE_CUSTOM_SEARCH_API_KEY", "param", "key"),
        Credential("GOOGLE_CUSTOM_SEARCH_ID", "param", "cx"),
    ),
    problem=_problem,
)
