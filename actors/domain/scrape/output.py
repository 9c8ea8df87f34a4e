"""What scrape_page gives. Names are a public contract; what does not apply is left out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater.actors.domain.forum import ForumSignals
from headwater.actors.domain.hosts import Reputation
from headwater.actors.messages.web import Hop, Span


class CitationMetadata(Struct, frozen=True):
    """What a citation is made of; empty where the page does not say."""

    title: str
    author: str
    site: str
    date: str


class CitationFormats(Struct, frozen=True):
    """The citation, written out."""

    apa: str
    mla: str


class Citation(Struct, frozen=True, rename="camel"):
    """How to cite the page."""

    url: str
    accessed_date: str
    metadata: CitationMetadata
    formatted: CitationFormats


class Metadata(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Title and author, what a document says of itself, and why a named session took no part."""

    title: str | None = None
    author: str | None = None
    page_count: int = 0
    published: str = ""
    modified: str = ""
    file_size: int = 0  # bytes
    session_note: str = ""


class PassagePlace(Struct, frozen=True, omit_defaults=True):
    """Where a passage of `content` is in the text, in bytes, and on which page of a document."""

    offset: int
    length: int
    score: float
    page: int = 0


class PagePlace(Struct, frozen=True, omit_defaults=True):
    """Where a page of a document starts in its text, in bytes."""

    page: int
    offset: int
    label: str = ""


class Scraped(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """One page. Lengths and offsets are bytes of UTF-8."""

    url: str
    content_type: str
    trust: str
    content: str | None = None
    content_length: int | None = None
    truncated: bool | None = None
    next_cursor: str = ""
    original_length: int | None = None
    estimated_tokens: int | None = None
    size_category: str = ""
    citation: Citation | None = None
    raw: bool = False
    extracted_by: str = ""
    extraction_quality: str = ""
    metadata: Metadata | None = None
    structured_data: dict[str, Any] | None = None
    forum_signals: ForumSignals | None = None
    source_type: str = ""
    authority_tier: str = ""
    domain_category: str = ""
    source_reputation: Reputation | None = None
    detected_doi: str = ""
    final_url: str = ""
    redirects: tuple[Hop, ...] = ()
    content_id: str = ""
    outline: tuple[Span, ...] | None = None
    pages: tuple[PagePlace, ...] | None = None
    passages: tuple[PassagePlace, ...] | None = None
    removed: dict[str, int] | None = None
    content_encoding: str = ""
    resource: str = ""
    bytes: int | None = None
    mime_type: str = ""
    summary: str = ""
    expires_at: str = ""
    linked: bool = False


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """
    The part of Scraped that the list of tools describes.

    Every byte of it is read by a model before each choice of a tool, so it names what a reader
    goes by; the how-to page describes all of it. Objects are left open.
    """

    url: str
    content_type: str
    trust: str
    content: str | None = None
    content_length: int | None = None
    truncated: bool | None = None
    next_cursor: str = ""
    estimated_tokens: int | None = None
    citation: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    source_type: str = ""
    authority_tier: str = ""
    outline: list[dict[str, Any]] | None = None
    passages: list[dict[str, Any]] | None = None
    resource: str = ""
