"""HTML pages."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.html.engine import extract
from headwater.actors.readers.html.sites.site import refined
from headwater.actors.readers.html.streamed import assembled, is_streamed
from headwater.actors.readers.reader import Given, Reader

LITTLE = 1_500  # characters; with more, what is missing is beside the point


def read(given: Given) -> Document:
    """The page's main text and facts; threads and the like with who wrote what."""
    document = refined(given, extract(given.body, given.url, given.content_type))
    if len(document.text) < LITTLE and is_streamed(given.body):
        whole = extract(assembled(given.body), given.url, given.content_type)
        if len(whole.text) > len(document.text):
            return whole
    return document


READER = Reader(media=("text/html", "application/xhtml+xml"), read=read)
