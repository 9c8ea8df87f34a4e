"""What happens as work grows: page size, pages read, sessions, what is kept. Curves, not points."""

from __future__ import annotations

import random
import statistics
import tempfile
import threading
import time
from functools import partial
from itertools import pairwise
from typing import Any

import trio
from msgspec import Struct

from headwater.actors.resources.store.store import Store
from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.cases.scrape import COMPARED, OURS, driven, everybody
from headwater.benchmarks.client import LOOPBACK, SERVE, Call, site, started
from headwater.benchmarks.peers.peer import ServerPeer

SIZES = (5_000, 20_000, 80_000, 320_000, 1_280_000)
RIVALS = (peers.RESEARCHER,)
STRETCH = 500  # scrapes that a point of the curve stands for
KEPT = b"Headwater keeps what it has read, once for everybody who asks. " * 64  # 4 kB


class Cost(Struct, frozen=True):
    """Of a page of one size."""

    kilobytes: float
    processor: float  # milliseconds
    rate: float  # pages per second


def size(plan: Plan) -> Measured:
    """Processor time and pages per second by page size; a byte of the largest beside 20 KB's."""
    sizes = SIZES[: 4 if plan.quick else 5]
    with site() as (root, _):
        every = everybody(
            plan, lambda peer: [_cost(plan, peer, root, one) for one in sizes], RIVALS
        )
    spent = [
        Series(name, tuple((one.kilobytes, one.processor) for one in costs))
        for name, costs in every.found.items()
    ]
    rates = [
        Series(name, tuple((one.kilobytes, one.rate) for one in costs))
        for name, costs in every.found.items()
    ]
    a_byte = {
        name: [one.processor / one.kilobytes / 1e6 for one in costs]
        for name, costs in every.found.items()
    }
    ours = a_byte.pop(OURS.name)
    return Measured(
        ours[-1],
        ours[1],
        "a byte of 20 KB",
        peers={name: values[-1] for name, values in a_byte.items()},
        left_out=every.left_out,
        charts=(
            Chart(
                f"Throughput by page size, {COMPARED} at once",
                "KB",
                "pages/s",
                tuple(rates),
                log="xy",
                better="higher",
            ),
            Chart(
                "Processor time by page size", "KB", "ms", tuple(spent), log="xy", better="lower"
            ),
        ),
    )


def _cost(plan: Plan, peer: ServerPeer, root: str, bytes_of_page: int) -> Cost:
    with driven(peer, root, bytes_of_page) as driver:
        driver.read(driver.new(COMPARED), COMPARED, 5.0)
        load = driver.read(driver.new(2_000), COMPARED, float(plan.times(2, 1)))
    return Cost(bytes_of_page / 1e3, load.processor / load.calls * 1e3, load.rate)


class Stretch(Struct, frozen=True):
    """A server after so many scrapes."""

    scrapes: int
    megabytes: float
    rate: float  # pages per second since the last


def scrapes(plan: Plan) -> Measured:
    """Memory and speed of one server over 10,000 scrapes; the last tenth beside the first fifth."""
    count, seconds = plan.times(10_000, 1_000), float(plan.times(25, 8))
    with site() as (root, _):
        every = everybody(plan, lambda peer: _stretches(peer, root, count, seconds), RIVALS)
    held, paces = [], []
    for name, found in every.found.items():
        held.append(Series(name, tuple((one.scrapes, one.megabytes) for one in found)))
        paces.append(Series(name, tuple((one.scrapes, one.rate) for one in found)))
    late = {name: found[-1].megabytes for name, found in every.found.items()}
    early = every.found[OURS.name][len(every.found[OURS.name]) // 5].megabytes
    return Measured(
        late.pop(OURS.name),
        early,
        "its first fifth",
        unit="MB",
        peers=late,
        left_out=every.left_out,
        charts=(
            Chart(
                "Memory over many scrapes",
                "scrapes",
                "MB without mapped files",
                tuple(held),
                better="flat",
            ),
            Chart("Speed over many scrapes", "scrapes", "pages/s", tuple(paces), better="flat"),
        ),
        note=", ".join(f"{name} {found[-1].scrapes:,}" for name, found in every.found.items())
        + " scrapes",
    )


def _stretches(peer: ServerPeer, root: str, count: int, seconds: float) -> list[Stretch]:
    found = []
    with driven(peer, root, 20_000) as driver:
        until = time.monotonic() + seconds
        for done in range(STRETCH, count + 1, STRETCH):
            load = driver.read(driver.new(STRETCH), COMPARED, seconds)
            found.append(Stretch(done, driver.holds(), load.rate))
            if time.monotonic() > until:
                break
    return found


def sessions(plan: Plan) -> Measured:
    """The first step of a session, by how many sessions there are already."""
    count = plan.times(300, 60)
    every = everybody(plan, lambda peer: _first_steps(peer, count), RIVALS)
    window = count // 10
    curves = tuple(
        Series(
            name,
            tuple(
                (end, statistics.median(spent[begin:end]) * 1e3)
                for begin, end in pairwise(range(0, count + 1, window))
            ),
        )
        for name, spent in every.found.items()
    )
    last = {name: statistics.median(spent[-window:]) for name, spent in every.found.items()}
    first = statistics.median(every.found[OURS.name][:window])
    return Measured(
        last.pop(OURS.name),
        first,
        f"with the first {window} sessions",
        peers=last,
        left_out=every.left_out,
        charts=(
            Chart("A new session, by how many there are", "sessions", "ms", curves, better="flat"),
        ),
    )


def _first_steps(peer: ServerPeer, count: int) -> list[float]:
    step = {"searchStep": "Begin", "stepNumber": 1, "nextStepNeeded": True, "researchGoal": "Flow"}
    calls = [Call(step, b'currentStep":1')] * count
    with started(SERVE if peer is OURS else peer.command(), LOOPBACK) as client:
        return list(client.many("sequential_search", calls, 1).latencies)


def store(plan: Plan) -> Measured:
    """Reading and keeping 4 kB, by how much is kept already."""
    levels = (100, 1_000, 3_000, 10_000)[: 3 if plan.quick else 4]
    gets, puts = trio.run(_filled, levels)
    charts = (
        Chart(
            "The store, by what it holds",
            "entries",
            "ms",
            (Series("read", tuple(gets)), Series("keep", tuple(puts))),
            log="x",
            better="flat",
        ),
    )
    return Measured(gets[-1][1] / 1e3, gets[0][1] / 1e3, f"with {levels[0]} entries", charts=charts)


Points = list[tuple[float, float]]


async def _filled(levels: tuple[int, ...]) -> tuple[Points, Points]:
    gets: Points = []
    puts: Points = []
    chance = random.Random(3)  # noqa: S311 - the same entries each time
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as home:
        kept = Store(home)
        await kept.prepare()
        for begin, end in pairwise((0, *levels)):
            puts.append((end, await _put(kept, begin, end) * 1e3))
            spent = []
            for _ in range(200):
                key = str(chance.randrange(end))
                begun = time.perf_counter()
                found = await kept.artifacts.get("pages", key)
                spent.append(time.perf_counter() - begun)
                assert found is not None, f"{key} is not kept"
                assert found.payload == KEPT, f"{key} is kept wrongly"
            gets.append((end, statistics.median(spent) * 1e3))
        kept.close()
    return gets, puts


async def _put(kept: Store, begin: int, end: int) -> float:
    """Seconds each, until all are committed."""
    written = threading.Semaphore(0)

    def done(_: Any, fault: Any) -> None:
        assert fault is None
        written.release()

    started_at = time.perf_counter()
    for number in range(begin, end):
        kept.artifacts.blocking.submit_put("pages", str(number), KEPT, done=done)
    for _ in range(begin, end):
        await trio.to_thread.run_sync(written.acquire)
    return (time.perf_counter() - started_at) / (end - begin)


def cases(plan: Plan) -> list[Case]:
    """One for each thing that grows."""
    about = {
        "size": (size, "processor time a byte, 1.28 MB pages"),
        "scrapes": (scrapes, "memory after many scrapes"),
        "sessions": (sessions, "a new session beside many others"),
        "store": (store, "4 kB read from a full store"),
    }
    return [
        Case(f"growth/{name}", words, partial(run, plan)) for name, (run, words) in about.items()
    ]
