"""Books."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """Chapter by chapter, in the order they are read."""
    from headwater.actors.readers.epub.book import read_epub

    return read_epub(given.body)


READER = Reader(
    media=("application/epub+zip",),
    read=read,
    foreign=("lxml.html", "headwater.actors.readers.epub.book"),
)
