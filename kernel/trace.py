"""What happened, for whoever runs the server: JSON lines on standard error."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from headwater.kernel.envelope import Envelope


class Hop(msgspec.Struct, frozen=True):
    """One actor's work on an envelope."""

    actor: str
    message: str
    milliseconds: float


def log(event: str, **fields: Any) -> None:
    """One line. Callers pass names, counts and kinds, never a query, a URL or a key."""
    line = msgspec.json.encode({"time": round(time.time(), 3), "event": event, **fields})
    sys.stderr.write(line.decode() + "\n")
    sys.stderr.flush()


def log_span(envelope: Envelope) -> None:
    """The path of a finished ask, hop by hop."""
    log(
        "ask",
        ask=type(envelope.ask).__name__,
        fault=envelope.fault.code if envelope.fault else None,
        hops=envelope.hops,
    )
