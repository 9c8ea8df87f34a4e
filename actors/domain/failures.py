"""How long a failure is remembered, so that asking again does not repeat the work at once."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.messages import faults
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.web import Fetch, PageFailed

MOST = 2048  # failures remembered
LONGEST_WAIT = 90.0  # seconds; what a server may ask for at most


class Kind(Struct, frozen=True):
    """What a failure is raised as again, and for how many seconds."""

    fault: type[WebFault]
    seconds: float


# A refusal by policy is not here: deciding it again costs nothing. Neither is what a change of
# set-up cures, such as a missing browser, nor a deadline, which says more about the call.
KINDS = {
    "not_found": Kind(faults.NotFound, 600.0),
    "blocked": Kind(faults.Blocked, 1800.0),
    "auth_required": Kind(faults.LoginNeeded, 1800.0),
    "content_empty": Kind(faults.Empty, 300.0),
    "rate_limited": Kind(faults.RateLimited, 30.0),
    "upstream_unavailable": Kind(faults.Upstream, 30.0),
    "network": Kind(faults.Unreachable, 30.0),
}
_UNREADABLE = Kind(faults.Unreadable, 1800.0)  # a document that came whole, so it stays so
_REASONS = {"encrypted", "scanned", "broken", "too_large", "unsupported", "empty"}


class _Remembered(Struct, frozen=True):
    failed: PageFailed
    until: float


class Failures:
    """Remembers by key. Times are seconds of one clock that never goes back."""

    def __init__(self) -> None:
        self._known: dict[str, _Remembered] = {}

    def learn(self, failed: PageFailed, now: float) -> None:
        """Remember a failure, if its kind is worth it."""
        kind = _kind(failed)
        if kind is None:
            return
        asked = failed.retry_after
        seconds = kind.seconds if asked is None else min(asked, LONGEST_WAIT)
        self._known.pop(failed.key, None)
        self._known[failed.key] = _Remembered(failed, now + seconds)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def forget(self, key: str) -> None:
        """It works again."""
        self._known.pop(key, None)

    def find(self, key: str, now: float) -> WebFault | None:
        """The fault to raise again, with the time that is left where a time was known."""
        known = self._known.get(key)
        if known is None:
            return None
        if known.until <= now:
            del self._known[key]
            return None
        failed = known.failed
        left = None if failed.retry_after is None else known.until - now
        kind = _kind(failed)
        if kind is None:
            return None
        return kind.fault(
            failed.message,
            retry_after=left,
            tiers=failed.tiers,
            reason=failed.reason,
            known=dict(failed.known),
        )


def failed(want: Fetch, fault: WebFault) -> PageFailed:
    """What the cache is told of a fault."""
    return PageFailed(
        want.key,
        fault.code,
        str(fault),
        fault.retry_after,
        fault.tiers,
        fault.reason,
        tuple(fault.known.items()),
    )


def _kind(failed: PageFailed) -> Kind | None:
    if failed.code == "content_empty" and failed.reason in _REASONS:
        return _UNREADABLE
    return KINDS.get(failed.code)
