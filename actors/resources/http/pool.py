"""Connections kept and shared: a bounded number, to each host a bounded number of them."""

from __future__ import annotations

from collections import OrderedDict

import trio
from msgspec import Struct

from headwater.actors.domain.links import origin
from headwater.actors.resources.http.connect import Connector
from headwater.actors.resources.http.exchange import Answer, Connection, Gone, Request, lost

Origin = tuple[str, str, int]


class Bounds(Struct, frozen=True):
    """How many descriptors, and how long they are kept."""

    connections: int = 256  # at work at once; as many as page reads may be in flight
    per_host: int = 40  # at work at once; 100 one-second pages of one host take 3 s
    idle: int = 64  # kept open for the next request
    idle_seconds: float = 30.0


class _Place:
    """What we have towards one origin."""

    def __init__(self, slots: int) -> None:
        self.slots = trio.Semaphore(slots)
        self.first = trio.Lock()  # held by whoever finds out which HTTP the origin speaks
        self.known = False
        self.shared: Connection | None = None
        self.users = 0


class Pool:
    """Exchanges on kept connections where there are some, on new ones otherwise."""

    def __init__(self, connector: Connector, bounds: Bounds) -> None:
        self._connector = connector
        self._bounds = bounds
        self._working = trio.Semaphore(bounds.connections)
        self._places: dict[Origin, _Place] = {}
        self._idle: OrderedDict[Connection, tuple[Origin, float]] = OrderedDict()

    async def exchange(self, request: Request) -> Answer:
        """One exchange. A kept connection that the server had closed is replaced, once."""
        where = origin(request.url)
        place = self._arrive(where)
        try:
            await _take(place.slots)
            try:
                await _take(self._working)
                try:
                    return await self._twice(request, place)
                finally:
                    self._working.release()
            finally:
                place.slots.release()
        finally:
            self._leave(where, place)

    async def _twice(self, request: Request, place: _Place) -> Answer:
        try:
            return await self._attempt(request, place, fresh=False)
        except Gone:
            pass
        try:
            return await self._attempt(request, place, fresh=True)
        except Gone:
            raise lost("the server closed it without an answer") from None

    async def close(self) -> None:
        """Close what is idle or shared; whoever is at work closes its own."""
        shared = [place.shared for place in self._places.values() if place.shared]
        for connection in [*self._idle, *shared]:
            await connection.close()
        self._idle.clear()

    async def _attempt(self, request: Request, place: _Place, *, fresh: bool) -> Answer:
        connection = None if fresh else await self._kept(request, place)
        if connection is None:
            connection = await self._open(request, place)
        try:
            return await connection.exchange(request)
        finally:
            await self._return(connection, origin(request.url), place)

    async def _open(self, request: Request, place: _Place) -> Connection:
        """While it is unknown whether the origin shares connections, one request finds out."""
        if request.url.scheme == "https" and not place.known:
            async with place.first:
                if place.shared and place.shared.usable:
                    return place.shared
                if not place.known:
                    return await self._discover(request, place)
        return await self._connector.open(request.url, request.hop)

    async def _discover(self, request: Request, place: _Place) -> Connection:
        connection = await self._connector.open(request.url, request.hop)
        place.known = not connection.shared
        place.shared = connection if connection.shared else None
        return connection

    async def _kept(self, request: Request, place: _Place) -> Connection | None:
        if place.shared is not None:
            if place.shared.usable:
                return place.shared
            place.shared = None
        wanted = origin(request.url)
        for connection in [kept for kept, (where, _) in self._idle.items() if where == wanted]:
            _, until = self._idle.pop(connection)
            if trio.current_time() < until and not connection.is_stale():
                return connection
            await connection.close()
        return None

    async def _return(self, connection: Connection, where: Origin, place: _Place) -> None:
        if connection.shared:
            if place.shared is connection and not connection.usable:
                place.shared = None
            return
        if not connection.usable:
            await connection.close()
            return
        self._idle[connection] = (where, trio.current_time() + self._bounds.idle_seconds)
        while len(self._idle) > self._bounds.idle:
            await self._idle.popitem(last=False)[0].close()

    def _arrive(self, where: Origin) -> _Place:
        place = self._places.get(where)
        if place is None:
            place = self._places[where] = _Place(self._bounds.per_host)
        place.users += 1
        return place

    def _leave(self, where: Origin, place: _Place) -> None:
        """The place is forgotten with its last user, unless a connection is shared."""
        place.users -= 1
        if not place.users and place.shared is None:
            self._places.pop(where, None)


async def _take(slots: trio.Semaphore) -> None:
    """At once where one is free; trio's own way gives up its turn all the same."""
    try:
        slots.acquire_nowait()
    except trio.WouldBlock:
        await slots.acquire()
