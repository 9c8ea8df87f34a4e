"""How many envelopes may be in flight in one lane, and who is next."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.kernel.envelope import Envelope


class Permits:
    """
    A fixed number of permits, given to envelopes in the order they came.

    The envelope waits, not the asker: so equal asks find it and share it while it waits, and an
    asker may leave at any moment without anything to undo.
    """

    def __init__(self, number: int) -> None:
        self.free = number
        self._waiting: OrderedDict[Envelope, None] = OrderedDict()

    def take(self, envelope: Envelope) -> bool:
        """Give the envelope a permit, or a place in the queue."""
        if self.free:
            self.free -= 1
            return True
        self._waiting[envelope] = None
        return False

    def leave(self, envelope: Envelope) -> bool:
        """Take the envelope out of the queue; False when it is not in it."""
        return self._waiting.pop(envelope, self) is None

    def give_back(self) -> Envelope | None:
        """Return a permit. Whoever is next has it from now on, and comes back as the result."""
        if self._waiting:
            return self._waiting.popitem(last=False)[0]
        self.free += 1
        return None
