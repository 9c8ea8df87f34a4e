"""A reader as a value, and the shelf of those that came with the package."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from msgspec import Struct

from headwater.actors.lists import FOLDER
from headwater.actors.messages.web import Document
from headwater.kernel.discovery import Listed


class Given(Struct, frozen=True):
    """What a reader has to go by."""

    body: bytes
    media: str  # what the bytes are
    content_type: str = ""  # what the server said
    url: str = ""  # where they came from, for relative links


class Reader(Struct, frozen=True):
    """
    Media types (also text/* and */*+json) and the pure function that reads them.

    A reader that needs `foreign` parsers is run in a process of its own, which loads these
    modules before it shuts itself in.
    """

    media: tuple[str, ...]
    read: Callable[[Given], Document]
    foreign: tuple[str, ...] = ()


Shelf = Mapping[str, Reader]


@functools.cache
def packaged() -> Shelf:
    """The readers of this package by media type; each is imported when first needed."""
    return Listed(f"{FOLDER}/readers.tsv", "READER", Reader)


def reader_for(shelf: Shelf, media: str) -> Reader | None:
    """The reader of a type: by its name, its structure (+json), or its family (text/*)."""
    family, _, name = media.partition("/")
    _, plus, structure = name.rpartition("+")
    for wanted in (media, f"*/*+{structure}" if plus else "", f"{family}/*"):
        if wanted in shelf:
            return shelf[wanted]
    return None
