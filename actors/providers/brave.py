"""
Brave Search: an index of its own, for web, news and pictures.

Needs a key. The free plan allows one request a second; every answer says what the key's plan does,
and that is followed. A bad key is answered with 422. Queries have 400 characters at most.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.providers.rows import Number, Raws, Text, rows, whole
from headwater.actors.domain.search.dates import published
from headwater.actors.domain.search.words import plain
from headwater.actors.messages.faults import KeyRefused, ProviderLimited, QuotaSpent, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.places.brave import DESCRIPTIONS, PLACES
from headwater.actors.providers.provider import Credential, Operation, Provider

_RANGE = {"hour": "pd", "day": "pd", "week": "pw", "month": "pm", "year": "py"}  # finest: a day
_SAFE = {"off": "off", "medium": "moderate", "high": "strict"}
_IMAGE_SAFE = {"off": "off", "medium": "strict", "high": "strict"}
_COUNTRIES = (
    "ar au at be br ca cl dk fi fr de gr hk in id it jp kr my mx nl nz no cn pl pt ph ru sa za es "
    "se ch tw tr gb us"
)
_LANGUAGES = (
    "ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl "
    "pa ro ru sr sk sl es sv ta te th tr uk vi"
)
_RENAMED = {
    "ja": "jp",
    "zh": "zh-hans",
    "zh-cn": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
    "pt": "pt-pt",
    "pt-br": "pt-br",
    "en-gb": "en-gb",
    "no": "nb",
}
_APPLIES = frozenset({"time_range", "safe", "language", "country"})
_OPERATORS = frozenset({"sites", "exact_terms", "exclude_terms"})


class _Source(Struct):
    src: Text = ""
    original: Text = ""


class _Site(Struct):
    name: Text = ""
    hostname: Text = ""


class _Properties(Struct):
    url: Text = ""
    width: Number = 0
    height: Number = 0


class _Row(Struct):
    url: str
    title: Text = ""
    description: Text = ""
    age: Text = ""
    page_age: Text = ""
    language: Text = ""
    profile: _Site | None = None
    meta_url: _Site | None = None
    thumbnail: _Source | None = None
    extra_snippets: list[str] | None = None
    properties: _Properties | None = None
    source: Text = ""


class _Results(Struct):
    results: Raws = None


class _Asked(Struct):
    altered: Text = ""


class _Payload(Struct):
    web: _Results | None = None
    results: Raws = None
    query: _Asked | None = None


class _Meta(Struct):
    quota_limit: Number = None
    quota_current: Number = None


class _Error(Struct):
    code: Text = ""
    detail: Text = ""
    meta: _Meta | None = None


class _Refusal(Struct):
    error: _Error | None = None
    errors: list[_Error] | None = None


def _request(kind: str, query: Query, _: float) -> Request:
    safe = _IMAGE_SAFE if kind == "images" else _SAFE
    pictures = kind == "images"
    return Request(
        f"/{kind}/search",
        params={
            "q": query.text,
            "count": query.count,
            "country": query.country.upper() if query.country in _COUNTRIES.split() else None,
            "search_lang": _language(query.language) or None,
            "safesearch": safe.get(query.safe),
            "freshness": None if pictures else _RANGE.get(query.time_range),
            "goggles": query.goggle or None,
            "result_filter": "web" if kind == "web" else None,
        },
    )


def _language(language: str) -> str:
    code = language.lower()
    known = _RENAMED.get(code) or _RENAMED.get(code[:2])
    return known or (code[:2] if code[:2] in _LANGUAGES.split() else "")


def _ignored(query: Query) -> tuple[str, ...]:
    named = {
        "country": bool(query.country) and query.country not in _COUNTRIES.split(),
        "language": bool(query.language) and not _language(query.language),
    }
    return tuple(name for name, missing in named.items() if missing)


def _read(response: Response, query: Query) -> Hits:
    payload = msgspec.json.decode(response.body, type=_Payload)
    raws = payload.web.results if payload.web else payload.results
    hits = (_hit(row, response.fetched_at) for row in rows(raws, _Row))
    altered = payload.query.altered if payload.query else ""
    return Hits(tuple(hits), altered or "", _ignored(query))


def _read_pictures(response: Response, query: Query) -> Pictures:
    payload = msgspec.json.decode(response.body, type=_Payload)
    found = (_picture(row) for row in rows(payload.results, _Row))
    return Pictures(tuple(picture for picture in found if picture.url), _ignored(query))


def _hit(row: _Row, now: float) -> Hit:
    site = row.profile or row.meta_url or _Site()
    return Hit(
        title=plain(row.title),
        url=row.url,
        snippet=plain(row.description),
        published=published(row.page_age, now) or published(row.age, now),
        source=plain(site.name or site.hostname),
        language=row.language or "",
        thumbnail=(row.thumbnail.src or row.thumbnail.original or "") if row.thumbnail else "",
        more=tuple(plain(snippet) for snippet in row.extra_snippets or ()),
    )


def _picture(row: _Row) -> Picture:
    image = row.properties or _Properties()
    return Picture(
        title=plain(row.title),
        url=image.url or "",
        page=row.url,
        thumbnail=(row.thumbnail.src or "") if row.thumbnail else "",
        source=plain(row.source),
        width=whole(image.width),
        height=whole(image.height),
    )


def _limits(response: Response) -> float | None:
    """How far apart requests must be: the first number is for a second, the second for a month."""
    each = response.header("x-ratelimit-limit").split(",")[0].strip()
    return 1.0 / int(each) if each.isdecimal() and int(each) > 0 else None


def _problem(response: Response) -> WebFault | None:
    try:
        refusal = msgspec.json.decode(response.body, type=_Refusal)
    except msgspec.DecodeError:
        return None
    errors = [refusal.error] if refusal.error else refusal.errors or []
    codes = {error.code or "" for error in errors}
    if codes & {"SUBSCRIPTION_TOKEN_INVALID", "SUBSCRIPTION_NOT_FOUND", "OPTION_NOT_IN_PLAN"}:
        return fault(KeyRefused, response, "brave")
    if response.status != 429:
        return None
    month = response.header("x-ratelimit-remaining").split(",")[1:2]
    spent = any(_is_spent(error.meta) for error in errors if error.meta)
    if spent or "QUOTA_LIMITED" in codes or (month and month[0].strip() == "0"):
        return fault(QuotaSpent, response, "brave")
    limited = fault(ProviderLimited, response, "brave")
    if limited.retry_after is None:
        limited.retry_after = _reset(response)
    return limited


def _reset(response: Response) -> float:
    """The seconds until it may be asked again: the first number, as for the limit."""
    first = response.header("x-ratelimit-reset").split(",")[0].strip()
    return float(first) if first.isdecimal() and len(first) < 4 else 1.0


def _is_spent(meta: _Meta) -> bool:
    return whole(meta.quota_limit) > 0 and whole(meta.quota_current) >= whole(meta.quota_limit)


PROVIDER = Provider(
    name="brave",
    base="https://api.search.brave.com/res/v1",
    operations={
        "web": Operation(
            partial(_request, "web"),
            _read,
            Hits,
            abilities=Abilities(_APPLIES, _OPERATORS, sites=12, longest=400, most=20, hours=False),
        ),
        "news": Operation(
            partial(_request, "news"),
            _read,
            Hits,
            ttl=900.0,
            abilities=Abilities(_APPLIES, _OPERATORS, sites=12, longest=400, most=50, hours=False),
        ),
        "images": Operation(
            partial(_request, "images"),
            _read_pictures,
            Pictures,
            abilities=Abilities(
                _APPLIES - {"time_range"}, _OPERATORS, sites=12, longest=400, most=200, hours=False
            ),
        ),
        "places": PLACES,
        "descriptions": DESCRIPTIONS,
    },
    credentials=(Credential("BRAVE_API_KEY", "header", "X-Subscription-Token"),),
    interval=1.0,
    limits=_limits,
    problem=_problem,
)
