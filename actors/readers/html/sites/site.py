"""A kind of site as a value, known by marks in its pages, so that it is known on any host."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from msgspec import Struct

from headwater import _native
from headwater.actors.lists import FOLDER
from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given
from headwater.kernel.discovery import Listed

HEAD = 16_384  # bytes in which a page says what made it


class Site(Struct, frozen=True):
    """
    Marks, of which one is early in each page, and a function that makes a better document.

    `read` gets the page and what the engine made of it, and gives None where that is the best
    there is. What it needs to parse pages is imported when it first reads one.
    """

    marks: tuple[bytes, ...]
    read: Callable[[Given, Document], Document | None]


@functools.cache
def packaged() -> Mapping[str, Site]:
    """The sites of this package by each of their marks."""
    return Listed(f"{FOLDER}/sites.tsv", "SITE", Site)


@functools.cache
def _marks() -> tuple[bytes, ...]:
    return tuple(mark.encode() for mark in packaged())


def refined(given: Given, document: Document) -> Document:
    """The document as its site's own reader has it, where the page is of such a site."""
    marks = _marks()
    place = _native.find_mark(given.body, marks, HEAD)
    better = None
    if place is not None:
        better = packaged()[marks[place].decode()].read(given, document)
    return document if better is None else better
