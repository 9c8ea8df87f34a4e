"""A page's bytes as they came: inline while they are few, as a link when they are many."""

from __future__ import annotations

import base64
from datetime import UTC, datetime

from msgspec import Struct

from headwater.actors.domain.charset import decode
from headwater.actors.domain.hosts import reputation_of
from headwater.actors.domain.scrape.cite import cite
from headwater.actors.domain.scrape.cursor import read_cursor, write_cursor
from headwater.actors.domain.scrape.output import Scraped
from headwater.actors.domain.scrape.view import host_of, measures
from headwater.actors.domain.sniff import media_of
from headwater.actors.domain.source_kind import classify
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.artifacts import Artifact
from headwater.actors.messages.calls import ResourceLink
from headwater.actors.messages.web import Facts, RawPage

LINKED = 24 * 1024  # bytes from which a result is linked; about 6,000 tokens
_TEXTUAL = ("text/", "application/json", "application/xml", "application/javascript")


class Slice(Struct, frozen=True):
    """The bytes of the page that are wanted, and where the next ones start; -1 for none."""

    body: bytes
    next: int
    media: str


def slice_of(page: RawPage, cursor: str | None, limit: int) -> Slice:
    """At most `limit` bytes; text is not cut inside a character."""
    start = read_cursor(cursor, "")
    end = min(len(page.body), start + limit)
    while (
        start < end < len(page.body) and page.body[end] & 0xC0 == 0x80 and end > start + limit - 4
    ):
        end -= 1
    media = media_of(page.body, page.content_type, page.final_url)
    more = end < len(page.body) or page.truncated
    return Slice(page.body[start:end], end if more else -1, media)


def inline(page: RawPage, part: Slice) -> Scraped:
    """The bytes as text; what is no text comes in base64 and says so."""
    content, encoding = _written(page, part)
    host = host_of(page.final_url or page.url)
    kind = classify(host)
    return Scraped(
        url=page.url,
        trust=TRUST,
        content_type=page.content_type,
        **{**measures(content), "content_length": len(part.body)},
        truncated=part.next >= 0,
        next_cursor=write_cursor("", part.next),
        citation=cite(page.final_url or page.url, Facts(), page.fetched_at),
        raw=True,
        source_type=kind.source_type,
        authority_tier=kind.authority_tier,
        domain_category=kind.category,
        source_reputation=reputation_of(host),
        final_url=page.final_url if page.final_url != page.url else "",
        redirects=page.hops,
        content_encoding=encoding,
    )


def linked(page: RawPage, part: Slice, kept: Artifact) -> Scraped:
    """The summary that stands in for bytes which the client fetches when it wants them."""
    return Scraped(
        url=page.url,
        trust=TRUST,
        content_type=page.content_type,
        raw=True,
        truncated=part.next >= 0,
        next_cursor=write_cursor("", part.next),
        resource=uri_of(kept),
        bytes=len(part.body),
        mime_type=mime_of(part),
        summary=f"{len(part.body):,} bytes of {page.final_url or page.url}; read the resource.",
        expires_at=datetime.fromtimestamp(kept.expires_at, UTC).isoformat(timespec="seconds"),
        linked=True,
    )


def link_of(page: RawPage, part: Slice, kept: Artifact) -> ResourceLink:
    """The link beside the summary."""
    return ResourceLink(
        uri=uri_of(kept),
        name=f"raw bytes of {host_of(page.final_url or page.url)}",
        mime_type=mime_of(part),
        size=len(part.body),
    )


def uri_of(kept: Artifact) -> str:
    """Where a client reads it."""
    return f"research://artifact/{kept.id}"


def mime_of(part: Slice) -> str:
    """What the bytes are."""
    return part.media or "application/octet-stream"


def _written(page: RawPage, part: Slice) -> tuple[str, str]:
    if part.media.startswith(_TEXTUAL) or part.media.endswith(("+json", "+xml")) or not part.media:
        markup = part.media in {"text/html", "application/xhtml+xml"}
        _, encoding = decode(page.body[:65_536], page.content_type, markup=markup)
        return part.body.decode(encoding, "replace"), ""
    try:
        return part.body.decode(), ""
    except UnicodeDecodeError:
        return base64.b64encode(part.body).decode(), "base64"
