"""One ask in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trio

if TYPE_CHECKING:
    from headwater.kernel.faults import Fault
    from headwater.kernel.message import Ask, Message
    from headwater.kernel.supervisor import Cell
    from headwater.kernel.trace import Hop


class Envelope:
    """
    The ask, the message it has become on its way, who waits for it, and the slot for the answer.

    It holds one permit from its first hop until it is settled or dropped.
    """

    __slots__ = ("ask", "fault", "here", "hops", "message", "scope", "settled", "value", "waiters")

    def __init__(self, ask: Ask[Any]) -> None:
        self.ask = ask
        self.message: Message = ask
        self.waiters = 0
        self.settled = trio.Event()
        self.value: Message | None = None
        self.fault: Fault | None = None
        self.scope: trio.CancelScope | None = None  # of the handler at work on it, if one is
        self.hops: list[Hop] = []
        self.here: Cell | None = None  # who handles the first hop, when the waiter does the work

    def settle(self, outcome: Message | Fault | None) -> None:
        """Fill the answer slot, once."""
        if isinstance(outcome, Exception):
            self.fault = outcome
        else:
            self.value = outcome
        self.settled.set()

    def result(self) -> Any:
        """The answer, or the fault raised. One fault may reach many waiters."""
        if self.fault is not None:
            raise self.fault.with_traceback(None)
        return self.value
