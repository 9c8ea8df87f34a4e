"""Feeds: RSS and Atom."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """What the feed is, and its entries with their links and texts."""
    from headwater.actors.readers.feed.feed import read_feed

    return read_feed(given)


READER = Reader(
    media=("application/rss+xml", "application/atom+xml", "application/rdf+xml"),
    read=read,
    foreign=("lxml.html", "headwater.actors.readers.feed.feed"),
)
