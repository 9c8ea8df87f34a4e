"""What can go wrong for a caller. A fault is an answer; any other exception is a bug."""

from __future__ import annotations

from typing import ClassVar


class Fault(Exception):
    """An ask that cannot be answered: what happened, and what the caller can do about it."""

    code: ClassVar[str] = "internal"
    hint: ClassVar[str] = "Repeat the call; if it fails again, report the message."
    retryable: ClassVar[bool] = False
    retry_after: float | None = None  # seconds, where a time is known


class BadInput(Fault):
    """An argument that the tool cannot take."""

    code = "validation"
    hint = "Correct the named field and call again."

    def __init__(self, field: str, problem: str, accepted: str = "") -> None:
        super().__init__(f"{field}: {problem}" + (f". Accepted: {accepted}" if accepted else ""))
        self.field = field
        self.problem = problem
        self.accepted = accepted


class Overdue(Fault):
    """The work took longer than its deadline allows."""

    code = "deadline"
    hint = "Ask for less, or repeat the call later."
    retryable = True

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(f"{what} took longer than {seconds:g} s and was stopped")


class Interrupted(Fault):
    """The actor that worked on the ask had to be opened anew."""

    code = "interrupted"
    hint = "Repeat the call."
    retryable = True

    def __init__(self, actor: str) -> None:
        super().__init__(f"{actor} was restarted while it worked on this")


class Stopped(Fault):
    """The server is going away."""

    code = "stopped"
    hint = "Start the server again."
    retryable = True

    def __init__(self, reason: str = "the server is shutting down") -> None:
        super().__init__(reason)


class Unexpected(Fault):
    """A bug. The traceback is in the log under the same trace id; the caller never sees it."""

    code = "internal"

    def __init__(self, trace_id: str) -> None:
        super().__init__(f"internal error (trace {trace_id})")
        self.trace_id = trace_id


class Broken(Exception):
    """Raised by an actor whose state cannot be trusted any more: close it and open it anew."""
