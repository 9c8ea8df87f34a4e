"""Keeps research sessions: whose they are, how long they live and how much they hold."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from headwater.actors.domain.session import events, rules
from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.messages.sessions import (
    ListSessions,
    Owner,
    RecallSession,
    RecordFindings,
    RemoveSession,
    Session,
    SessionDamaged,
    SessionGone,
    SessionList,
    SessionRemoved,
    SessionSummary,
    Step,
    StepTaken,
    TakeStep,
)
from headwater.actors.resources.trails import Trails
from headwater.kernel.actor import Actor, Policy, handle

if TYPE_CHECKING:
    from headwater.actors.domain.session.trail import Trail
    from headwater.actors.resources.store.shelf import Named
    from headwater.actors.resources.store.store import Store

PER_OWNER = 50  # sessions; the one that was left alone longest leaves
USED_EVERY = 60.0  # seconds: looking at a session is written down this often at most
NOT_FOUND = "The session named was not found or has expired; this is a new one."


class Sessions(Actor):
    """Many workers: what waits is the disk, which takes many records in one commit."""

    policy = Policy(workers=256)

    def __init__(
        self,
        *,
        store: Store,
        ttl: float = 4 * 3600.0,
        most_steps: int = 200,
        per_owner: int = PER_OWNER,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._trails = Trails(store)
        self._ttl = ttl
        self._most_steps = most_steps
        self._per_owner = per_owner
        self._clock = clock

    @handle
    async def take(self, want: TakeStep) -> StepTaken:
        """Add a step, or begin a session with it."""
        step = msgspec.structs.replace(want.step, at=self._clock())
        if not want.id:
            return await self._begin(want.owner, step)
        try:
            return await self._continue(want.owner, want.id, step)
        except SessionGone:
            if step.number > 1:
                raise
        return await self._begin(want.owner, step, NOT_FOUND)

    @handle
    async def recall(self, want: RecallSession) -> Session:
        """A session as it stands, whoever wrote to it. Looking keeps it alive."""
        name = _name(want.owner, want.id)
        trail = self._alive(await self._trails.fresh(name))
        if self._clock() - trail.last_used > min(USED_EVERY, self._ttl / 10):
            with suppress(StoreFull, StoreUnavailable):
                trail = self._there(
                    await self._trails.write(name, trail, events.Used(self._clock()))
                )
        return trail.snapshot(want.owner, want.id)

    @handle
    async def record(self, want: RecordFindings) -> Session:
        """What a tool found."""
        name = _name(want.owner, want.id)
        trail = await self._known(name)
        now = self._clock()
        sources = tuple(msgspec.structs.replace(source, at=now) for source in want.sources)
        outcomes = tuple(msgspec.structs.replace(outcome, at=now) for outcome in want.outcomes)
        written = await self._trails.write(name, trail, events.Found(now, sources, outcomes))
        return self._there(written).snapshot(want.owner, want.id)

    @handle
    async def list_all(self, want: ListSessions) -> SessionList:
        """What lives, the last used first."""
        living = await self._living("" if want.owner is None else _prefix(want.owner))
        entries = [_summary(named) for named in living]
        return SessionList(tuple(entry for entry in entries if entry is not None))

    @handle
    async def remove(self, want: RemoveSession) -> SessionRemoved:
        """Forget a session."""
        if not await self._trails.remove(_name(want.owner, want.id)):
            raise SessionGone(self._ttl)
        return SessionRemoved(want.id)

    async def _begin(self, owner: Owner, step: Step, *notes: str) -> StepTaken:
        rules.check(step, ())
        identity = str(uuid.uuid4())
        name = _name(owner, identity)
        trail = await self._trails.begin(name, events.Begun(owner, identity, step))
        living = await self._living(_prefix(owner))
        for named in living[self._per_owner :]:
            await self._trails.remove(named.first.name)
        said = (*notes, *rules.notes_on(step, [], len(trail.steps), self._most_steps))
        return StepTaken(trail.snapshot(owner, identity), recorded=True, notes=said)

    async def _continue(self, owner: Owner, identity: str, step: Step) -> StepTaken:
        name = _name(owner, identity)
        trail = await self._known(name)
        known = {taken.number for taken in trail.steps}
        full = len(trail.steps) >= self._most_steps
        if full or {step.revises, step.branch_from} - known - {0}:
            trail = self._alive(await self._trails.fresh(name))  # another process may know more
        rules.check(step, trail.steps)
        gaps = trail.open_gaps()
        stepped = events.Stepped(step)
        written, recorded = await self._trails.step(name, trail, stepped, self._most_steps)
        trail = self._there(written)
        count = len(trail.steps) + (not recorded)
        notes = rules.notes_on(step, gaps, count, self._most_steps)
        return StepTaken(trail.snapshot(owner, identity), recorded=recorded, notes=notes)

    async def _known(self, name: str) -> Trail:
        """A session as last seen, which is enough to write to it."""
        trail = await self._trails.find(name)
        if trail is not None and self._is_idle(trail):
            trail = await self._trails.fresh(name)  # another process may have used it
        return self._alive(trail)

    async def _living(self, prefix: str) -> list[Named]:
        """An owner's sessions, the last used first."""
        oldest = self._clock() - self._ttl
        names = await self._trails.names()
        mine = [one for one in names if one.first.name.startswith(prefix) and one.last > oldest]
        return sorted(mine, key=lambda named: -named.last)

    def _is_idle(self, trail: Trail) -> bool:
        return self._clock() - trail.last_used >= self._ttl

    def _alive(self, trail: Trail | None) -> Trail:
        """The session, unless its time is over; sweeping it away is the store's business."""
        if trail is not None and not trail.steps:
            raise SessionDamaged
        if trail is None or self._is_idle(trail):
            raise SessionGone(self._ttl)
        return trail

    def _there(self, trail: Trail | None) -> Trail:
        if trail is None:
            raise SessionGone(self._ttl)
        return trail


def _prefix(owner: Owner) -> str:
    return f"{quote(owner.tenant, safe='')}/{quote(owner.user, safe='')}/"


def _name(owner: Owner, identity: str) -> str:
    """To know an id is not enough: it is looked up together with its owner."""
    return _prefix(owner) + identity


def _summary(named: Named) -> SessionSummary | None:
    try:
        event = events.decode(named.first.payload)
    except msgspec.ValidationError:
        return None
    if not isinstance(event, events.Begun):
        return None
    step = event.step
    return SessionSummary(event.id, step.goal or step.description, step.at, named.last)
