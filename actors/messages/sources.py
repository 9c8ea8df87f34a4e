"""Reading a page by its site's own services: rounds of calls, and what came back from them."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.messages.web import Fetch
from headwater.kernel.message import Message


class Call(Struct, frozen=True):
    """One request to a service, by its name, or to the page's own site, by its origin."""

    service: str
    path: str  # below the service's address, with its query
    json: bytes = b""  # with it, a POST
    headers: tuple[tuple[str, str], ...] = ()
    limit: int = 8_000_000  # bytes of the answer


class Reply(Struct, frozen=True):
    """What came back; status 0 and the reason where nothing did."""

    status: int
    body: bytes = b""
    content_type: str = ""
    reason: str = ""
    retry_after: float | None = None  # seconds
    url: str = ""  # where it came from, of a page that was read before

    @property
    def ok(self) -> bool:
        """Whether it is what was asked for."""
        return 200 <= self.status < 300

    @property
    def outcome(self) -> str:
        """How it went, in a few words."""
        return f"HTTP {self.status}" if self.status else self.reason or "no answer"


class Gather(Message, frozen=True):
    """A page wanted from its site's services: the next round of calls, and the rounds before."""

    want: Fetch
    source: str
    calls: tuple[Call, ...]
    rounds: tuple[tuple[Reply, ...], ...] = ()
    left: float = 20.0  # seconds for this and all further rounds


class Visit(Message, frozen=True):
    """Permission to make the calls, but for the hosts that rest."""

    gather: Gather
    resting: frozenset[str] = frozenset()


class Compose(Message, frozen=True):
    """Replies to be made into a document, or into the next round."""

    gather: Gather
    replies: tuple[Reply, ...]
    fetched_at: float = 0.0  # wall clock, seconds
