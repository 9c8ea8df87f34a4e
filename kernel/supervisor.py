"""Runs one actor's workers: fails a message, restarts the actor, or gives up."""

from __future__ import annotations

import secrets
import traceback
from collections import deque
from typing import TYPE_CHECKING

import trio

from headwater.kernel.faults import Broken, Fault, Interrupted, Unexpected
from headwater.kernel.mailbox import Mailbox
from headwater.kernel.trace import Hop, log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from headwater.kernel.actor import Actor, Handler, Learner
    from headwater.kernel.envelope import Envelope
    from headwater.kernel.message import Message


class Cell:
    """
    One actor with its mailbox and workers.

    A worker is a task at work on an envelope; `carry` has it handled here and goes on with it.
    `give_up` is called once, when the actor cannot be kept running.
    """

    def __init__(
        self,
        actor: Actor,
        *,
        slots: int,
        nursery: trio.Nursery,
        carry: Callable[[Envelope, Cell], Awaitable[None]],
        give_up: Callable[[str], None],
        tracing: bool = False,
    ) -> None:
        self.name = type(actor).__name__.lower()
        self.mailbox = Mailbox(slots, actor.policy.tells)
        self.handlers: dict[type[Message], Handler] = {}
        self.learners: dict[type[Message], Learner] = {}
        self._actor = actor
        self._policy = actor.policy
        self._nursery = nursery
        self._carry = carry
        self._give_up = give_up
        self._tracing = tracing
        self._working = 0
        self._paused = False
        self._restarts: deque[float] = deque()

    def put(self, envelope: Envelope) -> None:
        """Queue an envelope and see that somebody works on it."""
        self.mailbox.put(envelope)
        self._staff()

    def tell(self, news: Message) -> None:
        """Let the actor learn something, at once, or when it has been opened anew."""
        if self._paused:
            self.mailbox.tell(news)
        else:
            self._learn(news)

    def _staff(self) -> None:
        if not self._paused and self._working < self._policy.workers:
            self._working += 1
            self._nursery.start_soon(self._work)

    @property
    def has_hands(self) -> bool:
        """Whether one more envelope could be worked on right now, ahead of nobody."""
        return not self._paused and self._working < self._policy.workers and not len(self.mailbox)

    async def _work(self) -> None:
        """Take the next envelope along, in a task of its own."""
        self._working -= 1  # it counts again when the work begins, before anybody else can look
        envelope = None if self._paused else self.mailbox.take()
        if envelope is not None:
            await self._carry(envelope, self)
        elif self._paused and self._working == 0:
            await self._restart()

    async def work_on(self, envelope: Envelope) -> Message | Fault | None:
        """Run the handler of what an envelope holds."""
        message = envelope.message
        started = trio.current_time() if self._tracing else 0.0
        self._working += 1
        try:
            return await self.handlers[type(message)](message)
        except Exception as error:  # noqa: BLE001 - a bug fails its ask, and nothing else
            return self._judge(error)
        finally:
            self._working -= 1
            if self._tracing:
                spent = (trio.current_time() - started) * 1000
                envelope.hops.append(Hop(self.name, type(message).__name__, round(spent, 3)))
            if self._paused and self._working == 0:
                self._nursery.start_soon(self._restart)
            elif len(self.mailbox):
                self._staff()

    def _learn(self, news: Message) -> None:
        try:
            self.learners[type(news)](news)
        except Exception as error:  # noqa: BLE001 - as in _attempt
            fault = self._judge(error)
            log("not_learnt", actor=self.name, news=type(news).__name__, code=fault.code)
        if self._paused and self._working == 0:
            self._nursery.start_soon(self._restart)

    def _judge(self, error: Exception) -> Fault:
        """What an exception costs: a fault fails the ask, Broken restarts, a bug is reported."""
        if isinstance(error, Fault):
            return error
        if isinstance(error, Broken):
            self._break(str(error))
            return Interrupted(self.name)
        return _only_fault(error) or self._report(error)

    def _report(self, error: Exception) -> Unexpected:
        unexpected = Unexpected(secrets.token_hex(4))
        lines = traceback.format_exception(error)
        log("bug", actor=self.name, trace=unexpected.trace_id, traceback="".join(lines))
        return unexpected

    def _break(self, reason: str) -> None:
        """Stop taking work; the last worker at work restarts the actor."""
        if self._paused:
            return
        self._paused = True
        log("broken", actor=self.name, reason=reason)

    async def _restart(self) -> None:
        while self._may_restart():
            try:
                await self._actor.close()
                await self._actor.open()
            except (Broken, OSError) as error:
                log("restart_failed", actor=self.name, reason=str(error))
                continue
            self._paused = False
            for news in self.mailbox.news():
                self._learn(news)
            for _ in range(len(self.mailbox)):
                self._staff()
            return
        self._give_up(f"{self.name} broke more often than its policy allows")

    def _may_restart(self) -> bool:
        now = trio.current_time()
        while self._restarts and now - self._restarts[0] > self._policy.within:
            self._restarts.popleft()
        self._restarts.append(now)
        return len(self._restarts) <= self._policy.restarts


def _only_fault(error: Exception) -> Fault | None:
    """The fault inside an exception group that holds nothing else."""
    if not isinstance(error, ExceptionGroup):
        return None
    _, others = error.split(Fault)
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error if others is None and isinstance(error, Fault) else None
