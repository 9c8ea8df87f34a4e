"""A session's source as a bibliography takes it."""

from __future__ import annotations

from headwater.actors.domain.citation.reference import Source as Cited
from headwater.actors.messages.sessions import Source


def cited(source: Source) -> Cited:
    """Without the day it was read: the same session gives the same bibliography."""
    return Cited(
        url=source.url,
        title=source.title,
        author=source.author,
        site=source.site,
        date=source.date,
        doi=source.doi,
    )
