"""A page that was read, as a session remembers it."""

from __future__ import annotations

from msgspec.structs import replace

from headwater.actors.domain.scrape.output import Metadata, Scraped
from headwater.actors.messages.sessions import Source


def source_of(page: Scraped) -> Source:
    """What a citation needs, and how good the source is."""
    known = page.citation.metadata if page.citation else None
    return Source(
        url=page.final_url or page.url,
        title=known.title if known else "",
        author=known.author if known else "",
        site=known.site if known else "",
        date=known.date if known else "",
        doi=page.detected_doi,
        source_type=page.source_type,
        authority=page.authority_tier,
        tool="scrape_page",
    )


def with_note(page: Scraped, note: str) -> Scraped:
    """The page, with why its session does not know of it."""
    return replace(page, metadata=replace(page.metadata or Metadata(), session_note=note))
