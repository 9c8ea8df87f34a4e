"""What was used last, in memory: an answer from here costs microseconds."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

MOST = 500  # things; a small one takes several times its bytes, and the rest are in the store


class Sized(Protocol):
    """Something that knows how many bytes it takes, roughly."""

    @property
    def size(self) -> int:
        """Bytes."""


Item = TypeVar("Item", bound=Sized)


class Recent(Generic[Item]):
    """The things used last, up to a number of bytes and of things."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: OrderedDict[str, Item] = OrderedDict()
        self.size = 0

    def get(self, key: str) -> Item | None:
        """One of them, which thereby becomes the last one used."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: str, held: Item) -> None:
        """Hold it; those not used for longest go."""
        self.drop(key)
        if held.size > self._limit:
            return
        self._held[key] = held
        self.size += held.size
        while self.size > self._limit or len(self._held) > MOST:
            _, gone = self._held.popitem(last=False)
            self.size -= gone.size

    def drop(self, key: str) -> None:
        """Hold it no longer."""
        gone = self._held.pop(key, None)
        self.size -= gone.size if gone else 0
