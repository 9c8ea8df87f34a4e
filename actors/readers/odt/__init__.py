"""OpenDocument texts."""

from __future__ import annotations

from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The text as Markdown."""
    from headwater.actors.readers.odt.document import read_odt

    return read_odt(given.body)


READER = Reader(
    media=(
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.text-template",
        "application/vnd.oasis.opendocument.presentation",
    ),
    read=read,
    foreign=("lxml.etree", "headwater.actors.readers.odt.document"),
)
