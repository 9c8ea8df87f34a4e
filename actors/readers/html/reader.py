"""HTML pages."""

from __future__ import annotations

from headwater.actors.domain.charset import decode
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.engine import extract
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The page's main text and facts."""
    text, _ = decode(given.body, given.content_type, markup=True)
    return extract(given.body, text, given.url, given.content_type)


READER = Reader(media=("text/html", "application/xhtml+xml"), read=read)
