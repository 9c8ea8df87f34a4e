"""JSON: kept as it was written, because its layout may be all there is to go by."""

from __future__ import annotations

from headwater.actors.domain.charset import decode
from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given, Reader


def read(given: Given) -> Document:
    """The text as it is."""
    text, _ = decode(given.body, given.content_type)
    return Document(text=text, media="json", reader="json")


READER = Reader(
    media=(
        "application/json",
        "text/json",
        "application/x-ndjson",
        "application/jsonl",
        "*/*+json",
    ),
    read=read,
)
