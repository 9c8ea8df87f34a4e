"""The web_search tool."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from headwater.actors.domain import links
from headwater.actors.domain.claims.evidence import read_claim, signal
from headwater.actors.domain.hosts import Reputation, reputation_of
from headwater.actors.domain.search.asking import Search
from headwater.actors.domain.search.hints import ZeroResultHints, hints_for
from headwater.actors.domain.search.meta import audit_of, meta_of
from headwater.actors.domain.search.routing import healthy
from headwater.actors.domain.search.sources import recorded_search
from headwater.actors.domain.search.wishes import (
    SAFE,
    Country,
    Language,
    ignored_names,
    lens_of,
    site_of,
    words_of,
)
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.search import Engagement, Hit, Query
from headwater.kernel.tool import Desk, Tool

Short = Annotated[str, Meta(max_length=500)]


class WebSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for, and where."""

    query: Annotated[str, Meta(min_length=1, max_length=500)]
    num_results: Annotated[int, Meta(ge=1, le=10)] = 5
    time_range: Literal["day", "week", "month", "year"] | None = None
    safe: (
        Annotated[Literal["off", "medium", "high"], Meta(extra_json_schema={"default": SAFE})]
        | None
    ) = None
    language: Language | None = None
    site: Annotated[str, Meta(description="Domain; not with lens", max_length=253)] | None = None
    exact_terms: Short | None = None
    exclude_terms: Short | None = None
    country: Country | None = None
    lens: Annotated[str, Meta(description="See lenses://catalog", max_length=64)] | None = None
    provider: Annotated[str, Meta(max_length=64)] | None = None
    session_id: Annotated[str, Meta(max_length=200)] | None = field(default=None, name="sessionId")
    claim: Annotated[str, Meta(description="Adds claimSignal", max_length=2000)] | None = None


class SearchResult(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One page."""

    title: str
    url: str
    snippet: str
    display_link: str
    published_at: str = ""
    source: str = ""
    author: str = ""
    language: str = ""
    thumbnail: str = ""
    extra_snippets: tuple[str, ...] = ()
    score: float | None = None
    engagement: Engagement | None = None
    source_reputation: Reputation | None = None
    claim_signal: str | None = None


class SearchOutput(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What was found."""

    urls: tuple[str, ...]
    query: str
    result_count: int
    results: tuple[SearchResult, ...]
    trust: str
    hints: ZeroResultHints | None = None
    ignored_parameters: tuple[str, ...] = ()
    session_note: str = ""


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The part of it that the list of tools describes; the how-to page has the rest."""

    urls: tuple[str, ...]
    results: tuple[dict[str, Any], ...]
    result_count: int
    trust: str
    hints: dict[str, Any] | None = None
    ignored_parameters: tuple[str, ...] = ()


async def web_search(args: WebSearch, desk: Desk) -> Reply:
    """Search through whoever can be asked, in order."""
    started = time.monotonic()
    query = _query(args)
    lens = await lens_of(desk, args.lens, args.site)
    done, note = await recorded_search(
        desk,
        "web",
        query,
        tool=TOOL.name,
        provider=args.provider,
        lens=lens,
        session=args.session_id,
    )
    meta = meta_of(done, time.monotonic() - started, always=True)
    return Reply(structured=_output(args, query, done, note), meta=meta, audit=audit_of(meta))


def _query(args: WebSearch) -> Query:
    return Query(
        text=words_of(args.query),
        count=args.num_results,
        time_range=args.time_range or "",
        safe=args.safe or SAFE,
        language=args.language or "",
        country=(args.country or "").lower(),
        sites=site_of(args.site, "site"),
        exact_terms=(args.exact_terms or "").strip(),
        exclude_terms=(args.exclude_terms or "").strip(),
    )


def _output(args: WebSearch, query: Query, done: Search, note: str) -> SearchOutput:
    results = results_of(done.found.hits, args.claim)
    unset = set() if args.safe else {"safe"}
    ignored = [name for name in done.found.ignored if name not in unset]
    return SearchOutput(
        urls=tuple(result.url for result in results),
        query=args.query,
        result_count=len(results),
        results=results,
        trust=TRUST,
        hints=None if results else _hints(args, query, done),
        ignored_parameters=ignored_names(ignored, {"sites": "lens" if args.lens else "site"}),
        session_note=note,
    )


def results_of(hits: Sequence[Hit], claim: str | None = None) -> tuple[SearchResult, ...]:
    """Pages as callers see them; with a claim, each has a signal, if only an empty one."""
    read = read_claim(claim) if claim else None
    return tuple(
        SearchResult(
            title=hit.title,
            url=hit.url,
            snippet=hit.snippet,
            display_link=links.parse(hit.url).host,
            published_at=hit.published,
            source=hit.source,
            author=hit.author,
            language=hit.language,
            thumbnail=hit.thumbnail,
            extra_snippets=hit.more,
            score=hit.score,
            engagement=hit.engagement,
            source_reputation=reputation_of(links.parse(hit.url).host),
            claim_signal=signal(read, " ".join((hit.snippet, *hit.more))) if read else None,
        )
        for hit in hits
    )


def _hints(args: WebSearch, query: Query, done: Search) -> ZeroResultHints:
    filters = {
        "site": args.site or "",
        "lens": args.lens or "",
        "time_range": query.time_range,
        "country": query.country,
        "language": query.language,
        "exact_terms": query.exact_terms,
        "exclude_terms": query.exclude_terms,
    }
    asked = tuple(attempt.provider for attempt in done.attempts)
    others = healthy(done.roster, "web", asked)
    return hints_for(filters, asked, others, done.found.suggestion)


TOOL = Tool(
    name="web_search",
    family="search",
    title="Web search",
    summary=(
        "Pages for a query: links with snippets, dates and source reputation. "
        "To read them too, use search_and_scrape."
    ),
    takes=WebSearch,
    gives=Outlook,
    run=web_search,
    unkeyed=("sessionId",),
)
