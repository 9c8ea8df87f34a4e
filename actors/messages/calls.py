"""Calls: what a door asks of the router, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol

from msgspec import Struct

from headwater.kernel.client import Answers, Question
from headwater.kernel.message import Ask, Lane, Message


class Caller(Protocol):
    """The way back to whoever called, while the call runs."""

    @property
    def id(self) -> str | int:
        """The request's own name."""

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send news; lost when the caller is gone."""

    def offers(self, method: str) -> bool:
        """Whether the caller can be asked this."""

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """Ask the caller; the names are those of the answers."""

    def wants_log(self, level: str) -> bool:
        """Whether the caller asked for log messages of this level."""


class Text(Struct, frozen=True, tag="text"):
    """A piece of text."""

    text: str


class Image(Struct, frozen=True, tag="image", rename="camel"):
    """A picture in base64."""

    data: str
    mime_type: str


class Audio(Struct, frozen=True, tag="audio", rename="camel"):
    """A sound in base64."""

    data: str
    mime_type: str


class ResourceLink(Struct, frozen=True, tag="resource_link", rename="camel", omit_defaults=True):
    """Something large that the client fetches when it wants it."""

    uri: str
    name: str
    description: str = ""
    mime_type: str = ""
    size: int = 0


class ResourceBody(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What a resource holds: text, or a blob in base64."""

    uri: str
    mime_type: str
    text: str | None = None
    blob: str | None = None


class Embedded(Struct, frozen=True, tag="resource"):
    """A resource inside a result."""

    resource: ResourceBody


Block = Text | Image | Audio | ResourceLink | Embedded


class Reply(Struct, frozen=True):
    """For tools that return more than a structure: content blocks, or facts about the result."""

    structured: Any = None
    blocks: tuple[Block, ...] = ()
    meta: dict[str, Any] | None = None
    failed: bool = False
    audit: dict[str, Any] | None = None  # what the record of the call says besides


class CallResult(Message, frozen=True):
    """A finished call, encoded. Errors are results too: the model reads them and goes on."""

    structured: bytes = b""  # JSON; empty when there is none
    blocks: tuple[Block, ...] = ()
    failed: bool = False
    meta: dict[str, Any] | None = None
    audit: dict[str, Any] | None = None  # for the record of the call, not for the caller


class CallTool(Ask[CallResult], frozen=True):
    """Run one tool."""

    lane: ClassVar[Lane] = "calls"
    shared: ClassVar[bool] = False

    name: str
    arguments: bytes  # raw JSON object
    caller: Any  # a Caller; a capability, not a value, so the type stays out of decoding
    progress: str | int | None = None  # the token under which the caller wants progress


class ViewBody(Message, frozen=True):
    """A resource's content."""

    bodies: tuple[ResourceBody, ...]


class ReadView(Ask[ViewBody], frozen=True):
    """Read one resource."""

    lane: ClassVar[Lane] = "calls"
    shared: ClassVar[bool] = False

    uri: str


Outcome = Literal["ok", "fault", "cancelled"]


class CallEnded(Message, frozen=True):
    """A call is over; for the ledger."""

    tool: str
    outcome: Outcome
    milliseconds: float
    at: float  # wall clock, seconds
    code: str = ""
    problem: str = ""
    request: str = ""  # ours, for the audit
    query_length: int = 0  # characters
    query: str = ""  # what was asked, only where the operator wants it recorded
    audit: dict[str, Any] | None = None  # what the tool wants recorded besides


class ToolStatistics(Struct, frozen=True, rename="camel"):
    """One tool's record since the server started."""

    tool: str
    calls: int
    errors: int
    cancelled: int
    error_rate: float
    mean_ms: float
    p50_ms: float
    p95_ms: float
    max_ms: float


class RecentError(Struct, frozen=True, rename="camel"):
    """One failed call; no arguments, no query text."""

    at: str
    tool: str
    kind: str
    message: str


class LedgerPage(Message, frozen=True):
    """What the ledger holds."""

    tools: tuple[ToolStatistics, ...]
    errors: tuple[RecentError, ...]


class ReadLedger(Ask[LedgerPage], frozen=True):
    """What happened so far?"""
