"""Lets a host rest after repeated failures, and says when it may be asked again."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
import trio
from msgspec import Struct

from headwater.actors.domain.links import authority
from headwater.actors.domain.search.routing import Routing
from headwater.actors.messages.faults import HostResting, ProviderLimited, ProviderResting
from headwater.actors.messages.providers import (
    Contact,
    Inquire,
    ProviderOutcome,
    ReadRoster,
    Roster,
    Standing,
)
from headwater.actors.messages.sources import Gather, Visit
from headwater.actors.messages.web import Dial, Fetch, HostOutcome
from headwater.actors.providers.provider import Provider
from headwater.actors.resources.directory import Directory
from headwater.kernel.actor import Actor, Policy, handle

MOST_HOSTS = 4_096  # remembered; the ones not heard of for longest are forgotten first
PATIENCE = 20.0  # seconds somebody may wait for a turn at a provider; then another is better
PROBE_SECONDS = 30.0  # a probe that nobody reported on by then was given up; another may go


class _Host(Struct):
    failures: int = 0  # in a row
    rests_until: float = 0.0  # trio clock, as all times here
    probing_until: float = 0.0
    free_at: float = 0.0
    interval: float | None = None  # between requests, where answers say so


class Breaker(Actor):
    """
    Closed: everybody passes. Open: nobody does. Half open: one goes and the others wait for news.

    A server that names a time to come back (Retry-After) is believed at once. `interval` spaces
    requests to one host; zero, because the pool already bounds how many are at work there.

    Providers have breakers of their own by name, and are asked no more often than they allow.
    """

    policy = Policy(workers=1, tells=1024)  # outcomes must be counted in order

    def __init__(
        self,
        *,
        limit: int = 5,
        rest: float = 60.0,
        interval: float = 0.0,
        directory: Directory | None = None,
        routing: Routing | None = None,
    ) -> None:
        self._limit = limit
        self._rest = rest
        self._interval = interval
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._directory = directory or Directory({})
        self._routing = routing or Routing()
        self._providers: dict[str, _Host] = {}
        self._standings: dict[str, Standing] = {}  # as if nobody had been asked

    @handle
    async def admit(self, want: Fetch) -> Dial:
        """Permission to contact the host, with the moment from which it holds."""
        now = trio.current_time()
        if want.way == "exa":
            return self._admit_borrowing(want, now)
        name = authority(want.onward.url if want.onward else want.url)
        host = self._hosts.get(name)
        if host is None and not self._interval:
            return Dial(want, not_before=now)
        host = self._remember(name)
        if left := self._rests(host, now):
            if want.way != "html":
                return Dial(want, now, rests=left)  # the fetcher tells how the ways before went
            raise HostResting(
                f"{name} keeps failing; resting it for {left:.0f} s", retry_after=left
            )
        moment = max(now, host.free_at)
        host.free_at = moment + self._interval
        return Dial(want, not_before=moment)

    def _admit_borrowing(self, want: Fetch, now: float) -> Dial:
        """A page that a provider is asked for: its own host has no say in it."""
        state = self._providers.setdefault(want.way, _Host())
        left = self._rests(state, now)
        moment = max(now, state.free_at)
        state.free_at = moment + self._directory.all()[want.way].interval
        return Dial(want, not_before=moment, rests=left)

    @handle
    async def admit_inquiry(self, want: Inquire) -> Contact:
        """Permission to ask a provider, with the moment from which it holds."""
        now = trio.current_time()
        name = want.consult.provider
        state = self._providers.setdefault(name, _Host())
        if left := self._rests(state, now):
            raise ProviderResting(
                f"{name} keeps failing; resting it for {left:.0f} s",
                retry_after=left,
                provider=name,
            )
        moment = max(now + want.wait, state.free_at)
        if moment - now > PATIENCE:
            raise ProviderLimited(
                f"{name} is asked as often as it allows", retry_after=moment - now, provider=name
            )
        usual = self._directory.all()[name].interval
        state.free_at = moment + (usual if state.interval is None else state.interval)
        return Contact(want, not_before=moment)

    @handle
    async def admit_visit(self, want: Gather) -> Visit:
        """Permission to call a site's services, but for those that rest."""
        now = trio.current_time()
        known = {call.service: self._hosts.get(call.service) for call in want.calls}
        resting = [name for name, host in known.items() if host and self._rests(host, now)]
        return Visit(want, frozenset(resting))

    @handle
    async def read_roster(self, _: ReadRoster) -> Roster:
        """Every provider with how it is now."""
        if not self._standings:
            every = self._directory.all().values()
            self._standings = {provider.name: self._standing(provider) for provider in every}
        now = trio.current_time()
        changed = {name: self._as_it_is(name, now) for name in self._providers}
        wished = self._routing
        return Roster({**self._standings, **changed}, wished.orders, wished.first, wished.hedge)

    @handle
    def learn(self, seen: HostOutcome) -> None:
        """Count a failure, or forget them all."""
        if seen.ok and not self._interval:
            self._hosts.pop(seen.host, None)
            return
        self._count(self._remember(seen.host), ok=seen.ok, wait=seen.retry_after)

    @handle
    def learn_provider(self, seen: ProviderOutcome) -> None:
        """The same about a provider, which may also have said how often it may be asked."""
        state = self._providers.setdefault(seen.provider, _Host())
        if seen.interval is not None:
            state.interval = seen.interval
        self._count(state, ok=seen.ok, wait=seen.retry_after)

    def _count(self, host: _Host, *, ok: bool, wait: float) -> None:
        host.probing_until = 0.0
        host.failures = 0 if ok else host.failures + 1
        rest = self._rest if host.failures >= self._limit else 0.0
        rest = max(rest, wait)
        now = trio.current_time()
        host.rests_until = max(host.rests_until, now + rest) if rest else 0.0

    def _rests(self, host: _Host, now: float) -> float:
        """The seconds left to rest; after them, one goes and the others wait for its news."""
        until = max(host.rests_until, host.probing_until)
        if until > now:
            return until - now
        if host.failures >= self._limit:
            host.probing_until = now + PROBE_SECONDS
        return 0.0

    def _standing(self, provider: Provider) -> Standing:
        return Standing(
            name=provider.name,
            operations={name: one.abilities for name, one in provider.operations.items()},
            missing=self._directory.missing(provider),
            keyed=bool(provider.credentials) or not provider.base,
            interval=provider.interval,
        )

    def _as_it_is(self, name: str, now: float) -> Standing:
        state = self._providers[name]
        rests = max(0.0, state.rests_until - now)
        tired = state.failures >= self._limit
        standing = self._standings[name]
        return msgspec.structs.replace(
            standing,
            state="open" if rests else "half_open" if tired else "closed",
            failures=state.failures,
            rests=rests,
            interval=standing.interval if state.interval is None else state.interval,
            waits=max(0.0, state.free_at - now),
        )

    def _remember(self, name: str) -> _Host:
        host = self._hosts.setdefault(name, _Host())
        self._hosts.move_to_end(name)
        if len(self._hosts) > MOST_HOSTS:
            self._hosts.popitem(last=False)
        return host
