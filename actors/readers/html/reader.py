"""HTML pages."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.html.engine import extract
from headwater.actors.readers.html.sites.site import refined
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The page's main text and facts; threads and the like with who wrote what."""
    return refined(given, extract(given.body, given.url, given.content_type))


READER = Reader(media=("text/html", "application/xhtml+xml"), read=read)
