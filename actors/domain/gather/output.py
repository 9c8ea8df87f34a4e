"""What search_and_scrape gives. Names are a public contract; what does not apply is left out."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from headwater.actors.domain.search.hints import ZeroResultHints

Status = Literal["complete", "partial", "failed"]


class QualityScore(Struct, frozen=True, rename="camel"):
    """From 0 to 1 each."""

    overall: float
    relevance: float
    freshness: float
    authority: float
    content_quality: float


class SourceResult(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """
    One page.

    `key_sentence_offsets` has for each key sentence where it is in `content`, in characters; null
    where it is in a part of the page that was left out.
    """

    url: str
    title: str = ""
    content: str
    content_type: str
    trust: str
    scores: QualityScore | None = None
    source_type: str = ""
    authority_tier: str = ""
    domain_category: str = ""
    published: str = ""
    final_url: str = ""
    truncated: bool = False
    claim_signal: str = ""
    key_sentences: tuple[str, ...] = ()
    key_sentence_offsets: tuple[tuple[int, int] | None, ...] = ()
    claim_coverage: float | None = None  # of the claim's terms, in the best few sentences
    contrast_signal: bool = False  # a key sentence denies or disputes; read it


class FailureInfo(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A page that could not be read."""

    url: str
    kind: str = ""
    reason: str
    retryable: bool | None = None
    suggested_action: str = ""


class Duplicate(Struct, frozen=True, rename="camel"):
    """A page that was left out because another one says the same."""

    url: str
    duplicate_of: str


class PipelineSummary(Struct, frozen=True, rename="camel"):
    """How it went."""

    urls_searched: int
    urls_scraped: int
    urls_failed: int
    processing_time_ms: int


class SizeMetadata(Struct, frozen=True, rename="camel"):
    """How much it is, in bytes of UTF-8."""

    content_length: int
    estimated_tokens: int
    size_category: str
    truncated: bool


class Recommendation(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A source to read first, and why."""

    url: str
    title: str = ""
    score: float
    reason: str


class Card(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One source at a glance."""

    title: str
    url: str
    body: str = ""
    fields: dict[str, str] = {}


class Table(Struct, frozen=True):
    """Sources side by side."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


class Component(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Something that a client can draw. Made of the data beside it, by rule."""

    type: Literal["card", "table"]
    auto_formatted: bool | None = None
    label: str
    title: str = ""
    source_refs: tuple[str, ...] = ()
    card: Card | None = None
    table: Table | None = None


class Gathered(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Everything."""

    query: str
    status: Status
    sources: tuple[SourceResult, ...]
    combined_content: str
    trust: str
    scrape_failures: tuple[FailureInfo, ...] = ()
    note: str = ""
    summary: PipelineSummary
    size_metadata: SizeMetadata
    recommendations: tuple[Recommendation, ...] = ()
    components: tuple[Component, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    filtered: tuple[str, ...] = ()  # addresses that have too little to do with the query
    hints: ZeroResultHints | None = None
    ignored_parameters: tuple[str, ...] = ()
    session_note: str = ""


class Glance(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """One page of a result that is linked."""

    url: str
    title: str = ""
    overall: float
    claim_signal: str = ""


class Linked(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Where the whole result is, and what it holds."""

    query: str
    status: Status
    trust: str
    resource: str
    bytes: int
    mime_type: str
    summary: str
    expires_at: str
    linked: bool | None = None
    source_count: int | None = None
    sources: tuple[Glance, ...] = ()
    scrape_failures: tuple[FailureInfo, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    ignored_parameters: tuple[str, ...] = ()
    session_note: str = ""


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """The part of both that the list of tools describes; the how-to page has the rest."""

    status: Status
    sources: tuple[dict[str, Any], ...] = ()
    combined_content: str = ""
    trust: str
    scrape_failures: tuple[dict[str, Any], ...] = ()
    resource: str = ""
