"""What a running tool holds: the pipe, and the way back to its caller."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import trio

from headwater.kernel.client import Question
from headwater.kernel.faults import Fault, Overdue

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from headwater.actors.messages.calls import Caller
    from headwater.kernel.actor import Pipe
    from headwater.kernel.client import Answers
    from headwater.kernel.message import Ask
    from headwater.kernel.tool import Level

Answer = TypeVar("Answer")


class NoClient(Fault):
    """The tool wanted to ask the client something, and there is none that can be asked."""

    code = "client_unavailable"
    hint = "Call the tool from a client that offers this."


class QuietDesk:
    """A desk without a caller: for views, the command line and the like."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    async def ask(self, ask: Ask[Answer], *, within: float = math.inf) -> Answer:
        """Ask one thing; a fault is raised."""
        if within == math.inf:
            return await self._pipe.ask(ask)
        try:
            with trio.fail_after(within):
                return await self._pipe.ask(ask)
        except trio.TooSlowError:
            raise Overdue(type(ask).__name__, within) from None

    async def ask_all(self, asks: Sequence[Ask[Answer]]) -> list[Answer | Fault]:
        """Ask several things at once; a fault takes its answer's place."""
        answers: list[Answer | Fault] = [Fault("not asked")] * len(asks)

        async def fill(place: int) -> None:
            try:
                answers[place] = await self._pipe.ask(asks[place])
            except Fault as fault:
                answers[place] = fault

        async with trio.open_nursery() as nursery:
            for place in range(len(asks)):
                nursery.start_soon(fill, place)
        return answers

    async def race(
        self,
        attempts: Sequence[Callable[[], Awaitable[Answer]]],
        good: Callable[[Answer], bool],
        *,
        patience: float = math.inf,
        within: float = math.inf,
    ) -> list[Answer | Fault | None]:
        """Try one after another until one is good, with a second one beside a slow one."""
        outcomes: list[Answer | Fault | None] = [None] * len(attempts)
        until = trio.current_time() + within
        if patience == math.inf:
            return await self._in_turn(attempts, good, until, outcomes)

        async def attempt(place: int, ended: trio.Event) -> None:
            try:
                outcomes[place] = answer = await attempts[place]()
            except Fault as fault:
                outcomes[place] = fault
            else:
                if good(answer):
                    nursery.cancel_scope.cancel()
            ended.set()

        async with trio.open_nursery() as nursery:
            for place in range(len(attempts)):
                ended = trio.Event()
                nursery.start_soon(attempt, place, ended)
                with trio.move_on_after(patience):
                    await ended.wait()
                if trio.current_time() >= until:
                    break
        return outcomes

    async def _in_turn(
        self,
        attempts: Sequence[Callable[[], Awaitable[Answer]]],
        good: Callable[[Answer], bool],
        until: float,
        outcomes: list[Answer | Fault | None],
    ) -> list[Answer | Fault | None]:
        """The same where none is ever beside another, which needs no nursery."""
        for place, attempt in enumerate(attempts):
            try:
                outcomes[place] = answer = await attempt()
            except Fault as fault:
                outcomes[place] = fault
            else:
                if good(answer):
                    break
            if trio.current_time() >= until:
                break
        return outcomes

    async def compute(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """Do it in a thread, so that the event loop goes on."""
        return await trio.to_thread.run_sync(work, *args)

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Nobody wants to know."""

    def log(self, level: Level, message: str) -> None:
        """Nobody listens."""

    def offers(self, method: str) -> bool:  # noqa: ARG002
        """There is nobody to ask."""
        return False

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask one thing."""
        answers = await self.inquire({method: Question(method, params)})
        return answers[method]

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """There is nobody to ask."""
        raise NoClient(f"there is no client to ask for {', '.join(questions)}")


class CallDesk(QuietDesk):
    """The desk of one call."""

    def __init__(self, pipe: Pipe, caller: Caller, progress: str | int | None) -> None:
        super().__init__(pipe)
        self._caller = caller
        self._token = progress
        self._done = -1.0
        self._requests = 0

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Tell the caller, if it gave a token; progress only ever grows."""
        if self._token is None or done <= self._done:
            return
        self._done = done
        news: dict[str, Any] = {"progressToken": self._token, "progress": done}
        if total is not None:
            news["total"] = total
        if message:
            news["message"] = message
        self._caller.notify("notifications/progress", news)

    def log(self, level: Level, message: str) -> None:
        """Tell the caller, if it asked for messages of this level."""
        if self._caller.wants_log(level):
            news = {"level": level, "logger": "headwater", "data": message}
            self._caller.notify("notifications/message", news)

    def offers(self, method: str) -> bool:
        """Whether the client said that it can be asked this."""
        return self._caller.offers(method)

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask one thing, under a name that is the same whenever the tool runs."""
        self._requests += 1
        name = f"{method}-{self._requests}"
        return (await self.inquire({name: Question(method, params)}))[name]

    async def inquire(self, questions: Mapping[str, Question]) -> Answers:
        """Ask the client."""
        return await self._caller.inquire(questions)
