"""What waits for an actor."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.kernel.envelope import Envelope
    from headwater.kernel.message import Message


class Mailbox:
    """
    A slot for every permit, so that forwarding never waits, and a small share for tells.

    Tells are news, not work. They wait only while their actor is being restarted; when their
    share is full the oldest is dropped and counted.
    """

    def __init__(self, slots: int, tells: int) -> None:
        self._slots = slots
        # Ordered, because an envelope whose last waiter left is taken out of the middle.
        self._asks: OrderedDict[Envelope, None] = OrderedDict()
        self._tells: deque[Message] = deque(maxlen=tells)
        self.received = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._asks)

    def put(self, envelope: Envelope) -> None:
        """Queue an ask. There is always room: an envelope holds a permit, and permits are slots."""
        if len(self._asks) >= self._slots:
            raise RuntimeError("more envelopes than permits")
        self.received += 1
        self._asks[envelope] = None

    def tell(self, message: Message) -> None:
        """Queue news, dropping the oldest when there is too much of it."""
        self.received += 1
        self.dropped += len(self._tells) == self._tells.maxlen
        self._tells.append(message)

    def take(self) -> Envelope | None:
        """The next thing to do."""
        return self._asks.popitem(last=False)[0] if self._asks else None

    def news(self) -> list[Message]:
        """What was told meanwhile, oldest first; it is not kept any longer."""
        waiting = list(self._tells)
        self._tells.clear()
        return waiting

    def discard(self, envelope: Envelope) -> bool:
        """Take an envelope out again; False when it is not here."""
        return self._asks.pop(envelope, self) is None
