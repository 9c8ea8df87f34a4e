"""One environment with its writer: the blocking half of the store, for threads and the CLI."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from headwater.actors.messages.faults import StoreDamaged, StoreUnavailable
from headwater.actors.resources.store.codec import NEVER, Record, sequence_of
from headwater.actors.resources.store.terms import ALWAYS, Terms
from headwater.actors.resources.store.writer import Apply, Operation, Writer
from headwater.kernel.environment import BadSetting
from headwater.kernel.faults import Fault
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from headwater.actors.resources.store.environment import Transaction
    from headwater.actors.resources.store.opened import Opened
    from headwater.actors.resources.store.place import Place

REFUSE = 1.0  # seconds for which nothing is put after a put that could not be written
RETRY = 5.0  # seconds after which a shelf that could not be opened is tried again
Done = Callable[[Any, Fault | None], None]


class Shelf:
    """Opens at first use. Every method may wait for the disk unless it says otherwise."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._opening = threading.Lock()
        self._opened: Opened | None = None
        self._failed: tuple[float, Fault] | None = None
        self._closed = False
        self._changing = threading.Lock()
        self._pending: dict[tuple[str, str], Record] = {}
        self._refusing: tuple[float, Fault] | None = None
        self._writer = Writer(f"store-{place.name}", self._commit, self._tidy)

    def put(self, table: str, name: str, payload: bytes, *, expires: float = 0.0) -> None:
        """Keep it, visible to `get` at once and written soon. Never waits; for artifacts."""
        if self._refusing is not None and time.monotonic() < self._refusing[0]:
            raise self._refusing[1]
        record = Record(table, name, payload, self.place.clock(), expires)
        with self._changing:
            self._pending[table, name] = record

        def done(_: Any, fault: Fault | None) -> None:
            self._refusing = None if fault is None else (time.monotonic() + REFUSE, fault)
            self._settle(record)

        try:
            self._submit("replace", table, name, payload, expires=expires, done=done, hurry=False)
        except Fault:
            self._settle(record)
            raise

    def submit_put(
        self, table: str, name: str, payload: bytes, *, expires: float = 0.0, done: Done
    ) -> None:
        """Have it written; `done` hears on the writer's thread how that went. Never waits."""
        self._submit("replace", table, name, payload, expires=expires, done=done)

    def submit_append(
        self, table: str, name: str, payload: bytes, *, expires: float = 0.0, done: Done
    ) -> None:
        """Have it written after what is there under the name; `done` hears its number."""
        self._submit("append", table, name, payload, expires=expires, done=done)

    def submit_extend(
        self, table: str, name: str, payload: bytes, *, terms: Terms = ALWAYS, done: Done
    ) -> None:
        """As submit_append; `done` hears 0 where nothing is there, MOVED if the terms forbid it."""
        self._submit("extend", table, name, payload, expires=0.0, done=done, terms=terms)

    def _submit(
        self,
        how: Literal["replace", "append", "extend"],
        table: str,
        name: str,
        payload: bytes,
        *,
        expires: float,
        done: Done,
        hurry: bool = True,
        **more: Terms,
    ) -> None:
        def prepare() -> Apply:
            records = self.open().records
            packed = records.codec.pack(name, payload)
            until = _microseconds(expires)
            write = getattr(records, how)
            return lambda transaction: write(transaction, table, name, packed, until, **more)

        self._writer.submit(Operation(prepare, done, len(payload), hurry=hurry))

    def submit_delete(self, table: str, name: str, *, done: Done) -> None:
        """Have everything under the name removed; `done` hears how much that was."""
        with self._changing:
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

    def lacks(self, table: str, name: str) -> bool:
        """Whether it is certain, without waiting for anything, that there is no such record."""
        opened = self._opened
        return opened is not None and opened.environment.glimpse(
            lambda transaction: not opened.records.has(transaction, table, name)
        )

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

    def get_since(
        self, table: str, name: str, number: int
    ) -> list[tuple[int, Record | StoreDamaged]]:
        """As get_all, from a number on, each with its own."""
        opened = self.open()
        found = opened.environment.read(
            lambda transaction: opened.records.find_since(transaction, table, name, number)
        )
        numbers = [sequence_of(key) for key, _ in found]
        return list(zip(numbers, opened.records.open_each(found), strict=True))

    def names(self, table: str) -> list[Named]:
        """What is under a table, without reading it all; less what starts with a bad record."""
        opened = self.open()
        groups = opened.environment.read(
            lambda transaction: opened.records.groups(transaction, table)
        )
        firsts = opened.records.open_each(group.first for group in groups)
        return [
            Named(first, group.last.written / 1e6 if group.last else first.written)
            for first, group in zip(firsts, groups, strict=True)
            if isinstance(first, Record)
        ]

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
            if self._closed:
                raise StoreUnavailable("the store is closed")
            if self._failed is not None and time.monotonic() < self._failed[0]:
                raise self._failed[1]
            if self._opened is None:
                self._opened = self._attempt()
            return self._opened

    def close(self) -> None:
        """Write what waits, and leave."""
        self._writer.close()
        with self._opening:
            self._closed = True
            if self._opened is not None:
                self._opened.environment.close()
                self._opened = None

    def _settle(self, record: Record) -> None:
        """It waits no longer, unless something newer waits in its place."""
        with self._changing:
            if self._pending.get((record.table, record.name)) is record:
                del self._pending[record.table, record.name]

    def _attempt(self) -> Opened:
        import lmdb

        from headwater.actors.resources.store.environment import explain
        from headwater.actors.resources.store.opened import Opened

        fault: Fault
        try:
            opened = Opened(self.place)
        except BadSetting as problem:
            fault = WrongKey(str(problem))
        except (OSError, lmdb.Error) as error:
            code = getattr(error, "errno", None) or getattr(error, "code", 0)
            fault = explain(code or 0, str(error), self.place.home)
        else:
            if opened.environment.repaired is not None:
                log("store_repaired", shelf=self.place.name, kept=opened.environment.repaired)
            return opened
        self._failed = (time.monotonic() + RETRY, fault)
        raise fault

    def _commit(self, work: list[Apply]) -> list[Any]:
        return self.open().commit(work)

    def _tidy(self) -> bool:
        return self._opened is not None and self._opened.tidy()


class Named(Struct, frozen=True):
    """What appended records have in common."""

    first: Record
    last: float  # when the last one was written; seconds since 1970


class WrongKey(StoreUnavailable):
    """The key does not fit what is stored, or cannot be used."""


def _microseconds(seconds: float) -> int:
    return int(seconds * 1e6) if seconds else NEVER
