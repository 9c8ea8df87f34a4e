"""What is sent and what comes back, on whatever version of HTTP."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from headwater.actors.messages.faults import Unreachable, Upstream
from headwater.actors.messages.web import Url

Headers = tuple[tuple[str, str], ...]


class Request(Struct, frozen=True):
    """One request. `operator` marks an address that the operator set, not one from a page."""

    url: Url
    headers: Headers = ()
    limit: int = 5_000_000  # bytes of body, after decoding
    method: str = "GET"
    body: bytes = b""
    hop: int = 0
    operator: bool = False


class Answer(Struct, frozen=True):
    """One answer, its body as it came, or decoded once the client has done so."""

    status: int
    headers: Headers  # lower-case names
    body: bytes
    truncated: bool = False

    def header(self, name: str) -> str:
        """All headers of that name in one, or nothing."""
        return ", ".join(value for key, value in self.headers if key == name)


class Connection(Protocol):
    """A way to one origin."""

    @property
    def shared(self) -> bool:
        """Whether it may carry several exchanges at once."""

    @property
    def usable(self) -> bool:
        """Whether it may carry another one."""

    async def exchange(self, request: Request) -> Answer:
        """Send, and read the answer up to its bounds."""

    async def close(self) -> None:
        """Give the descriptor back, at once."""

    def is_stale(self) -> bool:
        """Whether the other side has gone while nobody used it."""


class Gone(Exception):
    """The other side closed before it said anything; on a kept connection, no fault of anybody."""


def malformed(problem: str) -> Upstream:
    """The answer breaks the rules of HTTP."""
    return Upstream(f"The server sent {problem}", reason="malformed")


def lost(problem: str) -> Unreachable:
    """The connection ended before the answer did."""
    return Unreachable(f"Connection lost: {problem}", reason="lost")
