"""The headings of a Markdown text and where their sections are."""

from __future__ import annotations

from headwater import _native
from headwater.actors.messages.web import Span


def outline_of(text: str) -> tuple[Span, ...]:
    """Headings in order. A section ends where one of the same or a higher level starts."""
    return tuple(Span(*row) for row in _native.outline_of(text))
