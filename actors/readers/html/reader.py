"""HTML pages."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.html.engine import extract
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The page's main text and facts."""
    return extract(given.body, given.url, given.content_type)


READER = Reader(media=("text/html", "application/xhtml+xml"), read=read)
