"""The get_research_session tool."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from headwater.actors.domain.session.output import SessionView, ViewOutlook
from headwater.actors.domain.session.view import session_view, step_view
from headwater.actors.messages.sessions import SOLE, RecallSession
from headwater.kernel.tool import Desk, Tool


class GetResearchSession(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Which session, and which step of it."""

    session_id: Annotated[str, Meta(min_length=1, max_length=200)]
    step_id: Annotated[int, Meta(description="One step in full", ge=1)] | None = None


async def get_research_session(args: GetResearchSession, desk: Desk) -> SessionView:
    """Where the research stands, or one step."""
    session = await desk.ask(RecallSession(owner=SOLE, id=args.session_id))
    if args.step_id is not None:
        return step_view(session, args.step_id)
    return session_view(session)


TOOL = Tool(
    name="get_research_session",
    family="session",
    title="Get research session",
    summary=(
        "Recover a sequential_search session after lost context: goal, summary, steps, gaps, "
        "sources, repeated errors."
    ),
    takes=GetResearchSession,
    gives=ViewOutlook,
    run=get_research_session,
    open_world=False,
)
