"""What was used last, in memory: an answer from here costs microseconds."""

from __future__ import annotations

from collections import OrderedDict

from headwater.actors.domain.held import Held


class Recent:
    """The pages used last, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: OrderedDict[str, Held] = OrderedDict()
        self.size = 0

    def get(self, key: str) -> Held | None:
        """A page, which thereby becomes the last one used."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: str, held: Held) -> None:
        """Hold a page; those not used for longest go."""
        self.drop(key)
        if held.size > self._limit:
            return
        self._held[key] = held
        self.size += held.size
        while self.size > self._limit:
            _, gone = self._held.popitem(last=False)
            self.size -= gone.size

    def drop(self, key: str) -> None:
        """Hold it no longer."""
        gone = self._held.pop(key, None)
        self.size -= gone.size if gone else 0
