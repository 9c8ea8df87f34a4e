"""One thread that writes: what is waiting when it looks is one commit."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.kernel.faults import Fault

if TYPE_CHECKING:
    from headwater.actors.resources.store.environment import Transaction

QUEUED = 64 * 1024 * 1024  # bytes that may wait to be written
BATCH = 256  # operations in a commit
IDLE = 60.0  # seconds without work after which there is time to tidy up
LINGER = 0.1  # seconds that operations without hurry wait for others; a commit costs 2 ms of work
PLENTY = 8 * 1024 * 1024  # bytes that are worth a commit of their own

Apply = Callable[["Transaction"], Any]
Commit = Callable[[list[Apply]], list[Any]]
Done = Callable[[Any, Fault | None], None]


class Operation:
    """
    Something to write. `prepare` runs before the transaction and returns what runs in it.

    One without hurry is committed together with what comes shortly after it.
    """

    __slots__ = ("done", "hurry", "prepare", "size")

    def __init__(
        self, prepare: Callable[[], Apply], done: Done, size: int = 0, *, hurry: bool = True
    ) -> None:
        self.prepare = prepare
        self.done = done
        self.size = size
        self.hurry = hurry


class Writer:
    """
    Takes operations from any thread. `commit` runs them in one transaction, all or none.

    `tidy` is called on the same thread after commits and when there is nothing to do, and says
    whether it wants to be called again soon.
    """

    def __init__(self, name: str, commit: Commit, tidy: Callable[[], bool]) -> None:
        self._commit = commit
        self._tidy = tidy
        self._name = name
        self._waiting: deque[Operation] = deque()
        self._queued = 0
        self._hurried = False
        self._lingering = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._at_work: list[Operation] = []

    def submit(self, operation: Operation) -> None:
        """Queue an operation; never waits."""
        with self._changed:
            if self._closing:
                raise StoreUnavailable("the store is closed")
            if self._queued + operation.size > QUEUED and self._waiting:
                raise StoreFull("too much waits to be written to the store")
            self._waiting.append(operation)
            self._queued += operation.size
            self._hurried |= operation.hurry
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            if not self._lingering or self._is_due():
                self._changed.notify()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        with self._changed:
            self._closing = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        busy = False
        try:
            while self._take(wait=0.0 if busy else IDLE):
                if self._at_work:
                    self._write(self._at_work)
                    self._at_work = []
                busy = self._tidied()
        finally:
            self._leave()

    def _tidied(self) -> bool:
        try:
            return self._tidy()
        except Fault:
            return False  # the next write meets the same trouble, and has somebody to tell

    def _take(self, wait: float) -> bool:
        """Take what is waiting, or nothing after a while; False at the end."""
        with self._changed:
            if not self._waiting and not self._closing and wait:
                self._changed.wait(wait)
            if self._waiting and not self._is_due():
                self._lingering = True
                self._changed.wait(LINGER)
                self._lingering = False
            if not self._waiting and self._closing:
                return False
            count = min(BATCH, len(self._waiting))
            self._at_work = [self._waiting.popleft() for _ in range(count)]
            self._queued -= sum(operation.size for operation in self._at_work)
            self._hurried = any(operation.hurry for operation in self._waiting)
            return True

    def _is_due(self) -> bool:
        """Whether what waits is to be written now."""
        return self._closing or self._hurried or self._queued >= PLENTY

    def _leave(self) -> None:
        """Nobody waits for a thread that is gone, whatever ended it; the next work starts one."""
        with self._changed:
            left = [*self._at_work, *self._waiting]
            self._at_work, self._queued, self._thread = [], 0, None
            self._waiting.clear()
        for operation in left:
            operation.done(None, StoreUnavailable("writing to the store was broken off"))

    def _write(self, batch: list[Operation]) -> None:
        """One commit; if it fails, one each, so that nobody pays for another's size."""
        try:
            results = self._commit([operation.prepare() for operation in batch])
        except Fault as fault:
            if len(batch) == 1:
                batch[0].done(None, fault)
                return
            for operation in batch:
                self._write([operation])
            return
        for operation, result in zip(batch, results, strict=True):
            operation.done(result, None)
