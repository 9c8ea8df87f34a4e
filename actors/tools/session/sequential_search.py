"""The sequential_search tool."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from headwater.actors.domain.session.coverage import coverage_of
from headwater.actors.domain.session.output import SequentialSearchOutput, StepOutlook
from headwater.actors.domain.session.refine import refinement_queries
from headwater.actors.domain.session.refining import run_queries
from headwater.actors.domain.session.view import step_answer
from headwater.actors.messages.sessions import SOLE, Step, StepTaken, TakeStep
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk, Tool

LONG = 32_768  # characters of a step's text
SHORT = 4_096


class SequentialSearch(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """One step of a trail."""

    search_step: Annotated[
        str, Meta(description="What this step does or found", min_length=1, max_length=LONG)
    ]
    step_number: Annotated[int, Meta(description="From 1", ge=1, le=1_000_000)]
    next_step_needed: bool
    session_id: Annotated[str, Meta(description="From step 1", max_length=200)] | None = None
    research_goal: Annotated[str, Meta(max_length=SHORT)] | None = None
    reasoning: Annotated[str, Meta(max_length=LONG)] | None = None
    confidence: Literal["high", "medium", "low"] | None = None
    rejected_approaches: (
        Annotated[list[Annotated[str, Meta(max_length=SHORT)]], Meta(max_length=50)] | None
    ) = None
    session_summary: (
        Annotated[str, Meta(description="Of all so far, for recovery", max_length=LONG)] | None
    ) = None
    response_mode: Literal["full", "summary"] | None = None
    total_steps_estimate: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    is_revision: bool = False
    revises_step: Annotated[int, Meta(ge=1)] | None = None
    branch_from_step: Annotated[int, Meta(ge=1)] | None = None
    branch_id: Annotated[str, Meta(max_length=200)] | None = None
    knowledge_gap: Annotated[str, Meta(max_length=SHORT)] | None = None
    resolves_gap: (
        Annotated[str, Meta(description="Id or words of a gap", max_length=SHORT)] | None
    ) = None
    sources: (
        Annotated[
            list[Annotated[str, Meta(max_length=2048)]],
            Meta(description="URLs this step rests on", max_length=100),
        ]
        | None
    ) = None
    depth: Annotated[
        Literal["quick", "standard", "thorough"],
        Meta(description="standard: coverage, follow-up queries; thorough: runs 3 of them"),
    ] = "quick"


async def sequential_search(args: SequentialSearch, desk: Desk) -> SequentialSearchOutput:
    """Write the step down, and say where the research stands."""
    if args.step_number > 1 and not args.session_id:
        raise BadInput(
            "sessionId",
            "missing for stepNumber > 1",
            "the sessionId that step 1 returned (get_research_session recovers its trail), "
            "or stepNumber 1 to begin a new session",
        )
    step = _step(args)
    taken = await desk.ask(TakeStep(owner=SOLE, id=args.session_id or "", step=step))
    if args.depth == "quick":
        return step_answer(taken, step, args.response_mode)
    return await _deeper(args, step, taken, desk)


async def _deeper(
    args: SequentialSearch, step: Step, taken: StepTaken, desk: Desk
) -> SequentialSearchOutput:
    """With what the sources cover, and what to search for next; perhaps with that searched."""
    coverage = coverage_of(taken.session)
    queries = refinement_queries(taken.session, coverage)
    more: dict[str, Any] = {}
    if args.depth == "thorough":
        refined = await run_queries(queries, taken.session, step.number, desk)
        taken = replace(taken, session=refined.session)
        more = {"refinement_results": refined.results, "refinement_note": refined.note}
    answer = step_answer(taken, step, args.response_mode)
    more |= {"depth": args.depth, "coverage": coverage, "refinement_queries": queries}
    return replace(answer, **more)


def _step(args: SequentialSearch) -> Step:
    return Step(
        number=args.step_number,
        description=args.search_step,
        next_step_needed=args.next_step_needed,
        goal=args.research_goal or "",
        reasoning=args.reasoning or "",
        confidence=args.confidence or "",
        rejected=tuple(args.rejected_approaches or ()),
        summary=args.session_summary or "",
        estimate=args.total_steps_estimate or 0,
        is_revision=args.is_revision or args.revises_step is not None,
        revises=args.revises_step or 0,
        branch_from=args.branch_from_step or 0,
        branch=args.branch_id or "",
        gap=args.knowledge_gap or "",
        resolves=args.resolves_gap or "",
        sources=tuple(dict.fromkeys(args.sources or ())),
    )


TOOL = Tool(
    name="sequential_search",
    family="session",
    title="Sequential search",
    summary=(
        "Record one step of research that takes many: the trail, its gaps and sources survive "
        "crashes and lost context. Other tools add to it by sessionId."
    ),
    takes=SequentialSearch,
    gives=StepOutlook,
    run=sequential_search,
    idempotent=False,
    open_world=False,
)
