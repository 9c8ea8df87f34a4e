"""What a search leaves in the session that its caller named."""

from __future__ import annotations

from collections.abc import Iterable

from headwater.actors.domain.search.asking import Search, search
from headwater.actors.domain.session.record import record, record_fault
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.lenses import Lens
from headwater.actors.messages.search import Hit, Query
from headwater.actors.messages.sessions import Outcome, Source
from headwater.kernel.tool import Desk


async def recorded_search(
    desk: Desk,
    operation: str,
    query: Query,
    *,
    tool: str,
    provider: str | None,
    lens: Lens | None,
    session: str | None,
) -> tuple[Search, str]:
    """A search that the session hears of, also when it fails; with the note for the answer."""
    try:
        done = await search(desk, operation, query, provider=provider or "", lens=lens)
    except WebFault as fault:
        await record_fault(desk, session, tool, fault, provider=provider or fault.provider)
        raise
    return done, await record_search(desk, session, tool, query.text, done)


async def record_search(
    desk: Desk, session: str | None, tool: str, query: str, done: Search
) -> str:
    """Write down what was found, and how each provider did; a note where that was not possible."""
    if not session:
        return ""
    sources = sources_of(done.found.hits, tool, query)
    return await record(desk, session, sources=sources, outcomes=outcomes_of(done, tool))


def outcomes_of(done: Search, tool: str) -> list[Outcome]:
    """How each provider did."""
    return [
        Outcome(tool=tool, kind=attempt.kind, provider=attempt.provider)
        for attempt in done.attempts
    ]


def sources_of(hits: Iterable[Hit], tool: str, query: str, step: int = 0) -> list[Source]:
    """Pages that were found, by a step where one asked for them."""
    return [
        Source(
            url=hit.url,
            title=hit.title,
            author=hit.author,
            site=hit.source,
            date=hit.published[:10],
            tool=tool,
            query=query,
            step=step,
        )
        for hit in hits
    ]
