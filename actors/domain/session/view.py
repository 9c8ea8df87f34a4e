"""A session as its tools show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal

from headwater.actors.domain.session.output import (
    IndexEntry,
    KnowledgeGap,
    ResearchSource,
    ResearchStep,
    SequentialSearchOutput,
    SessionView,
)
from headwater.actors.domain.session.patterns import error_patterns, provider_tallies
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.sessions import Gap, Session, Source, Step, StepTaken, StepUnknown

Mode = Literal["full", "summary"]

FULL = 8  # steps up to which a step is answered in full
LAST = 3  # steps shown in full
SHOWN = 50  # sources in the answer to a step, the last ones; recalling a session shows all
PROGRESS = 12  # steps named in a summary that we write


def step_answer(taken: StepTaken, step: Step, mode: Mode | None) -> SequentialSearchOutput:
    """What sequential_search gives."""
    session = taken.session
    chosen: Mode = mode or ("full" if len(session.steps) <= FULL else "summary")
    index = step_index(session)
    return SequentialSearchOutput(
        session_id=session.id,
        response_mode=chosen,
        research_goal=session.goal,
        current_step=step.number,
        total_steps_estimate=session.estimate,
        is_complete=not step.next_step_needed,
        started_at=stamp(session.started),
        completed_at=stamp(session.completed),
        warning=" ".join((*taken.notes, *_damage(session))),
        trust=TRUST,
        steps=index if chosen == "full" else (),
        summary=summary_of(session) if chosen == "summary" else "",
        step_index=index if chosen == "summary" else (),
        last_steps=steps_of(session, session.steps[-LAST:]),
        gaps=_gaps(gap for gap in session.gaps if not gap.resolved),
        resolved_gaps=_gaps(gap for gap in session.gaps if gap.resolved),
        sources=sources_of(session.sources[-SHOWN:]),
        source_count=len(session.sources),
    )


def session_view(session: Session) -> SessionView:
    """What get_research_session gives."""
    return SessionView(
        session_id=session.id,
        response_mode="summary",
        trust=TRUST,
        research_goal=session.goal,
        started_at=stamp(session.started),
        completed_at=stamp(session.completed),
        total_steps_estimate=session.estimate,
        step_count=len(session.steps),
        summary=summary_of(session),
        warning=" ".join(_damage(session)),
        step_index=step_index(session),
        last_steps=steps_of(session, session.steps[-LAST:]),
        gaps=_gaps(gap for gap in session.gaps if not gap.resolved),
        resolved_gaps=_gaps(gap for gap in session.gaps if gap.resolved),
        sources=sources_of(session.sources),
        error_patterns=error_patterns(session.outcomes),
        provider_stats=provider_tallies(session.outcomes) or None,
    )


def step_view(session: Session, number: int) -> SessionView:
    """One step in full; where a number was used again, the last one counts."""
    found = [step for step in session.steps if step.number == number]
    if not found:
        raise StepUnknown(number, session.steps)
    *earlier, last = steps_of(session, found)
    return SessionView(
        session_id=session.id,
        response_mode="step",
        trust=TRUST,
        step=last,
        earlier_versions=tuple(earlier),
    )


def step_index(session: Session) -> tuple[IndexEntry, ...]:
    """Every step in one line."""
    replaced = session.superseded
    return tuple(
        IndexEntry(step.number, line, step.branch, step.confidence, replaced.get(step.number, 0))
        for step, line in zip(session.steps, session.lines, strict=True)
    )


def steps_of(session: Session, steps: Sequence[Step]) -> tuple[ResearchStep, ...]:
    """Steps in full."""
    return tuple(_step(step, session.superseded.get(step.number, 0)) for step in steps)


def sources_of(sources: Sequence[Source]) -> tuple[ResearchSource, ...]:
    """Sources with everything known about them."""
    return tuple(
        ResearchSource(
            url=source.url,
            title=source.title,
            author=source.author,
            site=source.site,
            date=source.date,
            doi=source.doi,
            source_type=source.source_type,
            authority_tier=source.authority,
            tool=source.tool,
            query=source.query,
            found_in_step=source.step,
            after_step=0 if source.step else source.after,
            found_at=stamp(source.at),
        )
        for source in sources
    )


def all_gaps(session: Session) -> tuple[KnowledgeGap, ...]:
    """Open and closed ones."""
    return _gaps(session.gaps)


def summary_of(session: Session) -> str:
    """The caller's own words, or the goal and the last steps."""
    if session.summary:
        return session.summary
    recent = session.lines[-PROGRESS:]
    start = "Progress" if len(recent) == len(session.steps) else f"Last {len(recent)} steps"
    goal = session.goal if session.goal.endswith((".", "!", "?")) else f"{session.goal}."
    return f"{goal} {start}: {'; '.join(recent)}."


def stamp(at: float) -> str:
    """A time as RFC 3339 has it; nothing for never."""
    if not at:
        return ""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _step(step: Step, superseded_by: int) -> ResearchStep:
    return ResearchStep(
        step_number=step.number,
        description=step.description,
        timestamp=stamp(step.at),
        reasoning=step.reasoning,
        confidence=step.confidence,
        rejected_approaches=step.rejected,
        is_revision=step.is_revision,
        revises_step=step.revises,
        superseded_by=superseded_by,
        branch_from_step=step.branch_from,
        branch_id=step.branch,
        knowledge_gap=step.gap,
        resolves_gap=step.resolves,
        sources=step.sources,
    )


def _gaps(gaps: Iterable[Gap]) -> tuple[KnowledgeGap, ...]:
    return tuple(KnowledgeGap(gap.id, gap.description, gap.step, gap.resolved) for gap in gaps)


def _damage(session: Session) -> tuple[str, ...]:
    if not session.lost:
        return ()
    return (f"{session.lost} records of this session are damaged and were left out.",)
