"""A caller's arguments as a query: checked, in one form, and named as the caller named them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from headwater.actors.domain.search.lenses import lens_named
from headwater.actors.messages.lenses import Lens, ReadLenses
from headwater.actors.messages.search import Safe
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk

Language = Annotated[
    str, Meta(description="ISO 639-1, as de", pattern=r"^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$")
]
Country = Annotated[str, Meta(description="ISO 3166-1, as at", pattern="^[A-Za-z]{2}$")]
SAFE: Safe = "medium"  # where nothing is said; only what was said is named when it is ignored
_SITE = re.compile(r"(?:https?://)?([^\s/?#:@]+\.[^\s/?#:@.]+)(/[^\s?#]*)?")


def words_of(query: str) -> str:
    """The query on one line; a query of nothing but blanks is none."""
    words = " ".join(query.split())
    if not words:
        raise BadInput("query", "has no words", "1 to 500 characters")
    return words


def site_of(text: str | None, field: str) -> tuple[str, ...]:
    """A domain, perhaps with a path; an address is taken for its host and path."""
    if not text or not text.strip():
        return ()
    found = _SITE.fullmatch(text.strip().lower())
    if found is None:
        raise BadInput(field, f"{text[:80]!r} is not a domain", "such as example.org")
    return (found[1] + (found[2] or "").rstrip("/"),)


async def lens_of(
    desk: Desk, name: str | None, site: str | None = None, field: str = "site"
) -> Lens | None:
    """The lens of that name; it says where to search, so a site beside it is a contradiction."""
    if not name:
        return None
    if site:
        raise BadInput(field, "cannot be combined with lens", "one of the two")
    return lens_named(name, await desk.ask(ReadLenses()))


def ignored_names(fields: Iterable[str], renamed: Mapping[str, str]) -> tuple[str, ...]:
    """Fields of a query under the caller's names, each once."""
    return tuple(dict.fromkeys(renamed.get(field, field) for field in fields))
