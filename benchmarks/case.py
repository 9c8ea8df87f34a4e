"""A case as a value."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable

import trio
from msgspec import Struct


class Measured(Struct, frozen=True):
    """What a case found: our cost and, where there is one, the cost of the floor beside it."""

    ours: float  # seconds
    floor: float | None = None  # seconds; the least the same work can cost here
    floor_name: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the floor we cost."""
        return None if self.floor is None else self.ours / self.floor


class Case(Struct, frozen=True):
    """One thing to measure. `run` checks its own result before it counts."""

    name: str
    about: str
    run: Callable[[], Measured]


def per_turn(work: Callable[[int], Awaitable[None]], turns: int, rounds: int = 7) -> float:
    """Seconds per turn: the median round of a few, in one event loop, after a warm-up."""

    async def measure() -> float:
        await work(max(1, turns // 10))
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            await work(turns)
            times.append((time.perf_counter() - started) / turns)
        return statistics.median(times)

    return trio.run(measure)
