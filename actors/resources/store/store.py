"""
The store as actors see it: two shelves, opened at first use.

`artifacts` may be read before it is committed and loses its oldest when it is full. `sessions`
answers only after a synced commit and never loses anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import trio

from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.resources.store.place import Place
from headwater.actors.resources.store.shelf import Shelf, WrongKey
from headwater.actors.resources.store.terms import ALWAYS, Terms
from headwater.kernel.environment import BadSetting

if TYPE_CHECKING:
    from headwater.actors.messages.faults import StoreDamaged
    from headwater.actors.resources.store.codec import Record
    from headwater.actors.resources.store.shelf import Named
    from headwater.kernel.faults import Fault

Result = TypeVar("Result")

READS = 8  # threads that read at once
MEGABYTE = 1024 * 1024


class Store:
    """Costs nothing until it is used."""

    def __init__(
        self,
        home: str,
        *,
        megabytes: int = 1024,
        key: str = "",
        previous: str = "",
        idle: Mapping[str, float] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        folder = Path(home)
        cap = megabytes * MEGABYTE
        self.key_given = bool(key or previous)
        self.artifacts = AsyncShelf(
            Shelf(Place(folder, "artifacts", key=key, previous=previous, cap=cap, clock=clock))
        )
        self.sessions = AsyncShelf(
            Shelf(Place(folder, "sessions", key=key, previous=previous, idle=idle, clock=clock))
        )

    @property
    def shelves(self) -> tuple[Shelf, Shelf]:
        """Both, for whoever may wait for the disk."""
        return self.artifacts.blocking, self.sessions.blocking

    async def prepare(self) -> None:
        """Open now; BadSetting when the key cannot be used. Other trouble can wait."""
        for shelf in (self.artifacts, self.sessions):
            await shelf.prepare()

    def close(self) -> None:
        """Write what waits, and leave."""
        self.artifacts.blocking.close()
        self.sessions.blocking.close()


class AsyncShelf:
    """A shelf for the event loop: nothing here blocks it."""

    def __init__(self, shelf: Shelf) -> None:
        self.blocking = shelf
        self._limiter = trio.CapacityLimiter(READS)

    def put(self, table: str, name: str, payload: bytes, *, expires: float = 0.0) -> None:
        """Keep it: visible at once, written soon, lost if the process is killed before."""
        self.blocking.put(table, name, payload, expires=expires)

    async def put_durable(
        self, table: str, name: str, payload: bytes, *, expires: float = 0.0
    ) -> None:
        """Keep it; returns when it is safe on the disk."""
        put = self.blocking.submit_put
        await _settled(partial(put, table, name, payload, expires=expires))

    async def append(self, table: str, name: str, payload: bytes, *, expires: float = 0.0) -> int:
        """Keep it after what is there; its number, from 1, when it is safe on the disk."""
        append = self.blocking.submit_append
        number: int = await _settled(partial(append, table, name, payload, expires=expires))
        return number

    async def extend(self, table: str, name: str, payload: bytes, terms: Terms = ALWAYS) -> int:
        """As append where something is there; 0 where it has gone, MOVED if the terms forbid it."""
        extend = self.blocking.submit_extend
        number: int = await _settled(partial(extend, table, name, payload, terms=terms))
        return number

    async def delete(self, table: str, name: str) -> int:
        """Remove everything under the name; how many records that were."""
        count: int = await _settled(partial(self.blocking.submit_delete, table, name))
        return count

    async def get(self, table: str, name: str) -> Record | None:
        """The record, or StoreDamaged."""
        pending = self.blocking.pending(table, name)
        if pending is not None:
            return pending
        if self.blocking.lacks(table, name):  # most pages are new, and a thread costs 0.1 ms
            return None
        return await self._read(partial(self.blocking.get, table, name))

    async def get_all(self, table: str, name: str) -> list[Record | StoreDamaged]:
        """Everything appended under the name, in order; a damaged record as its fault."""
        return await self._read(partial(self.blocking.get_all, table, name))

    async def get_since(
        self, table: str, name: str, number: int
    ) -> list[tuple[int, Record | StoreDamaged]]:
        """As get_all, from a number on, each with its own; costs what it returns."""
        return await self._read(partial(self.blocking.get_since, table, name, number))

    async def names(self, table: str) -> list[Named]:
        """What is under a table, without reading it all."""
        return await self._read(partial(self.blocking.names, table))

    def others(self) -> int:
        """A number that changes when another process has written."""
        return self.blocking.others()

    async def prepare(self) -> None:
        """Open now; BadSetting when the key cannot be used."""
        try:
            await self._read(self.blocking.open)
        except WrongKey as fault:
            raise BadSetting(str(fault)) from None
        except (StoreFull, StoreUnavailable):
            return

    async def _read(self, work: Callable[[], Result]) -> Result:
        return await trio.to_thread.run_sync(work, limiter=self._limiter, abandon_on_cancel=True)


async def _settled(submit: Callable[..., None]) -> Any:
    """Submit a write and wait for what becomes of it."""
    token = trio.lowlevel.current_trio_token()
    settled = trio.Event()
    outcome: list[Any] = []

    def done(result: Any, fault: Fault | None) -> None:
        outcome[:] = [result, fault]
        try:
            token.run_sync_soon(settled.set)
        except trio.RunFinishedError:
            return  # nobody waits any more

    submit(done=done)
    await settled.wait()
    result, fault = outcome
    if fault is not None:
        raise fault
    return result
