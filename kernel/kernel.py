"""Asks, tells and forwards: the running pipe."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import trio
from msgspec import Struct

from headwater.kernel.actor import routes_of
from headwater.kernel.envelope import Envelope
from headwater.kernel.faults import Fault, Stopped
from headwater.kernel.message import Message
from headwater.kernel.permits import Permits
from headwater.kernel.supervisor import Cell
from headwater.kernel.trace import log, log_span

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from headwater.kernel.actor import Actor
    from headwater.kernel.message import Ask, Lane

Answer = TypeVar("Answer")


class Limits(Struct, frozen=True):
    """How many calls and asks may be in flight; the rest wait for a permit."""

    calls: int = 64
    asks: int = 256


class Kernel:
    """Routes messages between cells and keeps the books on envelopes and permits."""

    def __init__(self, limits: Limits, *, tracing: bool = False) -> None:
        self._permits: dict[Lane, Permits] = {
            "calls": Permits(limits.calls),
            "asks": Permits(limits.asks),
        }
        self._slots = limits.calls + limits.asks
        self._routes: dict[type[Message], Cell] = {}
        self._shared: dict[Ask[Any], Envelope] = {}
        self._live: set[Envelope] = set()
        self._stopped: str | None = None
        self.ended = trio.Event()
        self._tracing = tracing

    @property
    def free(self) -> dict[Lane, int]:
        """The permits nobody holds, by lane."""
        return {lane: permits.free for lane, permits in self._permits.items()}

    @property
    def idle(self) -> bool:
        """Whether nothing is in flight."""
        return not self._live and not self._shared

    @property
    def stopped(self) -> str | None:
        """Why the kernel gave up, if it did."""
        return self._stopped

    def seat(self, actor: Actor, nursery: trio.Nursery) -> None:
        """Give an actor its cell and its routes."""
        actor.pipe = self
        cell = Cell(
            actor,
            slots=self._slots,
            nursery=nursery,
            carry=self._carry,
            give_up=self.stop,
            tracing=self._tracing,
        )
        for route in routes_of(type(actor)):
            if route.takes in self._routes:
                raise TypeError(f"{route.takes.__name__} has two handlers")
            self._routes[route.takes] = cell
            methods = cell.handlers if route.gives else cell.learners
            methods[route.takes] = getattr(actor, route.method)

    async def ask(self, ask: Ask[Answer]) -> Answer:
        """Wait for the answer. Leaving early (cancelled, deadline) is always safe."""
        envelope = (self._shared.get(ask) if ask.shared else None) or self._open(ask)
        envelope.waiters += 1
        try:
            if envelope.here is not None:
                await self._carry(envelope, envelope.here)
            if not envelope.settled.is_set():
                await envelope.settled.wait()
        finally:
            envelope.waiters -= 1
            if not envelope.waiters and not envelope.settled.is_set():
                self._end(envelope, Stopped("nobody waits for the answer"))
        answer: Answer = envelope.result()
        return answer

    def tell(self, message: Message) -> None:
        """Pass on news nobody waits for; where nobody is interested either, it is lost."""
        cell = self._routes.get(type(message))
        if cell is not None and self._stopped is None:
            cell.tell(message)

    def stop(self, reason: str) -> None:
        """Fail everybody who waits, at once, and everybody who asks from now on."""
        if self._stopped is not None:
            return
        self._stopped = reason
        for envelope in list(self._live):
            if not envelope.settled.is_set():
                self._end(envelope, Stopped(reason))
        self.ended.set()

    def _open(self, ask: Ask[Any]) -> Envelope:
        if self._stopped is not None:
            raise Stopped(self._stopped)
        if type(ask) not in self._routes:
            raise TypeError(f"no actor handles {type(ask).__name__}")
        envelope = Envelope(ask)
        self._live.add(envelope)
        if ask.shared:
            self._shared[ask] = envelope
        if self._permits[ask.lane].take(envelope):
            cell = self._routes[type(ask)]
            if ask.shared or not cell.has_hands:
                cell.put(envelope)
            else:  # nobody can join, so its only waiter may as well go along with it itself
                envelope.here = cell
        return envelope

    async def _carry(self, envelope: Envelope, cell: Cell) -> None:
        """
        Have an envelope handled for as long as somebody waits for it, in one task.

        The task goes along from actor to actor while there is a free worker at the next one: a
        task and two switches less for each. Where there is none, the envelope queues.
        """
        outcome: Message | Fault | None = None
        ended = False
        try:
            with trio.CancelScope() as envelope.scope:
                outcome = await cell.work_on(envelope)
                while (following := self._following(envelope, outcome)) and following.has_hands:
                    outcome = await following.work_on(envelope)
                ended = True
        finally:
            envelope.scope = None
            self._finish(envelope, outcome if ended else Stopped())

    def _following(self, envelope: Envelope, outcome: Message | Fault | None) -> Cell | None:
        """Who handles what came of an envelope; None when that is the answer."""
        if envelope.settled.is_set() or not isinstance(outcome, Message):
            return None
        cell = self._routes.get(type(outcome))
        if cell is not None:
            envelope.message = outcome
        return cell

    def _finish(self, envelope: Envelope, outcome: Message | Fault | None) -> None:
        """Queue the envelope where it goes next, or settle it and take the permit back."""
        if (cell := self._following(envelope, outcome)) is not None:
            cell.put(envelope)
            return
        if not envelope.settled.is_set():
            self._settle(envelope, outcome)
        self._release(envelope)

    def _end(self, envelope: Envelope, fault: Fault) -> None:
        """Settle early: end the work under way, and let the permit return when it has ended."""
        self._settle(envelope, fault)
        if envelope.scope is not None:
            envelope.scope.cancel()
        elif self._permits[envelope.ask.lane].leave(envelope):
            self._live.discard(envelope)
        elif self._routes[type(envelope.message)].mailbox.discard(envelope):
            self._release(envelope)

    def _settle(self, envelope: Envelope, outcome: Message | Fault | None) -> None:
        if envelope.ask.shared:
            self._shared.pop(envelope.ask, None)
        envelope.settle(outcome)
        if self._tracing:
            log_span(envelope)

    def _release(self, envelope: Envelope) -> None:
        self._live.discard(envelope)
        heir = self._permits[envelope.ask.lane].give_back()
        if heir is not None:
            self._routes[type(heir.ask)].put(heir)


@asynccontextmanager
async def running(
    actors: Sequence[Actor], limits: Limits | None = None, *, tracing: bool = False
) -> AsyncIterator[Kernel]:
    """
    A kernel with these actors open.

    On leaving, work that is still under way is cancelled. When an actor breaks for good, everybody
    who waits fails at once; `kernel.stopped` says why.
    """
    kernel = Kernel(limits or Limits(), tracing=tracing)
    opened: list[Actor] = []
    try:
        async with trio.open_nursery() as nursery:
            for actor in actors:
                kernel.seat(actor, nursery)
            for actor in actors:
                await actor.open()
                opened.append(actor)
            yield kernel
            kernel.stop("the server is shutting down")
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            for actor in reversed(opened):
                try:
                    await actor.close()
                except OSError as error:
                    log("close_failed", actor=type(actor).__name__.lower(), reason=str(error))
