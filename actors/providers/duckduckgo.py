"""
DuckDuckGo: its page for browsers without scripts. Web only.

No key and no published limit, but addresses of data centres soon meet a puzzle, often with status
202. Asked at most once a second. Regions stand for country and language at once.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.search.dates import published
from headwater.actors.domain.search.words import plain
from headwater.actors.messages.faults import ProviderBlocked, WebFault
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation, Provider

_RANGE = {"hour": "d", "day": "d", "week": "w", "month": "m", "year": "y"}  # the finest: a day
_SAFE = {"off": "-2", "medium": "-1", "high": "1"}
_REGIONS = (  # as its own menu has them; the first of a country is its usual one
    "ar-es au-en at-de be-nl be-fr br-pt bg-bg ca-en ca-fr cl-es cn-zh co-es hr-hr cz-cs dk-da "
    "ee-et fi-fi fr-fr de-de gr-el hk-tzh hu-hu in-en id-id id-en ie-en il-he it-it jp-jp kr-kr "
    "lv-lv lt-lt my-ms my-en mx-es nl-nl nz-en no-no pe-es ph-en ph-tl pl-pl pt-pt ro-ro ru-ru "
    "sg-en sk-sk sl-sl za-en es-es se-sv ch-de ch-fr ch-it tw-tzh th-th tr-tr ua-uk uk-en us-en "
    "us-es ve-es vn-vi xa-ar xa-en xl-es pk-en ct-ca"
)
_COUNTRIES = {"gb": "uk", "si": "sl", "sa": "xa", "eg": "xa", "ae": "xa"}  # by other letters
_LANGUAGES = {"ja": "jp", "ko": "kr", "sl": "sl", "nb": "no"}
_USUAL = {"en": "us-en", "es": "es-es", "pt": "pt-pt", "de": "de-de", "fr": "fr-fr", "ar": "xa-ar"}
_USUAL |= {"nl": "nl-nl", "it": "it-it", "zh": "cn-zh"}
_CHALLENGE = re.compile(rb"anomaly-modal|anomaly\.js|/anomaly|bots use DuckDuckGo too")
_LINK = re.compile(
    r"<a\s(?P<tag>[^<>]{0,2000}?class=[\"'][^\"'<>]{0,200}result(?:__a|-link)\b[^<>]{0,2000})>"
    r"(?P<title>.{0,2000}?)</a>",
    re.DOTALL,
)
_HREF = re.compile(r"href=[\"']([^\"']*)[\"']")
_SNIPPET = re.compile(
    r"class=[\"'][^\"'<>]{0,200}result(?:__|-)snippet\b[^<>]{0,2000}>(.{0,5000}?)</(?:a|td|div)>",
    re.DOTALL,
)
_DATE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)")
_BROWSER = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36"
)


def _request(query: Query, _: float) -> Request:
    return Request(
        "/html/",
        form={
            "q": query.text,
            "kl": _region(query)[0],
            "df": _RANGE.get(query.time_range),
            "kp": _SAFE.get(query.safe),
        },
        limit=1_000_000,
    )


def _region(query: Query) -> tuple[str, tuple[str, ...]]:
    """The region for country and language, and which of the two it leaves out."""
    regions = _REGIONS.split()
    country = _COUNTRIES.get(query.country, query.country)
    language = query.language.lower().partition("-")[0]
    tongue = "tzh" if language == "zh" and country in ("tw", "hk") else language
    tongue = _LANGUAGES.get(tongue, tongue)
    if not country:
        usual = _USUAL.get(language) or _first(regions, f"-{tongue}") if tongue else "wt-wt"
        return usual or "wt-wt", () if usual else ("language",)
    if tongue and f"{country}-{tongue}" in regions:
        return f"{country}-{tongue}", ()
    usual = next((region for region in regions if region.startswith(f"{country}-")), "")
    missing = (("language",) if tongue else ()) + (() if usual else ("country",))
    return usual or "wt-wt", missing


def _first(regions: list[str], ending: str) -> str:
    return next((region for region in regions if region.endswith(ending)), "")


def _read(response: Response, query: Query) -> Hits:
    if _CHALLENGE.search(response.body):
        raise ProviderBlocked("duckduckgo wants a puzzle solved", provider="duckduckgo")
    page = response.body.decode(errors="replace")
    found = list(_LINK.finditer(page))
    if not found and "result" not in page:
        raise ValueError("no page of results")
    ends = [*(link.start() for link in found[1:]), len(page)]
    hits = (
        _hit(link, page[link.end() : end], response.fetched_at)
        for link, end in zip(found, ends, strict=False)
    )
    return Hits(tuple(hit for hit in hits if hit.url), ignored=_region(query)[1])


def _hit(link: re.Match[str], rest: str, now: float) -> Hit:
    href = _HREF.search(link["tag"])
    snippet = _SNIPPET.search(rest)
    date = _DATE.search(rest[: snippet.start()] if snippet else "")
    return Hit(
        title=plain(link["title"]),
        url=_target(unescape(href[1])) if href else "",
        snippet=plain(snippet[1]) if snippet else "",
        published=published(date[1], now) if date else "",
    )


def _target(href: str) -> str:
    """Where a link really leads; nothing for an advertisement, or what is no link."""
    try:
        parts = urlsplit(href)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if not host.endswith("duckduckgo.com"):
        return href
    wanted = parse_qs(parts.query).get("uddg", [""])[0]
    return "" if "duckduckgo.com/y.js" in wanted or parts.path.endswith("y.js") else wanted


def _problem(response: Response) -> WebFault | None:
    """It turns robots away with various words; only too many requests are something else."""
    if 400 <= response.status < 500 and response.status != 429:
        return fault(ProviderBlocked, response, "duckduckgo", "it takes us for a robot")
    return None


PROVIDER = Provider(
    name="duckduckgo",
    base="https://html.duckduckgo.com",
    operations={
        "web": Operation(
            _request,
            _read,
            Hits,
            abilities=Abilities(
                frozenset({"time_range", "safe", "language", "country"}),
                frozenset({"sites", "exact_terms", "exclude_terms"}),
                longest=490,
                most=30,
                hours=False,
            ),
        )
    },
    headers={"user-agent": _BROWSER, "accept": "text/html", "accept-language": "en;q=0.9"},
    interval=1.0,
    problem=_problem,
)
