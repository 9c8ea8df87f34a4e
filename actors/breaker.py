"""Lets a host rest after repeated failures, and says when it may be asked again."""

from __future__ import annotations

from collections import OrderedDict

import trio
from msgspec import Struct

from headwater.actors.messages.faults import HostResting
from headwater.actors.messages.web import Dial, Fetch, HostOutcome
from headwater.kernel.actor import Actor, Policy, handle

MOST_HOSTS = 4_096  # remembered; the ones not heard of for longest are forgotten first
PROBE_SECONDS = 30.0  # a probe that nobody reported on by then was given up; another may go


class _Host(Struct):
    failures: int = 0  # in a row
    rests_until: float = 0.0  # trio clock, as all times here
    probing_until: float = 0.0
    free_at: float = 0.0


class Breaker(Actor):
    """
    Closed: everybody passes. Open: nobody does. Half open: one goes and the others wait for news.

    A server that names a time to come back (Retry-After) is believed at once. `interval` spaces
    requests to one host; zero, because the pool already bounds how many are at work there.
    """

    policy = Policy(workers=1, tells=1024)  # outcomes must be counted in order

    def __init__(self, *, limit: int = 5, rest: float = 60.0, interval: float = 0.0) -> None:
        self._limit = limit
        self._rest = rest
        self._interval = interval
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    @handle
    async def admit(self, want: Fetch) -> Dial:
        """Permission to contact the host, with the moment from which it holds."""
        now = trio.current_time()
        host = self._hosts.get(want.url.host)
        if host is None and not self._interval:
            return Dial(want, not_before=now)
        host = self._remember(want.url.host)
        self._refuse_while_resting(host, want.url.host, now)
        moment = max(now, host.free_at)
        host.free_at = moment + self._interval
        return Dial(want, not_before=moment)

    @handle
    def learn(self, seen: HostOutcome) -> None:
        """Count a failure, or forget them all."""
        if seen.ok and not self._interval:
            self._hosts.pop(seen.host, None)
            return
        host = self._remember(seen.host)
        now = trio.current_time()
        host.probing_until = 0.0
        host.failures = 0 if seen.ok else host.failures + 1
        rest = self._rest if host.failures >= self._limit else 0.0
        rest = max(rest, seen.retry_after)
        host.rests_until = max(host.rests_until, now + rest) if rest else 0.0

    def _refuse_while_resting(self, host: _Host, name: str, now: float) -> None:
        until = max(host.rests_until, host.probing_until)
        if until > now:
            left = until - now
            raise HostResting(
                f"{name} keeps failing; resting it for {left:.0f} s", retry_after=left
            )
        if host.failures >= self._limit:
            host.probing_until = now + PROBE_SECONDS

    def _remember(self, name: str) -> _Host:
        host = self._hosts.setdefault(name, _Host())
        self._hosts.move_to_end(name)
        if len(self._hosts) > MOST_HOSTS:
            self._hosts.popitem(last=False)
        return host
