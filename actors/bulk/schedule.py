"""Whose turn it is: many hosts at once, each politely."""

from __future__ import annotations

import heapq
from collections import deque

from msgspec import Struct, field

from headwater.actors.bulk.item import Item


class _Host(Struct):
    waiting: deque[Item] = field(default_factory=deque)
    running: int = 0
    free_at: float = 0.0
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

    def release(self, item: Item) -> None:
        """Its host has room for another."""
        host = self._hosts[item.host]
        host.running -= 1
        self._list(item.host, host)
        if not host.running and not host.waiting and not self._delay:
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
        if host.waiting and not host.listed and host.running < self._per_host:
            host.listed = True
            self._number += 1
            heapq.heappush(self._queue, (host.free_at, self._number, name))
