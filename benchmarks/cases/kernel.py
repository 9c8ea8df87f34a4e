"""What the kernel adds to the work: hops, asks, crowds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from headwater.benchmarks.case import Case, Measured, per_turn
from headwater.kernel.actor import Actor, Policy, handle
from headwater.kernel.kernel import Kernel, Limits, running
from headwater.kernel.message import Ask, Message

STAGES = 5  # as many as a page passes: cache, breaker, fetcher, extractor, cache


class Answer(Message, frozen=True):
    """What comes back."""

    number: int


class Direct(Ask[Answer], frozen=True):
    """Answered by the first actor."""

    number: int


class Stage1(Ask[Answer], frozen=True):
    """Enters the pipe of empty stages."""

    number: int


class Stage2(Ask[Answer], frozen=True):
    """Between the first stage and the second."""

    number: int


class Stage3(Ask[Answer], frozen=True):
    """Between the second stage and the third."""

    number: int


class Stage4(Ask[Answer], frozen=True):
    """Between the third stage and the fourth."""

    number: int


class Stage5(Ask[Answer], frozen=True):
    """Between the fourth stage and the fifth."""

    number: int


class One(Actor):
    """Answers at once, or starts the pipe, and ends it."""

    policy = Policy(workers=8)

    @handle
    async def direct(self, ask: Direct) -> Answer:
        """Answer."""
        return Answer(ask.number)

    @handle
    async def first(self, ask: Stage1) -> Stage2:
        """Pass on."""
        return Stage2(ask.number)

    @handle
    async def last(self, ask: Stage5) -> Answer:
        """Answer."""
        return Answer(ask.number)


class Two(Actor):
    """A stage."""

    policy = Policy(workers=8)

    @handle
    async def on(self, ask: Stage2) -> Stage3:
        """Pass on."""
        return Stage3(ask.number)


class Three(Actor):
    """A stage."""

    policy = Policy(workers=8)

    @handle
    async def on(self, ask: Stage3) -> Stage4:
        """Pass on."""
        return Stage4(ask.number)


class Four(Actor):
    """A stage."""

    policy = Policy(workers=8)

    @handle
    async def on(self, ask: Stage4) -> Stage5:
        """Pass on."""
        return Stage5(ask.number)


def _with_kernel(
    work: Callable[[Kernel, int], Awaitable[None]],
) -> Callable[[int], Awaitable[None]]:
    async def run(turns: int) -> None:
        actors = [One(), Two(), Three(), Four()]
        async with running(actors, Limits(calls=8, asks=1024)) as kernel:
            await work(kernel, turns)

    return run


async def _asks(kernel: Kernel, turns: int) -> None:
    for number in range(turns):
        answer = await kernel.ask(Direct(number))
        assert answer.number == number


async def _pipes(kernel: Kernel, turns: int) -> None:
    for number in range(turns):
        answer = await kernel.ask(Stage1(number))
        assert answer.number == number


async def _crowd(kernel: Kernel, turns: int) -> None:
    answers: list[int] = []

    async def ask(number: int) -> None:
        answers.append((await kernel.ask(Stage1(number))).number)

    async with trio.open_nursery() as nursery:
        for number in range(turns):
            nursery.start_soon(ask, number)
    assert sorted(answers) == list(range(turns))


async def _channels(turns: int, hops: int = 1) -> None:
    """The floor: the same number of hops over bare memory channels and waiting tasks."""
    ends = [trio.open_memory_channel[int](1024) for _ in range(hops + 1)]

    async def forward(
        come: trio.MemoryReceiveChannel[int], go: trio.MemorySendChannel[int]
    ) -> None:
        async for item in come:
            await go.send(item)

    async with trio.open_nursery() as nursery:
        for place in range(hops):
            nursery.start_soon(forward, ends[place][1], ends[place + 1][0])
        for number in range(turns):
            await ends[0][0].send(number)
            assert await ends[-1][1].receive() == number
        nursery.cancel_scope.cancel()


async def _five_channels(turns: int) -> None:
    await _channels(turns, STAGES)


async def _tasks(turns: int) -> None:
    """The floor of a crowd: a task each, each waiting once per stage."""
    done: list[int] = []

    async def walk(number: int) -> None:
        for _ in range(STAGES):
            await trio.lowlevel.checkpoint()
        done.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(turns):
            nursery.start_soon(walk, number)
    assert len(done) == turns


def ask() -> Measured:
    """One ask, one actor, one answer."""
    return Measured(per_turn(_with_kernel(_asks), 500), per_turn(_channels, 500), "bare channel")


def pipe() -> Measured:
    """One ask through five stages that do nothing."""
    floor = per_turn(_five_channels, 300)
    return Measured(per_turn(_with_kernel(_pipes), 300), floor, "five bare channels")


def hop() -> Measured:
    """What one more stage adds; a difference of two figures, so its ratio would be mostly noise."""
    whole = per_turn(_with_kernel(_pipes), 300) - per_turn(_with_kernel(_asks), 300)
    floor = per_turn(_five_channels, 300) - per_turn(_channels, 300)
    beside = f"one more bare channel {max(floor, 0.0) / (STAGES - 1) * 1e6:.1f} µs"
    return Measured(max(whole / (STAGES - 1), 1e-7), note=beside)


def crowd() -> Measured:
    """A thousand asks at once through five stages, per ask."""
    ours = per_turn(_with_kernel(_crowd), 1000, rounds=5)
    return Measured(ours, per_turn(_tasks, 1000, rounds=5), "bare tasks")


CASES = [
    Case("kernel/hop", "one more stage in a pipe", hop),
    Case("kernel/ask", "one ask, one actor, one answer", ask),
    Case("kernel/pipe", "one ask through five empty stages", pipe),
    Case("kernel/crowd", "each of 1,000 asks at once through five stages", crowd),
]
