"""The answer of search_and_scrape from what was found and read. No I/O: it runs in a thread."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from headwater.actors.domain.claims.evidence import Evidence
from headwater.actors.domain.error_form import action_of
from headwater.actors.domain.gather.combine import Piece, combine
from headwater.actors.domain.gather.output import Duplicate, FailureInfo, SourceResult, Status
from headwater.actors.domain.gather.overlap import Sent, copies
from headwater.actors.domain.gather.pages import Judged, ranked
from headwater.actors.domain.gather.scores import RELEVANT
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.search import Hit
from headwater.kernel.faults import Fault


class Wish(Struct, frozen=True):
    """What of the pages is wanted."""

    deduplicate: bool = True
    filter_by_query: bool = False
    each: int = 50_000  # bytes of one source
    total: int = 300_000  # bytes of all


class Built(Struct, frozen=True):
    """Sources, best first, and their texts as one."""

    status: Status
    sources: tuple[SourceResult, ...]
    combined: str
    truncated: bool
    scraped: int
    failures: tuple[FailureInfo, ...]
    duplicates: tuple[Duplicate, ...]
    filtered: tuple[str, ...]
    judged: tuple[Judged, ...]  # every page that was read, for the session


def build(hits: Sequence[Hit], read: Sequence[Judged | Fault], wish: Wish) -> Built:
    """Rank, leave out what repeats or is beside the query, and fit the rest in."""
    judged = ranked([one for one in read if isinstance(one, Judged)])
    kept = judged
    filtered: tuple[str, ...] = ()
    if wish.filter_by_query:
        kept = [one for one in judged if one.scores.relevance >= RELEVANT]
        filtered = tuple(one.page.url for one in judged if one.scores.relevance < RELEVANT)
    duplicates: tuple[Duplicate, ...] = ()
    if wish.deduplicate:
        kept, duplicates = _distinct(kept)
    headed = [(_heading(one), one.page.document.text) for one in kept]
    sent = Sent() if wish.deduplicate else None
    pieces, combined = combine(headed, wish.each, wish.total, sent)
    pairs = zip(hits, read, strict=True)
    failures = tuple(failure(hit.url, fault) for hit, fault in pairs if isinstance(fault, Fault))
    return Built(
        status=_status(len(judged), len(failures)),
        sources=tuple(_source(one, piece) for one, piece in zip(kept, pieces, strict=True)),
        combined=combined,
        truncated=any(piece.truncated for piece in pieces),
        scraped=len(judged),
        failures=failures,
        duplicates=duplicates,
        filtered=filtered,
        judged=tuple(judged),
    )


def _distinct(judged: list[Judged]) -> tuple[list[Judged], tuple[Duplicate, ...]]:
    """Pages that are each other's copies once: the same address after all, or the same text."""
    texts = [one.page.document.text for one in judged]
    same = copies(texts, [one.fingerprint for one in judged])
    first: dict[str, int] = {}
    for place, one in enumerate(judged):
        if place not in same:
            twin = first.setdefault(one.page.final_url or one.page.url, place)
            same |= {place: twin} if twin != place else {}
    duplicates = (Duplicate(judged[one].page.url, judged[of].page.url) for one, of in same.items())
    kept = [one for place, one in enumerate(judged) if place not in same]
    return kept, tuple(duplicates)


def failure(url: str, fault: Fault) -> FailureInfo:
    """Why a page could not be read, and what to do about it."""
    return FailureInfo(
        url=url,
        kind=fault.code,
        reason=str(fault),
        retryable=fault.retryable,
        suggested_action=action_of(fault),
    )


def _status(scraped: int, failed: int) -> Status:
    if not scraped:
        return "failed"
    return "partial" if failed else "complete"


def _heading(one: Judged) -> str:
    title = " ".join(one.title.split()) or one.page.url
    return f"# {title}\n<{one.page.url}>\n\n"


def _source(one: Judged, piece: Piece) -> SourceResult:
    page = one.page
    found = one.evidence
    return SourceResult(
        url=page.url,
        title=one.title,
        content=piece.text,
        content_type=page.document.media,
        trust=TRUST,
        scores=one.scores,
        source_type=one.kind.source_type,
        authority_tier=one.kind.authority_tier,
        domain_category=one.kind.category,
        published=one.dated,
        final_url=page.final_url if page.final_url != page.url else "",
        truncated=piece.truncated,
        claim_signal=found.signal if found else "",
        key_sentences=tuple(key.text for key in found.sentences) if found else (),
        key_sentence_offsets=_places(found, piece.text) if found else (),
        claim_coverage=found.coverage if found else None,
        contrast_signal=found.contrast if found else False,
    )


def _places(found: Evidence, content: str) -> tuple[tuple[int, int] | None, ...]:
    """Where the sentences are in what of the page is shown."""
    starts = [content.find(key.text) for key in found.sentences]
    return tuple(
        (start, start + len(key.text)) if start >= 0 else None
        for start, key in zip(starts, found.sentences, strict=True)
    )
