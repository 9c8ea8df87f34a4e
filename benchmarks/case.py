"""A case as a value."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Literal

import trio
from msgspec import Struct

Unit = Literal["s", "pages/s", "MB", "F1", "kB"]


class Series(Struct, frozen=True):
    """One line of a chart: points from left to right, or one point alone."""

    name: str
    points: tuple[tuple[float, float], ...]


class Chart(Struct, frozen=True):
    """Something to look at. `log` axes are for what grows by factors."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    kind: Literal["line", "scatter"] = "line"
    log: str = ""  # "x", "y" or "xy"
    better: str = ""  # where a good point lies: "higher", "lower", "flat", …


class Measured(Struct, frozen=True):
    """
    What a case found: our figure, that of the floor beside it, and those of others.

    A floor is the least the same work can cost here, or what another program makes of it.
    """

    ours: float
    floor: float | None = None
    floor_name: str = ""
    unit: Unit = "s"
    higher: bool = False  # whether more is better, as with pages per second
    peers: dict[str, float] = {}
    left_out: dict[str, str] = {}  # peers that gave no figure, and why
    charts: tuple[Chart, ...] = ()
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times better than the floor; above one is better, whatever the unit."""
        return None if self.floor is None else self.times_better(self.floor)

    @property
    def ratios(self) -> dict[str, float]:
        """To the floor and to each peer, by what they are ratios to."""
        others = {**({self.floor_name: self.floor} if self.floor else {}), **self.peers}
        found = {name: self.times_better(value) for name, value in others.items()}
        return {name: ratio for name, ratio in found.items() if ratio is not None}

    def times_better(self, other: float) -> float | None:
        """How many times better than another figure of the same kind."""
        if not self.ours or not other:
            return None
        return self.ours / other if self.higher else other / self.ours


class Case(Struct, frozen=True):
    """One thing to measure. `run` checks its own result before it counts."""

    name: str
    about: str
    run: Callable[[], Measured]


class Plan(Struct, frozen=True):
    """What was asked for."""

    quick: bool = False  # short, for CI: results and ratios, not figures to publish
    peers: bool = False
    corpus: str = ""  # folder with pages and their ground truth, where there is one

    def times(self, long: int, short: int) -> int:
        """How often to do something."""
        return short if self.quick else long


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
