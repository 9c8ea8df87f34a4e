"""On which page of a document a place in its text is."""

from __future__ import annotations

from bisect import bisect_right

from headwater.actors.domain.excerpt import byte_offsets
from headwater.actors.domain.scrape.output import PagePlace
from headwater.actors.messages.web import Document

MOST = 500  # pages named in one answer


def places_of(document: Document) -> list[PagePlace]:
    """Where each page starts, in bytes."""
    pages = document.pages
    offsets = byte_offsets(document.text, [page.offset for page in pages])
    return [PagePlace(page.page, at, page.label) for page, at in zip(pages, offsets, strict=True)]


def pages_between(places: list[PagePlace], start: int, end: int) -> tuple[PagePlace, ...] | None:
    """The pages that a part of the text is on; nothing where there are none."""
    if not places:
        return None
    first = max(0, bisect_right(places, start, key=lambda place: place.offset) - 1)
    chosen = [place for place in places[first:] if place.offset < end]
    return tuple(chosen[:MOST])


def page_at(places: list[PagePlace], offset: int) -> int:
    """The page that a place is on; 0 where there are none."""
    found = bisect_right(places, offset, key=lambda place: place.offset)
    return places[found - 1].page if found else 0
