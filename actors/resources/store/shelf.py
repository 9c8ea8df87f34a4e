"""One environment with its writer: the blocking half of the store, for threads and the CLI."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from headwater.actors.messages.faults import StoreDamaged, StoreUnavailable
from headwater.actors.resources.store.codec import NEVER, Record
from headwater.actors.resources.store.writer import Apply, Operation, Writer
from headwater.kernel.environment import BadSetting
from headwater.kernel.faults import Fault

if TYPE_CHECKING:
    from headwater.actors.resources.store.environment import Transaction
    from headwater.actors.resources.store.opened import Opened
    from headwater.actors.resources.store.place import Place

RETRY = 5.0  # seconds after which a shelf that could not be opened is tried again
Done = Callable[[Any, Fault | None], None]


class Shelf:
    """Opens at first use. Every method may wait for the disk unless it says otherwise."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._opening = threading.Lock()
        self._opened: Opened | None = None
        self._failed: tuple[float, Fault] | None = None
        self._pending: dict[tuple[str, str], Record] = {}
        self._writer = Writer(f"store-{place.name}", self._commit, self._tidy)

    def put(self, table: str, name: str, payload: bytes, *, expires: float = 0.0) -> None:
        """Keep it, visible to `get` at once and written soon. Never waits; for artifacts."""
        record = Record(table, name, payload, self.place.clock(), expires)
        self._pending[table, name] = record

        def done(_: Any, __: Fault | None) -> None:
            if self._pending.get((table, name)) is record:
                del self._pending[table, name]

        try:
            self.submit_put(table, name, payload, expires=expires, done=done)
        except Fault:
            done(None, None)
            raise

    def submit_put(
        self, table: str, name: str, payload: bytes, *, expires: float = 0.0, done: Done
    ) -> None:
        """Have it written; `done` hears on the writer's thread how that went. Never waits."""

        def prepare() -> Apply:
            records = self.open().records
            packed = records.codec.pack(name, payload)
            until = _microseconds(expires)
            return lambda transaction: records.replace(transaction, table, name, packed, until)

        self._writer.submit(Operation(prepare, done, len(payload)))

    def submit_append(
        self, table: str, name: str, payload: bytes, *, expires: float = 0.0, done: Done
    ) -> None:
        """Have it written after what is there under the name; `done` hears its number."""

        def prepare() -> Apply:
            records = self.open().records
            packed = records.codec.pack(name, payload)
            until = _microseconds(expires)
            return lambda transaction: records.append(transaction, table, name, packed, until)

        self._writer.submit(Operation(prepare, done, len(payload)))

    def submit_delete(self, table: str, name: str, *, done: Done) -> None:
        """Have everything under the name removed; `done` hears how much that was."""
        self._pending.pop((table, name), None)

        def prepare() -> Apply:
            records = self.open().records
            return lambda transaction: records.delete(transaction, table, name)

        self._writer.submit(Operation(prepare, done))

    def pending(self, table: str, name: str) -> Record | None:
        """What was put and is not written yet. Never waits."""
        record = self._pending.get((table, name))
        if record is None or not record.expires or record.expires > self.place.clock():
            return record
        return None

    def get(self, table: str, name: str) -> Record | None:
        """The record, or StoreDamaged."""
        if (record := self.pending(table, name)) is not None:
            return record
        opened = self.open()
        found = opened.environment.read(
            lambda transaction: opened.records.find(transaction, table, name)
        )
        return None if found is None else opened.records.codec.open(*found)

    def get_all(self, table: str, name: str) -> list[Record | StoreDamaged]:
        """Everything appended under the name, in order; a damaged record as its fault."""
        opened = self.open()
        found = opened.environment.read(
            lambda transaction: opened.records.find_all(transaction, table, name)
        )
        return opened.records.open_each(found)

    def scan(self, table: str = "") -> list[Record | StoreDamaged]:
        """Everything committed, of one table or of all."""
        opened = self.open()
        prefix = table.encode() + b"\0" if table else b""

        def read(transaction: Transaction) -> list[tuple[bytes, bytes]]:
            return list(opened.records.scan(transaction, prefix))

        return opened.records.open_each(opened.environment.read(read))

    def others(self) -> int:
        """A number that changes when another process has written. Never waits."""
        return 0 if self._opened is None else self._opened.environment.others()

    def open(self) -> Opened:
        """What the shelf works with; StoreFull or StoreUnavailable if it cannot be opened."""
        if self._opened is not None:
            return self._opened
        with self._opening:
            if self._failed is not None and time.monotonic() < self._failed[0]:
                raise self._failed[1]
            if self._opened is None:
                self._opened = self._attempt()
            return self._opened

    def close(self) -> None:
        """Write what waits, and leave."""
        self._writer.close()
        if self._opened is not None:
            self._opened.environment.close()
            self._opened = None

    def _attempt(self) -> Opened:
        import lmdb

        from headwater.actors.resources.store.environment import explain
        from headwater.actors.resources.store.opened import Opened

        fault: Fault
        try:
            return Opened(self.place)
        except BadSetting as problem:
            fault = WrongKey(str(problem))
        except (OSError, lmdb.Error) as error:
            code = getattr(error, "errno", None) or getattr(error, "code", 0)
            fault = explain(code or 0, str(error), self.place.home)
        self._failed = (time.monotonic() + RETRY, fault)
        raise fault

    def _commit(self, work: list[Apply]) -> list[Any]:
        return self.open().commit(work)

    def _tidy(self) -> bool:
        return self._opened is not None and self._opened.tidy()


class WrongKey(StoreUnavailable):
    """The key does not fit what is stored, or cannot be used."""


def _microseconds(seconds: float) -> int:
    return int(seconds * 1e6) if seconds else NEVER
