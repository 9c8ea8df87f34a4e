"""What the session tools give. Names are a public contract; what does not apply is left out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater.actors.domain.session.coverage import Coverage
from headwater.actors.domain.session.refine import Refinement


class IndexEntry(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A step in one line."""

    step_number: int
    one_liner: str
    branch_id: str
    confidence: str
    superseded_by: int = 0


class ResearchStep(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A step in full."""

    step_number: int
    description: str
    timestamp: str
    reasoning: str = ""
    confidence: str = ""
    rejected_approaches: tuple[str, ...] = ()
    is_revision: bool = False
    revises_step: int = 0
    superseded_by: int = 0
    branch_from_step: int = 0
    branch_id: str = ""
    knowledge_gap: str = ""
    resolves_gap: str = ""
    sources: tuple[str, ...] = ()


class KnowledgeGap(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Something that is, or was, not known."""

    id: str
    description: str
    found_in_step: int = 0
    resolved_in_step: int = 0


class ResearchSource(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A source; `after_step` is the last step there was when a tool found it."""

    url: str
    title: str = ""
    author: str = ""
    site: str = ""
    date: str = ""
    doi: str = ""
    source_type: str = ""
    authority_tier: str = ""
    tool: str = ""
    query: str = ""
    found_in_step: int = 0
    after_step: int = 0
    found_at: str = ""
    link_status: str = ""
    link_reason: str = ""
    archived_url: str = ""


class SequentialSearchOutput(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A session after a step; `steps` in full mode, `summary` and `step_index` in summary mode."""

    session_id: str
    response_mode: str
    research_goal: str
    current_step: int
    total_steps_estimate: int
    is_complete: bool
    started_at: str
    trust: str
    completed_at: str = ""
    warning: str = ""
    steps: tuple[IndexEntry, ...] = ()
    summary: str = ""
    step_index: tuple[IndexEntry, ...] = ()
    last_steps: tuple[ResearchStep, ...] = ()
    gaps: tuple[KnowledgeGap, ...] = ()
    resolved_gaps: tuple[KnowledgeGap, ...] = ()
    sources: tuple[ResearchSource, ...] = ()
    source_count: int = 0
    depth: str = ""
    coverage: Coverage | None = None
    refinement_queries: tuple[str, ...] | None = None
    refinement_results: tuple[Refinement, ...] | None = None
    refinement_note: str = ""


class ErrorPattern(Struct, frozen=True, rename="camel"):
    """An error that keeps coming back."""

    kind: str
    count: int
    affected_urls: tuple[str, ...]
    suggestion: str
    last_seen: str


class ProviderTally(Struct, frozen=True):
    """How a provider did in this session."""

    attempts: int
    successes: int


class SessionView(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """A session to go on from."""

    session_id: str
    response_mode: str
    trust: str
    research_goal: str = ""
    started_at: str = ""
    completed_at: str = ""
    total_steps_estimate: int = 0
    step_count: int | None = None
    summary: str = ""
    warning: str = ""
    step_index: tuple[IndexEntry, ...] = ()
    last_steps: tuple[ResearchStep, ...] = ()
    gaps: tuple[KnowledgeGap, ...] = ()
    resolved_gaps: tuple[KnowledgeGap, ...] = ()
    sources: tuple[ResearchSource, ...] = ()
    error_patterns: tuple[ErrorPattern, ...] = ()
    provider_stats: dict[str, ProviderTally] | None = None
    step: ResearchStep | None = None
    earlier_versions: tuple[ResearchStep, ...] = ()


class StepOutlook(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """The part of SequentialSearchOutput that the list of tools describes."""

    session_id: str
    response_mode: str
    current_step: int
    is_complete: bool
    trust: str
    warning: str = ""
    last_steps: list[dict[str, Any]] = []
    gaps: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []


class ViewOutlook(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """The part of SessionView that the list of tools describes."""

    session_id: str
    response_mode: str
    trust: str
    research_goal: str = ""
    summary: str = ""
    step_index: list[dict[str, Any]] = []
    last_steps: list[dict[str, Any]] = []
    step: dict[str, Any] | None = None
    gaps: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
