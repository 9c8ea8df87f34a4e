"""A page as it is kept: a small entry under its address, and its content under its own hash."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from headwater import _native
from headwater.actors.messages.web import (
    Document,
    Hop,
    Keep,
    Packed,
    Page,
    RawPage,
    ReadRaw,
    Response,
    Tier,
    Validators,
)

FRESH = 3600.0  # seconds, as the specification says
STALE = 7 * 86_400.0  # seconds an entry is kept to be revalidated, if its server allows that
AHEAD = 60.0  # seconds an entry may lie in the future before the clock is not believed


class Entry(Struct, frozen=True):
    """Everything about a page but its content."""

    final_url: str
    status: int
    content_type: str
    content_id: str  # SHA-256 of the content, hexadecimal
    fetched_at: float  # or last found unchanged; wall clock, seconds
    hops: tuple[Hop, ...] = ()
    tier: Tier = "html"
    truncated: bool = False
    validators: Validators = Validators()

    def is_fresh(self, now: float) -> bool:
        """Whether it can be answered as it is."""
        return -AHEAD <= now - self.fetched_at < FRESH

    def kept_until(self) -> float:
        """When it goes from the store; wall clock, seconds."""
        return self.fetched_at + (STALE if self.validators != Validators() else FRESH)


class Held(Struct, frozen=True):
    """An entry with its content: a document, or bytes as they came."""

    entry: Entry
    content: Document | bytes
    size: int  # bytes it takes, roughly
    seen: int = 0  # which of other processes' commits it takes into account


def pack(content: Document | bytes) -> Packed:
    """As it is stored."""
    if isinstance(content, Document):
        data = msgspec.msgpack.encode(content, order="deterministic")
    else:
        data = content
    return Packed(data, hashlib.sha256(data).hexdigest())


def entry_of(kept: Keep, content_id: str) -> Entry:
    """What is worth knowing of a fresh result."""
    response, document = kept.response, kept.document
    tier = response.tier
    if tier == "html" and document and document.media == "markdown":
        tier = "markdown"
    return Entry(
        final_url=response.url,
        status=response.status,
        content_type=response.header("content-type"),
        content_id=content_id,
        fetched_at=response.fetched_at,
        hops=response.hops,
        tier=tier,
        truncated=response.truncated,
        validators=_validators(response),
    )


def _validators(response: Response) -> Validators:
    etag, modified = response.header("etag"), response.header("last-modified")
    if not etag and not modified:
        return Validators()
    return Validators(etag, modified, _native.normalise_url(response.url))


def page_of(held: Held, asked: str, now: float, *, cached: bool) -> Page:
    """The answer to ReadPage."""
    if not isinstance(held.content, Document):
        raise TypeError("a page is answered with a document")
    entry = held.entry
    return Page(
        url=asked,
        final_url=entry.final_url,
        status=entry.status,
        content_type=entry.content_type,
        content_id=entry.content_id,
        document=held.content,
        hops=entry.hops,
        tier=entry.tier,
        fetched_at=entry.fetched_at,
        cached=cached,
        age=max(0.0, now - entry.fetched_at) if cached else 0.0,
        max_age=FRESH,
    )


def raw_of(held: Held, asked: str, limit: int, now: float, *, cached: bool) -> RawPage:
    """The answer to ReadRaw, cut to what was asked for."""
    if not isinstance(held.content, bytes):
        raise TypeError("a raw page is answered with bytes")
    entry = held.entry
    return RawPage(
        url=asked,
        final_url=entry.final_url,
        status=entry.status,
        content_type=entry.content_type,
        body=held.content[:limit],
        truncated=entry.truncated or len(held.content) > limit,
        hops=entry.hops,
        fetched_at=entry.fetched_at,
        cached=cached,
        age=max(0.0, now - entry.fetched_at) if cached else 0.0,
        max_age=FRESH,
    )


def is_enough(held: Held, want: ReadRaw) -> bool:
    """Whether as many bytes are held as are wanted, or all there are."""
    content = held.content
    return isinstance(content, bytes) and (not held.entry.truncated or len(content) >= want.limit)
