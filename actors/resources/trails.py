"""
Research sessions: those used last in memory, all of them in the store, one record an event.

Memory is never trusted about other processes: the number that the store gives a record tells
whether others came in between, and `fresh` reads what is new. No lock is held, because records are
applied by number, whichever task reads them first.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from headwater.actors.domain.session import events
from headwater.actors.domain.session import trail as trails
from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store.terms import MOVED, Terms

if TYPE_CHECKING:
    from headwater.actors.domain.session.events import Event, Stepped
    from headwater.actors.domain.session.trail import Trail
    from headwater.actors.resources.store.codec import Record
    from headwater.actors.resources.store.shelf import Named
    from headwater.actors.resources.store.store import Store

MEMORY = 32 * 1024 * 1024  # bytes of records; what was used longest ago is read again when wanted
MOST = 64  # sessions in memory
TABLE = "research"


class Trails:
    """Sessions by name. None stands for one that does not exist, or not any more."""

    def __init__(self, store: Store, memory: int = MEMORY) -> None:
        self._shelf = store.sessions
        self._memory = memory
        self._trails: OrderedDict[str, Trail] = OrderedDict()

    async def begin(self, name: str, event: Event) -> Trail:
        """A new session; its first record is on the disk."""
        payload = events.encode(event)
        number = await self._shelf.append(TABLE, name, payload)
        trail = trails.Trail()
        trail.apply(number, event, len(payload))
        self._hold(name, trail)
        return trail

    async def find(self, name: str) -> Trail | None:
        """A session as it was last seen by this process."""
        trail = self._trails.get(name)
        return await self.fresh(name) if trail is None else trail

    async def fresh(self, name: str) -> Trail | None:
        """A session as it stands now."""
        trail = self._trails.get(name, trails.Trail())
        since = trail.seen
        records = await self._shelf.get_since(TABLE, name, since)
        if not records or (since and records[0][0] != since):  # it went, or another is there now
            self._trails.pop(name, None)
            return None
        for number, record in records:
            _apply(trail, number, record)
        self._hold(name, trail)
        return trail

    async def step(
        self, name: str, trail: Trail, event: Stepped, most: int
    ) -> tuple[Trail | None, bool]:
        """
        The session with one step more, and whether there was room for it.

        A session has no more steps than records. So while it has fewer records than it may have
        steps, nobody needs to know what others wrote; from then on that is read first.
        """
        payload = events.encode(event)
        while len(trail.steps) < most:
            number = await self._shelf.extend(TABLE, name, payload, Terms(trail.seen, most))
            if number != MOVED:
                return await self._written(name, trail, number, event, len(payload)), True
            found = await self.fresh(name)
            if found is None:
                return None, False
            trail = found
        return trail, False

    async def write(self, name: str, trail: Trail, event: Event) -> Trail | None:
        """The session with one event more, which is on the disk."""
        payload = events.encode(event)
        number = await self._shelf.extend(TABLE, name, payload)
        return await self._written(name, trail, number, event, len(payload))

    async def _written(
        self, name: str, trail: Trail, number: int, event: Event, size: int
    ) -> Trail | None:
        if not number:
            self._trails.pop(name, None)
            return None
        if number > trail.seen + 1:
            return await self.fresh(name)
        trail.apply(number, event, size)
        self._hold(name, trail)
        return trail

    async def remove(self, name: str) -> bool:
        """Forget a session; whether there was one."""
        self._trails.pop(name, None)
        return await self._shelf.delete(TABLE, name) > 0

    async def names(self) -> list[Named]:
        """Every session's name and first record, and when it was last written to."""
        return await self._shelf.names(TABLE)

    def _hold(self, name: str, trail: Trail) -> None:
        self._trails[name] = trail
        self._trails.move_to_end(name)
        held = sum(other.size for other in self._trails.values())
        while len(self._trails) > MOST or (held > self._memory and len(self._trails) > 1):
            _, gone = self._trails.popitem(last=False)
            held -= gone.size


def _apply(trail: Trail, number: int, record: Record | StoreDamaged) -> None:
    """A record that is damaged, or that we cannot read, is passed over and counted."""
    if isinstance(record, StoreDamaged):
        trail.skip(number)
        return
    try:
        event = events.decode(record.payload)
    except msgspec.ValidationError:
        trail.skip(number)
        return
    trail.apply(number, event, len(record.payload))
