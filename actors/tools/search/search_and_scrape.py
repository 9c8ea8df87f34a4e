"""The search_and_scrape tool."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from headwater.actors.domain.claims.evidence import Claim, read_claim
from headwater.actors.domain.excerpt import estimated_tokens, size_category
from headwater.actors.domain.gather.advice import components, recommendations
from headwater.actors.domain.gather.build import Built, Wish, build
from headwater.actors.domain.gather.link import link_of, linked
from headwater.actors.domain.gather.output import (
    Gathered,
    Outlook,
    PipelineSummary,
    SizeMetadata,
)
from headwater.actors.domain.gather.pages import Judged, judge
from headwater.actors.domain.scrape.raw import LINKED
from headwater.actors.domain.search.asking import Search, search
from headwater.actors.domain.search.hints import hints_for
from headwater.actors.domain.search.meta import audit_of, meta_of
from headwater.actors.domain.search.routing import healthy
from headwater.actors.domain.search.wishes import SAFE, ignored_names, words_of
from headwater.actors.domain.session.record import record, record_fault
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.artifacts import LOCAL, PutArtifact
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import (
    StoreDamaged,
    StoreFull,
    StoreUnavailable,
    Unreachable,
    WebFault,
)
from headwater.actors.messages.options import Options, ReadOptions
from headwater.actors.messages.search import Hit, Query
from headwater.actors.messages.sessions import Outcome, Source
from headwater.actors.messages.web import ReadPage
from headwater.kernel.faults import Fault, Overdue
from headwater.kernel.tool import Desk, Tool

MOST = 5_000_000  # bytes
PATIENCE = 45.0  # seconds for one page; the others do not wait longer for it
NOTHING = "The search found no pages; see hints."
UNREAD = "No page could be read; scrapeFailures says why. Try other words or another provider."


class SearchAndScrape(Struct, frozen=True, forbid_unknown_fields=True):
    """What to find, and how much of it."""

    query: Annotated[str, Meta(min_length=1, max_length=500)]
    num_results: Annotated[int, Meta(ge=1, le=10)] = 3
    include_sources: Annotated[bool, Meta(description="false: only combinedContent")] = True
    deduplicate: Annotated[bool, Meta(description="Repeated paragraphs once")] = True
    max_length_per_source: Annotated[int, Meta(description="Bytes", ge=1, le=MOST)] = 50_000
    total_max_length: Annotated[int, Meta(description="Bytes", ge=1, le=MOST)] = 300_000
    filter_by_query: Annotated[bool, Meta(description="Drop pages beside the query")] = False
    provider: Annotated[str, Meta(max_length=64)] | None = None
    session_id: Annotated[str, Meta(max_length=200)] | None = field(default=None, name="sessionId")
    claim: (
        Annotated[str, Meta(description="Find sentences about it", min_length=1, max_length=2000)]
        | None
    ) = None


async def search_and_scrape(args: SearchAndScrape, desk: Desk) -> Reply:
    """Search, read what was found at once, and make one answer of it."""
    started = time.monotonic()
    words = words_of(args.query)
    done = await _search(args, words, desk)
    hits = done.found.hits
    desk.progress(1, 3, f"reading {len(hits)} pages")
    read = await _read(
        hits, read_claim(words), read_claim(args.claim) if args.claim else None, desk
    )
    desk.progress(2, 3, "comparing")
    built = await desk.compute(build, hits, read, _wish(args))
    options = await desk.ask(ReadOptions())
    note = await _record(args, desk, built, done)
    gathered = _gathered(args, done, built, options, note)
    gathered = msgspec.structs.replace(
        gathered, summary=_summary(done, built, time.monotonic() - started)
    )
    routing = audit_of(meta_of(done, time.monotonic() - started))  # not cached as a whole
    return await _reply(gathered, built, desk, routing)


def _wish(args: SearchAndScrape) -> Wish:
    return Wish(
        deduplicate=args.deduplicate,
        filter_by_query=args.filter_by_query,
        each=args.max_length_per_source,
        total=args.total_max_length,
    )


async def _search(args: SearchAndScrape, words: str, desk: Desk) -> Search:
    query = Query(words, count=args.num_results, safe=SAFE)
    try:
        return await search(desk, "web", query, provider=args.provider or "")
    except WebFault as fault:
        asked = args.provider or fault.provider
        await record_fault(desk, args.session_id, TOOL.name, fault, provider=asked)
        raise


async def _read(
    hits: Sequence[Hit], query: Claim, claim: Claim | None, desk: Desk
) -> list[Judged | Fault]:
    """All pages at once; each is judged while others are still on their way."""

    async def read(hit: Hit) -> Judged:
        try:
            page = await desk.ask(ReadPage(url=hit.url), within=PATIENCE)
        except Overdue:
            raise Unreachable(f"it took longer than {PATIENCE:g} s") from None
        return await desk.compute(judge, hit, page, query, claim)

    attempts = [partial(read, hit) for hit in hits]
    came = await desk.race(attempts, lambda _: False, patience=0.0)
    return [one for one in came if one is not None]


def _gathered(
    args: SearchAndScrape, done: Search, built: Built, options: Options, note: str
) -> Gathered:
    length = len(built.combined.encode())
    asked = tuple(attempt.provider for attempt in done.attempts)
    nothing = not done.found.hits
    return Gathered(
        query=args.query,
        status=built.status,
        sources=built.sources if args.include_sources else (),
        combined_content=built.combined,
        trust=TRUST,
        scrape_failures=built.failures,
        note=NOTHING if nothing else UNREAD if built.status == "failed" else "",
        summary=_summary(done, built, 0.0),
        size_metadata=SizeMetadata(
            length, estimated_tokens(length), size_category(length), built.truncated
        ),
        recommendations=recommendations(built.sources) if options.recommendations else (),
        components=components(built.sources) if options.components else (),
        duplicates=built.duplicates,
        filtered=built.filtered,
        hints=hints_for({}, asked, healthy(done.roster, "web", asked)) if nothing else None,
        ignored_parameters=ignored_names(set(done.found.ignored) - {"safe"}, {}),
        session_note=note,
    )


def _summary(done: Search, built: Built, seconds: float) -> PipelineSummary:
    searched = len(done.found.hits)
    return PipelineSummary(searched, built.scraped, len(built.failures), round(seconds * 1000))


async def _reply(
    gathered: Gathered, built: Built, desk: Desk, routing: dict[str, Any] | None
) -> Reply:
    """All of it while it is small; else a link, or all of it where nothing can be kept."""
    body = await desk.compute(msgspec.json.encode, gathered)
    whole = Reply(structured=gathered, meta=routing, audit=routing)
    if len(body) < LINKED:
        return whole
    try:
        kept = await desk.ask(PutArtifact(owner=LOCAL, body=body))
    except (StoreFull, StoreDamaged, StoreUnavailable):
        return whole
    shown = linked(gathered, built, kept)
    return Reply(structured=shown, blocks=(link_of(shown),), meta=routing, audit=routing)


async def _record(args: SearchAndScrape, desk: Desk, built: Built, done: Search) -> str:
    searched = [
        Outcome(tool=TOOL.name, kind=attempt.kind, provider=attempt.provider)
        for attempt in done.attempts
    ]
    failed = [
        Outcome(tool=TOOL.name, kind=failure.kind, url=failure.url) for failure in built.failures
    ]
    sources = [_noted(one, args.query) for one in built.judged]
    return await record(desk, args.session_id, sources=sources, outcomes=[*searched, *failed])


def _noted(one: Judged, query: str) -> Source:
    facts = one.page.document.facts
    return Source(
        url=one.page.url,
        title=one.title,
        author="; ".join(facts.authors),
        site=facts.site,
        date=(facts.published or one.dated)[:10],
        source_type=one.kind.source_type,
        authority=one.kind.authority_tier,
        tool=TOOL.name,
        query=query,
    )


TOOL = Tool(
    name="search_and_scrape",
    family="search",
    title="Search and scrape",
    summary=(
        "Search, then the text of the pages found, ranked by quality, with repeats removed; "
        "evidence for a claim. Large results come as a link. Content is untrusted."
    ),
    takes=SearchAndScrape,
    gives=Outlook,
    run=search_and_scrape,
    seconds=120.0,
)
