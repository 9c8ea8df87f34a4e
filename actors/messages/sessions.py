"""
Research sessions: what a trail is made of, and what can be asked about one.

A tool with a `sessionId` does not ask for anything here by itself: it calls
`domain.session.record.record`, which turns every problem into a note for the tool's answer.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from headwater.kernel.faults import Fault
from headwater.kernel.message import Ask, Message

Confidence = Literal["high", "medium", "low", ""]


class Owner(Struct, frozen=True):
    """Whose a session is. Never taken from what a caller sends; an id alone opens nothing."""

    tenant: str
    user: str


SOLE = Owner(tenant="local", user="local")
"""The owner where there is only one."""


class Step(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One step as its caller described it."""

    number: int
    description: str
    next_step_needed: bool
    goal: str = ""
    reasoning: str = ""
    confidence: Confidence = ""
    rejected: tuple[str, ...] = ()
    summary: str = ""  # of the whole session so far
    estimate: int = 0  # of all steps
    is_revision: bool = False
    revises: int = 0
    branch_from: int = 0
    branch: str = ""
    gap: str = ""  # what this step found to be unknown
    resolves: str = ""  # a gap of an earlier step, by its words or its id
    sources: tuple[str, ...] = ()  # addresses this step found
    at: float = 0.0  # wall clock, seconds


class Source(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that was found or read; empty means not known."""

    url: str
    title: str = ""
    author: str = ""
    site: str = ""
    date: str = ""
    doi: str = ""
    source_type: str = ""
    authority: str = ""  # high, medium, low
    tool: str = ""
    query: str = ""  # that found it
    step: int = 0  # that found it
    after: int = 0  # the last step there was when it was found
    at: float = 0.0  # wall clock, seconds


class Outcome(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How one attempt of a tool went. A provider's counts for its statistics."""

    tool: str
    kind: str = ""  # of the error; empty when it went well
    url: str = ""
    provider: str = ""
    at: float = 0.0  # wall clock, seconds


class Gap(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something not known yet, or not any more."""

    id: str
    description: str
    step: int = 0  # that found it
    resolved: int = 0  # the step that closed it


class Session(Message, frozen=True):
    """A session as it stands."""

    id: str
    owner: Owner
    goal: str
    started: float  # wall clock, seconds
    last_used: float
    steps: tuple[Step, ...]
    lines: tuple[str, ...]  # each step in one
    gaps: tuple[Gap, ...]
    sources: tuple[Source, ...]
    outcomes: tuple[Outcome, ...]
    superseded: dict[int, int]  # which step took a step's place
    summary: str = ""
    estimate: int = 0
    completed: float = 0.0  # wall clock, seconds; 0 while it goes on
    lost: int = 0  # records that cannot be read any more


class SessionSummary(Struct, frozen=True):
    """A session in a list."""

    id: str
    goal: str
    started: float
    last_used: float


class StepTaken(Message, frozen=True):
    """A session after a step. It is on the disk, unless `recorded` says that there was no room."""

    session: Session
    recorded: bool
    notes: tuple[str, ...] = ()


class TakeStep(Ask[StepTaken], frozen=True):
    """Add a step to a session, or begin one with it; answered when it cannot be lost any more."""

    shared: ClassVar[bool] = False

    owner: Owner
    id: str  # empty: a new session
    step: Step


class RecallSession(Ask[Session], frozen=True):
    """A session of an owner's. Not shared: an earlier ask must not answer for a later step."""

    shared: ClassVar[bool] = False

    owner: Owner
    id: str


class RecordFindings(Ask[Session], frozen=True):
    """Add what a tool found, and how its attempts went; answered when it is on the disk."""

    shared: ClassVar[bool] = False

    owner: Owner
    id: str
    sources: tuple[Source, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class SessionList(Message, frozen=True):
    """Sessions, the last used first."""

    sessions: tuple[SessionSummary, ...]


class ListSessions(Ask[SessionList], frozen=True):
    """An owner's sessions, or everybody's."""

    shared: ClassVar[bool] = False

    owner: Owner | None


class SessionRemoved(Message, frozen=True):
    """A session and everything in it is gone."""

    id: str


class RemoveSession(Ask[SessionRemoved], frozen=True):
    """Forget a session."""

    shared: ClassVar[bool] = False

    owner: Owner
    id: str


class SessionGone(Fault):
    """There is no such session, or its time is over, or it is somebody else's."""

    code = "session_not_found"
    hint = "Begin a new one with sequential_search and stepNumber 1."

    def __init__(self, ttl: float) -> None:
        life = _duration(ttl)
        super().__init__(f"Session not found or expired. Sessions last {life} from last activity.")


class SessionDamaged(Fault):
    """Nothing of the session can be read any more."""

    code = "store_damaged"
    hint = "Begin a new one with sequential_search and stepNumber 1."

    def __init__(self) -> None:
        super().__init__("the records of this session are damaged")


class StepUnknown(Fault):
    """The session has no such step."""

    code = "validation"
    hint = "Name one of these."

    def __init__(self, number: int, steps: tuple[Step, ...]) -> None:
        highest = max((step.number for step in steps), default=0)
        super().__init__(f"Step {number} not found; this session has steps 1-{highest}")
        self.field = "stepId"


def _duration(seconds: float) -> str:
    hours = seconds / 3600
    if hours >= 1:
        return f"{hours:g} hour" + ("" if hours == 1 else "s")
    return f"{seconds / 60:g} minutes"
