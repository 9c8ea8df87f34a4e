"""Whose turn it is: many hosts at once, each politely."""

from __future__ import annotations

import heapq
from collections import deque

from msgspec import Struct, field

from headwater.actors.bulk.item import Item

RESTS = 2  # of a host that are waited for; one that still fails counts as gone


class _Host(Struct):
    waiting: deque[Item] = field(default_factory=deque)
    running: int = 0
    free_at: float = 0.0
    rests: int = 0  # since something worked last
    careful: bool = False  # after a rest, one at a time until something works again
    listed: bool = False  # whether the host stands in the queue of hosts


class Schedule:
    """
    Items by host. A host has at most `per_host` at work and rests `delay` seconds between starts.

    Times are seconds of one clock that never goes back. Taking an item costs the same however
    many there are.
    """

    def __init__(self, *, per_host: int, delay: float) -> None:
        self._per_host = per_host
        self._delay = delay
        self._hosts: dict[str, _Host] = {}
        self._queue: list[tuple[float, int, str]] = []  # hosts by the moment they are free
        self._later: list[tuple[float, int, Item]] = []  # items that wait for another try
        self._number = 0
        self.waiting = 0

    def add(self, item: Item, *, not_before: float = 0.0) -> None:
        """An item whose turn comes at that moment or later."""
        self.waiting += 1
        if not_before:
            self._number += 1
            heapq.heappush(self._later, (not_before, self._number, item))
        else:
            self._append(item)

    def take(self, now: float) -> Item | None:
        """The next item that may start now."""
        while self._later and self._later[0][0] <= now:
            self._append(heapq.heappop(self._later)[2])
        self._put_off(now)
        if not self._queue or self._queue[0][0] > now:
            return None
        name = heapq.heappop(self._queue)[2]
        host = self._hosts[name]
        host.listed = False
        item = host.waiting.popleft()
        host.running += 1
        host.free_at = now + self._delay
        self.waiting -= 1
        self._list(name, host)
        return item

    def _put_off(self, now: float) -> None:
        """Hosts that were told to rest after they had been listed go back to their place."""
        while self._queue and self._queue[0][0] <= now:
            host = self._hosts[self._queue[0][2]]
            if host.free_at <= now:
                break
            number, name = heapq.heappop(self._queue)[1:]
            heapq.heappush(self._queue, (host.free_at, number, name))

    def rest(self, item: Item, now: float, seconds: float) -> bool:
        """
        Leave its host alone, then try it with one item; whether that is still worth it.

        Those that were started before the rest report it too, which does not make it another one.
        """
        host = self._hosts[item.host]
        host.rests += now >= host.free_at
        host.careful = True
        if host.rests > RESTS:
            return False
        host.free_at = max(host.free_at, now + seconds)
        return True

    def release(self, item: Item, *, well: bool = False) -> None:
        """Its host has room for another, and for as many as usual where this one went well."""
        host = self._hosts[item.host]
        host.running -= 1
        if well:
            host.careful, host.rests = False, 0
        self._list(item.host, host)
        if not host.running and not host.waiting and not self._delay and not host.careful:
            del self._hosts[item.host]

    def next_moment(self) -> float | None:
        """When something may start that may not yet, unless a release comes before."""
        moments = [heap[0][0] for heap in (self._queue, self._later) if heap]
        return min(moments, default=None)

    def _append(self, item: Item) -> None:
        host = self._hosts.setdefault(item.host, _Host())
        host.waiting.append(item)
        self._list(item.host, host)

    def _list(self, name: str, host: _Host) -> None:
        most = 1 if host.careful else self._per_host
        if host.waiting and not host.listed and host.running < most:
            host.listed = True
            self._number += 1
            heapq.heappush(self._queue, (host.free_at, self._number, name))
