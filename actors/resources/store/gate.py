"""Many transactions at once, or one change of the map: LMDB forbids both together."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Shared by transactions, taken whole to resize or reopen."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._taken = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Be inside beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._taken)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Be inside alone; newcomers wait."""
        with self._changed:
            self._changed.wait_for(lambda: not self._taken)
            self._taken = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()

    def glance(self) -> bool:
        """Be inside for a moment, until `leave`, if that needs no waiting; whether it did not."""
        free = self._changed.acquire(blocking=False)
        if free and self._taken:
            self._changed.release()
            return False
        return free

    def leave(self) -> None:
        """Let others in after a glance."""
        self._changed.release()
