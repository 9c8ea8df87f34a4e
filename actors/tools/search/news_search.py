"""The news_search tool."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from headwater.actors.domain import links
from headwater.actors.domain.hosts import Reputation, reputation_of
from headwater.actors.domain.search.asking import Search
from headwater.actors.domain.search.hints import ZeroResultHints, hints_for
from headwater.actors.domain.search.meta import audit_of, meta_of
from headwater.actors.domain.search.routing import healthy
from headwater.actors.domain.search.sources import recorded_search
from headwater.actors.domain.search.wishes import (
    Country,
    Language,
    ignored_names,
    lens_of,
    site_of,
    words_of,
)
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.search import Engagement, Hit, Query, Safe
from headwater.kernel.tool import Desk, Tool

_SAFE: dict[str | None, Safe] = {"off": "off", "moderate": "medium", "strict": "high"}


class NewsSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for, and since when."""

    query: Annotated[str, Meta(min_length=1, max_length=500)]
    num_results: Annotated[int, Meta(ge=1, le=50)] = 5
    time_range: Literal["hour", "day", "week", "month", "year"] = "week"
    sort_by: Literal["relevance", "date"] = "relevance"
    news_source: (
        Annotated[str, Meta(description="Domain; not with lens", max_length=253)] | None
    ) = None
    country: Country | None = None
    language: Language | None = None
    safe: Literal["off", "moderate", "strict"] | None = None
    lens: Annotated[str, Meta(description="See lenses://catalog", max_length=64)] | None = None
    provider: Annotated[str, Meta(max_length=64)] | None = None
    session_id: Annotated[str, Meta(max_length=200)] | None = field(default=None, name="sessionId")


class NewsArticle(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One article."""

    title: str
    url: str
    source: str
    snippet: str
    published_at: str = ""
    author: str = ""
    thumbnail: str = ""
    extra_snippets: tuple[str, ...] = ()
    engagement: Engagement | None = None
    source_reputation: Reputation | None = None


class NewsSearchOutput(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What was found."""

    articles: tuple[NewsArticle, ...]
    query: str
    result_count: int
    trust: str
    hints: ZeroResultHints | None = None
    ignored_parameters: tuple[str, ...] = ()
    session_note: str = ""


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The part of it that the list of tools describes; the how-to page has the rest."""

    articles: tuple[dict[str, Any], ...]
    result_count: int
    trust: str
    hints: dict[str, Any] | None = None
    ignored_parameters: tuple[str, ...] = ()


async def news_search(args: NewsSearch, desk: Desk) -> Reply:
    """Search through whoever has news, in order."""
    started = time.monotonic()
    query = _query(args)
    lens = await lens_of(desk, args.lens, args.news_source, "news_source")
    done, note = await recorded_search(
        desk,
        "news",
        query,
        tool=TOOL.name,
        provider=args.provider,
        lens=lens,
        session=args.session_id,
    )
    meta = meta_of(done, time.monotonic() - started)
    return Reply(structured=_output(args, query, done, note), meta=meta, audit=audit_of(meta))


def _query(args: NewsSearch) -> Query:
    return Query(
        text=words_of(args.query),
        count=args.num_results,
        time_range=args.time_range,
        safe=_SAFE.get(args.safe, ""),
        language=args.language or "",
        country=(args.country or "").lower(),
        sites=site_of(args.news_source, "news_source"),
        sort_by=args.sort_by,
    )


def _output(args: NewsSearch, query: Query, done: Search, note: str) -> NewsSearchOutput:
    articles = tuple(_article(hit) for hit in done.found.hits)
    renamed = {"sites": "lens" if args.lens else "news_source"}
    return NewsSearchOutput(
        articles=articles,
        query=args.query,
        result_count=len(articles),
        trust=TRUST,
        hints=None if articles else _hints(args, query, done),
        ignored_parameters=ignored_names(done.found.ignored, renamed),
        session_note=note,
    )


def _article(hit: Hit) -> NewsArticle:
    host = links.parse(hit.url).host
    return NewsArticle(
        title=hit.title,
        url=hit.url,
        source=hit.source or host,
        snippet=hit.snippet,
        published_at=hit.published,
        author=hit.author,
        thumbnail=hit.thumbnail,
        extra_snippets=hit.more,
        engagement=hit.engagement,
        source_reputation=reputation_of(host),
    )


def _hints(args: NewsSearch, query: Query, done: Search) -> ZeroResultHints:
    filters = {
        "time_range": query.time_range,
        "news_source": args.news_source or "",
        "lens": args.lens or "",
        "country": query.country,
        "language": query.language,
    }
    asked = tuple(attempt.provider for attempt in done.attempts)
    others = healthy(done.roster, "news", asked)
    return hints_for(filters, asked, others, done.found.suggestion)


TOOL = Tool(
    name="news_search",
    family="search",
    title="News search",
    summary="Recent articles for a query, with publisher and date; the last week unless told.",
    takes=NewsSearch,
    gives=Outlook,
    run=news_search,
    unkeyed=("sessionId",),
)
