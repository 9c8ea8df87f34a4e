"""
How a tool writes into the session that its caller named.

    note = await record(desk, args.session_id, sources=[...], outcomes=[...])

What was found is the answer, whatever becomes of the session: the note is empty when all is well,
and otherwise says what is wrong, for the answer's metadata.
"""

from __future__ import annotations

from collections.abc import Iterable

from headwater.actors.domain.session import trail
from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.messages.sessions import (
    SOLE,
    Outcome,
    RecordFindings,
    SessionDamaged,
    SessionGone,
    Source,
)
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk


async def record(
    desk: Desk,
    session_id: str | None,
    *,
    sources: Iterable[Source] = (),
    outcomes: Iterable[Outcome] = (),
) -> str:
    """Write down what was found and how it went; a note where that was not possible."""
    if not session_id:
        return ""
    found = RecordFindings(
        owner=SOLE, id=session_id, sources=tuple(sources), outcomes=tuple(outcomes)
    )
    try:
        session = await desk.ask(found)
    except (SessionGone, SessionDamaged, StoreFull, StoreUnavailable) as fault:
        return f"Not recorded in the session: {fault}"
    if len(session.sources) < trail.MOST_SOURCES:
        return ""
    known = {source.url for source in session.sources}
    left = sum(source.url not in known for source in found.sources)
    return f"{left} sources not recorded: the session has its {trail.MOST_SOURCES}." if left else ""


async def record_fault(
    desk: Desk,
    session_id: str | None,
    tool: str,
    fault: Fault,
    *,
    url: str = "",
    provider: str = "",
) -> None:
    """Write down that an attempt failed; the fault itself is what the caller hears."""
    outcome = Outcome(tool=tool, kind=fault.code, url=url, provider=provider)
    await record(desk, session_id, outcomes=(outcome,))
