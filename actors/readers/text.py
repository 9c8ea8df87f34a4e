"""Plain text, and text in any form that has no reader of its own: kept line by line."""

from __future__ import annotations

from headwater.actors.domain.charset import decode
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.reader import Given, Reader

_TITLE = 120  # characters; a longer first line is no title


def read(given: Given) -> Document:
    """The text as it is; a short first line is its title."""
    text, _ = decode(given.body, given.content_type, markup=given.media.endswith("xml"))
    first = text.lstrip().partition("\n")[0].strip()
    plain = given.media == "text/plain" and 0 < len(first) <= _TITLE
    return Document(
        text=text,
        media="xml" if given.media.endswith("xml") else "text",
        facts=Facts(title=first if plain else ""),
        reader="text",
    )


READER = Reader(
    media=(
        "text/*",
        "*/*+xml",
        "application/xml",
        "application/javascript",
        "application/x-javascript",
        "application/ecmascript",
        "application/x-sh",
        "application/sql",
        "application/toml",
        "application/yaml",
        "application/x-yaml",
        "application/x-tex",
        "application/x-bibtex",
        "application/x-subrip",
        "message/rfc822",
        "image/svg+xml",
    ),
    read=read,
)
