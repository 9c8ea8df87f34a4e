"""The whole session as data."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from headwater.actors.domain.session.output import KnowledgeGap, ResearchSource, ResearchStep
from headwater.actors.domain.session.report.facts import LinkCheck, Report
from headwater.actors.domain.session.view import all_gaps, sources_of, stamp, steps_of
from headwater.actors.messages.sessions import Outcome


class RecordedOutcome(Struct, frozen=True, rename="camel", omit_defaults=True):
    """How an attempt of a tool went."""

    tool: str
    success: bool
    timestamp: str
    error_kind: str = ""
    url: str = ""
    provider: str = ""


class ExportedSession(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Everything there is."""

    id: str
    tenant_id: str
    created_by_user_id: str
    research_goal: str
    total_steps_estimate: int
    created_at: str
    completed: bool
    completed_at: str = ""
    summary: str = ""
    damaged_records: int = 0
    steps: tuple[ResearchStep, ...]
    sources: tuple[ResearchSource, ...]
    gaps: tuple[KnowledgeGap, ...]
    outcomes: tuple[RecordedOutcome, ...]


def write(report: Report) -> ExportedSession:
    """The session with all its steps."""
    session = report.session
    return ExportedSession(
        id=session.id,
        tenant_id=session.owner.tenant,
        created_by_user_id=session.owner.user,
        research_goal=session.goal,
        total_steps_estimate=session.estimate,
        created_at=stamp(session.started),
        completed=bool(session.completed),
        completed_at=stamp(session.completed),
        summary=session.summary,
        damaged_records=session.lost,
        steps=steps_of(session, session.steps),
        sources=tuple(
            _checked(source, report.checks.get(source.url))
            for source in sources_of(session.sources)
        ),
        gaps=all_gaps(session),
        outcomes=tuple(_outcome(outcome) for outcome in session.outcomes),
    )


def _checked(source: ResearchSource, check: LinkCheck | None) -> ResearchSource:
    if check is None:
        return source
    return replace(
        source, link_status=check.status, link_reason=check.reason, archived_url=check.archived
    )


def _outcome(outcome: Outcome) -> RecordedOutcome:
    return RecordedOutcome(
        tool=outcome.tool,
        success=not outcome.kind,
        timestamp=stamp(outcome.at),
        error_kind=outcome.kind,
        url=outcome.url,
        provider=outcome.provider,
    )
