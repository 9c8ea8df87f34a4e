"""What providers found, sifted by what they could not apply, without doubles, in a fixed order."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest

import msgspec

from headwater.actors.domain import links
from headwater.actors.domain.search.dates import moment_of
from headwater.actors.domain.search.plan import terms_of
from headwater.actors.messages.faults import Refused
from headwater.actors.messages.search import Hit, Picture, Query

SECONDS = {
    "hour": 3_600.0,
    "day": 86_400.0,
    "week": 7 * 86_400.0,
    "month": 31 * 86_400.0,
    "year": 366 * 86_400.0,
}


def address(url: str) -> str:
    """The address without tracking and fragment, as one page has it; nothing where it is none."""
    try:
        return links.normalise(links.parse(url.strip()))
    except Refused:
        return ""


def merge(lists: Sequence[Iterable[Hit]]) -> list[Hit]:
    """The best of each list first, each page once; what is no page of the web is left out."""
    mixed = chain.from_iterable(zip_longest(*lists))
    return list(_distinct(hit for hit in mixed if hit is not None))


def merge_pictures(lists: Sequence[Iterable[Picture]]) -> list[Picture]:
    """The same for pictures."""
    found: dict[str, Picture] = {}
    for picture in chain.from_iterable(zip_longest(*lists)):
        if picture is not None and (key := address(picture.url)):
            small, page = _link(picture.thumbnail), _link(picture.page)
            shown = msgspec.structs.replace(picture, thumbnail=small, page=page)
            found.setdefault(key, shown)
    return list(found.values())


def sift(hits: Iterable[Hit], wanted: Query, now: float) -> list[Hit]:
    """Those that fit. One that does not tell its date or language is given the benefit of doubt."""
    kept = [hit for hit in hits if _fits(hit, wanted, now)]
    if wanted.sort_by == "date":
        dated = sorted((hit for hit in kept if hit.published), key=_published, reverse=True)
        kept = dated + [hit for hit in kept if not hit.published]
    return kept


def unproven(hits: Sequence[Hit], wanted: Query) -> list[str]:
    """What was to be emulated, and could not be, because no result tells what it takes."""
    named = {
        "time_range": bool(wanted.time_range) and not any(hit.published for hit in hits),
        "sort_by": wanted.sort_by == "date" and not any(hit.published for hit in hits),
        "language": bool(wanted.language) and not any(hit.language for hit in hits),
    }
    return [name for name, missing in named.items() if missing and hits]


def unproven_pictures(wanted: Query) -> list[str]:
    """The same for pictures, which tell neither date nor language, and have hardly any words."""
    names = ("exclude_terms", "time_range", "language")
    return [name for name in names if getattr(wanted, name)]


def sift_pictures(pictures: Iterable[Picture], wanted: Query) -> list[Picture]:
    """Those that are shown on one of the sites."""
    return [
        picture
        for picture in pictures
        if not wanted.sites or is_on(picture.page or picture.url, wanted.sites)
    ]


def is_on(url: str, sites: Sequence[str]) -> bool:
    """Whether a page is on one of the sites: the host or one below it, and below the path."""
    try:
        page = links.parse(url)
    except Refused:
        return False
    return any(_is_below(page.host, page.target, site) for site in sites)


def _is_below(host: str, target: str, site: str) -> bool:
    name, _, path = site.lower().partition("/")
    name = name.removeprefix("www.")
    if host != name and not host.endswith("." + name):
        return False
    wanted = "/" + path.rstrip("/")
    path_only = target.lower().split("?")[0]
    return not path or path_only == wanted or path_only.startswith(wanted + "/")


def _fits(hit: Hit, wanted: Query, now: float) -> bool:
    if wanted.sites and not is_on(hit.url, wanted.sites):
        return False
    if wanted.exclude_terms and _mentions(hit, wanted.exclude_terms):
        return False
    if wanted.time_range and hit.published and _age(hit, now) > SECONDS[wanted.time_range]:
        return False
    if wanted.language and hit.language:
        return hit.language.lower()[:2] == wanted.language.lower()[:2]
    return True


def _age(hit: Hit, now: float) -> float:
    return now - moment_of(hit.published)


def _mentions(hit: Hit, terms: str) -> bool:
    text = " ".join((hit.title, hit.snippet, *hit.more))
    return any(_pattern(term).search(text) for term in terms_of(terms))


@functools.lru_cache(maxsize=64)
def _pattern(term: str) -> re.Pattern[str]:
    start = r"\b" if term[:1].isalnum() else ""
    end = r"\b" if term[-1:].isalnum() else ""
    return re.compile(start + re.escape(term) + end, re.IGNORECASE)


def _distinct(hits: Iterable[Hit]) -> Iterator[Hit]:
    seen: set[str] = set()
    for hit in hits:
        url = address(hit.url)
        key = url.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
        if url and key not in seen:
            seen.add(key)
            small = _link(hit.thumbnail)
            same = hit.url == url and hit.thumbnail == small
            yield hit if same else msgspec.structs.replace(hit, url=url, thumbnail=small)


def _link(text: str) -> str:
    """A link that can be followed: pictures inside an answer (data:) are long, and no links."""
    if text.startswith("//"):
        return f"https:{text}"
    return text if text.startswith(("https://", "http://")) else ""


def _published(hit: Hit) -> str:
    return hit.published
