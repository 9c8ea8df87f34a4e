"""CSL-JSON: article-journal for what has a DOI, webpage for pages; names as literals."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.domain.citation.months import SEASONS
from headwater.actors.domain.citation.reference import Reference


class _Author(Struct, frozen=True):
    literal: str


class _Issued(Struct, frozen=True, omit_defaults=True, rename="kebab"):
    date_parts: list[list[int]]
    season: int = 0


class _Item(Struct, frozen=True, omit_defaults=True, rename="kebab"):
    id: str
    type: str
    title: str = ""
    author: tuple[_Author, ...] = ()
    issued: _Issued | None = None
    container_title: str = ""
    doi: str = msgspec.field(default="", name="DOI")
    url: str = msgspec.field(default="", name="URL")


def record(key: str, reference: Reference) -> str:
    """One item of the array, on one line."""
    item = _Item(
        id=key,
        type="article-journal" if reference.doi else "webpage",
        title=reference.title,
        author=tuple(_Author(name.literal) for name in reference.authors.names),
        issued=_issued(reference),
        container_title=reference.site,
        doi=reference.doi,
        url=reference.url,
    )
    return msgspec.json.encode(item).decode()


def _issued(reference: Reference) -> _Issued | None:
    date = reference.date
    if not date:
        return None
    parts = [part for part in (date.year, date.month, date.day) if part]
    return _Issued([parts], SEASONS.get(date.season, 0))
