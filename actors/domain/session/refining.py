"""Runs the searches that would fill a session's gaps: raw results, each with its query."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from headwater.actors.domain.search.asking import Search, search
from headwater.actors.domain.search.sources import outcomes_of, sources_of
from headwater.actors.domain.session.refine import AT_ONCE, Refinement, RefinementHit
from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.messages.search import Query
from headwater.actors.messages.sessions import (
    SOLE,
    Outcome,
    RecordFindings,
    Session,
    SessionGone,
    Source,
)
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

COUNT = 5  # results of a search
TOOL = "sequential_search"


class Refined(Struct, frozen=True):
    """All of them, and the session with what they found."""

    results: tuple[Refinement, ...]
    session: Session
    note: str = ""


async def run_queries(queries: Sequence[str], session: Session, step: int, desk: Desk) -> Refined:
    """The first few of the queries, at once, as web_search would run them."""
    chosen = list(queries[:AT_ONCE])
    searches = [partial(_search, desk, query) for query in chosen]
    came = await desk.race(searches, lambda _: False, patience=0.0)
    results = tuple(_result(query, found) for query, found in zip(chosen, came, strict=True))
    notes = []
    if len(queries) > len(chosen):
        notes.append(f"Ran {len(chosen)} of {len(queries)} suggested queries.")
    try:
        session = await desk.ask(_findings(session.id, chosen, came, step))
    except (SessionGone, StoreFull, StoreUnavailable) as fault:
        notes.append(f"Their results were not recorded: {fault}")
    return Refined(results, session, " ".join(notes))


async def _search(desk: Desk, query: str) -> Search:
    return await search(desk, "web", Query(query, count=COUNT, safe="medium"))


def _result(query: str, found: Search | Fault | None) -> Refinement:
    if not isinstance(found, Search):
        return Refinement(query, error=str(found or "not run"))
    hits = tuple(RefinementHit(hit.title, hit.url, hit.snippet) for hit in found.found.hits)
    return Refinement(query, len(hits), hits)


def _findings(
    identity: str, queries: Sequence[str], came: Sequence[Search | Fault | None], step: int
) -> RecordFindings:
    sources: list[Source] = []
    outcomes: list[Outcome] = []
    for query, found in zip(queries, came, strict=True):
        if isinstance(found, Search):
            sources += sources_of(found.found.hits, TOOL, query, step)
            outcomes += outcomes_of(found, TOOL)
        elif isinstance(found, Fault):
            provider = getattr(found, "provider", "")
            outcomes.append(Outcome(tool=TOOL, kind=found.code, provider=provider))
    return RecordFindings(SOLE, identity, tuple(sources), tuple(outcomes))
