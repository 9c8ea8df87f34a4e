"""A page as a caller asked to see it: its text, the passages for a question, or its outline."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from headwater.actors.domain.excerpt import (
    byte_length,
    byte_offsets,
    estimated_tokens,
    part_of,
    size_category,
)
from headwater.actors.domain.forum import forum_signals
from headwater.actors.domain.hosts import known_host, reputation_of
from headwater.actors.domain.page_doi import page_doi
from headwater.actors.domain.passages import Passage, passages_of
from headwater.actors.domain.scrape.cite import cite, title_of
from headwater.actors.domain.scrape.cursor import read_cursor, write_cursor
from headwater.actors.domain.scrape.output import Metadata, PassagePlace, Scraped
from headwater.actors.domain.scrape.paging import page_at, pages_between, places_of
from headwater.actors.domain.source_kind import SourceKind, classify
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.web import Document, Page, Span

_GAP = "\n\n[...]\n\n"  # between passages that do not follow one another
_ROW = 64  # bytes that a heading takes besides its title


class Wish(Struct, frozen=True):
    """What of the page is wanted."""

    limit: int  # bytes
    cursor: str | None = None
    outline: bool = False
    query: str = ""


def view_of(page: Page, wish: Wish) -> Scraped:
    """The page with everything known about it."""
    document = page.document
    host = host_of(page.final_url or page.url)
    citation: dict[str, str] = document.structured.get("citation", {})
    kind = classify(host, document.facts.kind, scholarly_tags=is_paper(citation))
    doi = _doi(page, host, kind)
    return Scraped(
        url=page.url,
        trust=TRUST,
        content_type=document.media,
        **_content(page, wish),
        original_length=byte_length(document.text),
        citation=cite(page.final_url or page.url, document.facts, page.fetched_at, doi),
        extracted_by=_tier(page),
        extraction_quality=document.quality,
        metadata=_metadata(document),
        structured_data=document.structured or None,
        forum_signals=forum_signals(host, document),
        source_type=kind.source_type,
        authority_tier=kind.authority_tier,
        domain_category=kind.category,
        source_reputation=reputation_of(host),
        detected_doi=doi,
        final_url=page.final_url if page.final_url != page.url else "",
        redirects=page.hops,
        content_id=page.content_id,
        removed=document.removed or None,
    )


def host_of(url: str) -> str:
    """The host without www., or nothing."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def measures(content: str) -> dict[str, Any]:
    """The fields that say how long the content is."""
    length = byte_length(content)
    return {
        "content": content,
        "content_length": length,
        "estimated_tokens": estimated_tokens(length),
        "size_category": size_category(length),
    }


def _content(page: Page, wish: Wish) -> dict[str, Any]:
    text = page.document.text
    start = read_cursor(wish.cursor, page.content_id)
    if wish.outline:
        return _outline(page, start, wish.limit)
    if wish.query:
        return _passages(page.document, start, wish)
    part = part_of(text, start, wish.limit)
    end = part.next if part.next >= 0 else start + len(text)
    return {
        **measures(part.text),
        "truncated": part.next >= 0,
        "next_cursor": write_cursor(page.content_id, part.next),
        "pages": pages_between(places_of(page.document), part.start, end),
    }


def _outline(page: Page, start: int, limit: int) -> dict[str, Any]:
    spans = _in_bytes(page.document)
    rows: list[Span] = []
    room = limit
    later = -1
    for span in spans:
        if span.offset < start:
            continue
        room -= len(span.title.encode()) + _ROW
        if room < 0 and rows:
            later = span.offset
            break
        rows.append(span)
    return {
        **measures(""),
        "truncated": later >= 0,
        "outline": tuple(rows),
        "next_cursor": write_cursor(page.content_id, later),
    }


def _in_bytes(document: Document) -> list[Span]:
    spans = document.outline
    starts = byte_offsets(document.text, [span.offset for span in spans])
    ends = {span.offset + span.length for span in spans}
    places = dict(zip(sorted(ends), byte_offsets(document.text, sorted(ends)), strict=True))
    return [
        msgspec.structs.replace(span, offset=at, length=places[span.offset + span.length] - at)
        for span, at in zip(spans, starts, strict=True)
    ]


def _passages(document: Document, start: int, wish: Wish) -> dict[str, Any]:
    rest = document.text.encode()[start:].decode(errors="ignore")
    found = passages_of(rest, wish.query)
    chosen = _fitting(found, wish.limit)
    starts = byte_offsets(rest, [passage.offset for passage in chosen])
    pages = places_of(document)
    places = [
        PassagePlace(
            offset=start + at,
            length=len(passage.text.encode()),
            score=passage.score,
            page=page_at(pages, start + at),
        )
        for passage, at in zip(chosen, starts, strict=True)
    ]
    content = part_of(_GAP.join(passage.text for passage in chosen), 0, wish.limit)
    return {
        **measures(content.text),
        "truncated": len(chosen) < len(found) or content.next >= 0,
        "passages": tuple(places),
    }


def _fitting(found: list[Passage], limit: int) -> list[Passage]:
    """The best that fit together, in their order; at least one."""
    kept: list[Passage] = []
    for passage in sorted(found, key=lambda passage: -passage.score):
        size = len(passage.text.encode()) + len(_GAP)
        if size > limit and kept:
            continue
        limit -= size
        kept.append(passage)
        if limit <= 0:
            break
    return sorted(kept, key=lambda passage: passage.offset)


def _tier(page: Page) -> str:
    """Who got the text; nothing for files that are their own text."""
    if page.document.media == "markdown" and page.tier in {"", "html"}:
        return "markdown"
    return "" if page.tier == "html" and page.document.media != "html" else page.tier


def _metadata(document: Document) -> Metadata | None:
    """Only where there is a title, or a document to tell of."""
    facts = document.facts
    found = Metadata()
    if facts.size:
        found = Metadata(
            author="; ".join(facts.authors) or None,
            page_count=facts.page_count,
            published=facts.published,
            modified=facts.modified,
            file_size=facts.size,
        )
    if facts.title:
        author = "; ".join(facts.authors)
        found = msgspec.structs.replace(found, title=title_of(facts), author=author)
    return None if found == Metadata() else found


def is_paper(citation: dict[str, str]) -> bool:
    """Whether a page's own tags are those of a paper."""
    return bool(citation.get("citation_doi") or citation.get("citation_journal_title"))


def _doi(page: Page, host: str, kind: SourceKind) -> str:
    """Only of scholarly pages; elsewhere a DOI is somebody else's."""
    known = known_host(host)
    if kind.source_type != "peer_reviewed" and not (known and known.category == "academic"):
        return ""
    citation: dict[str, str] = page.document.structured.get("citation", {})
    return page_doi(citation, page.final_url or page.url, page.document.text)
