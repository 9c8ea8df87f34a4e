"""
Pages to Markdown, without a server.

    import headwater

    document = headwater.extract(html, "https://example.org/page")
    print(document.title, document.markdown)
"""

from typing import NamedTuple

import msgspec

from headwater import _native


class Heading(NamedTuple):
    """A heading and where its line starts in the Markdown, in characters."""

    level: int
    text: str
    offset: int


class Link(NamedTuple):
    """A link of the content; the address is absolute where the page's own is known."""

    text: str
    url: str


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """
    What a page holds and what it says about itself.

    Dates are ISO 8601. `confidence` is the share of right words that the choice of content
    expects, from 0 to 1. `removed` counts hidden text by the reason it was left out for.
    """

    markdown: str
    title: str | None
    authors: tuple[str, ...]
    published: str | None
    modified: str | None
    site: str | None
    language: str | None
    canonical: str | None
    description: str | None
    outline: tuple[Heading, ...]
    links: tuple[Link, ...]
    encoding: str
    kind: str
    confidence: float
    removed: dict[str, int]


class Block(NamedTuple):
    """A block of a page and what was decided about it."""

    text: str
    path: str
    probability: float
    kept: bool
    reason: str


def extract(html: bytes, url: str = "", content_type: str = "") -> Document:
    """The main content of a page with its metadata; never raises, whatever the bytes."""
    return _document(_native.extract_page(html, url, content_type))


def explain(html: bytes, url: str = "", content_type: str = "") -> tuple[Document, list[Block]]:
    """As `extract`, with every block of the page and why it is in the result or not."""
    fields, rows = _native.explain_page(html, url, content_type)
    return _document(fields), [Block(*row) for row in rows]


def to_markdown(html: bytes, url: str = "") -> str:
    """The main content of a page as Markdown; `url` makes its links absolute."""
    return _native.to_markdown(html, url)


def _document(fields: dict[str, object]) -> Document:
    return msgspec.convert(fields, Document)
