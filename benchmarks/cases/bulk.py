"""`headwater bulk` over the site: by cores beside a plain loop of a peer's, killed, and long."""

from __future__ import annotations

import json
import os
import random
import tempfile
import time
from functools import partial
from itertools import pairwise
from pathlib import Path

from headwater.benchmarks import peers, usage
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.client import site
from headwater.benchmarks.peers.peer import Peer
from headwater.benchmarks.volume import Ran, Volume

SIZES = {"20 KB": 20_000, "200 KB": 200_000}
LOOP = "trafilatura loop"
KILLS = 10
ROUGH = 100  # one in so many fails, one stalls, one is a copy


def bulk(plan: Plan, label: str, size: int) -> Measured:
    """Pages per second by cores; the site runs on the same ones, and so does the peer's loop."""
    count = plan.times(8_000 if size < 100_000 else 1_200, 2_000)
    every = sorted(os.sched_getaffinity(0))
    levels = sorted({1, len(every)})
    ours: dict[int, Ran] = {}
    loops: dict[int, float] = {}
    with site() as (root, pid), tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder:
        urls = [f"{root}/page/{size}/{number}" for number in range(count)]
        left_out: dict[str, str] = {}
        for used in levels:
            cores = set(every[:used])
            os.sched_setaffinity(pid, cores)
            before = usage.cpu_seconds(pid)
            ours[used] = Volume(Path(folder) / str(used), urls, cores).read()
            served = usage.cpu_seconds(pid) - before
            loop = peers.beside(plan, [peers.TRAFILATURA], partial(_loop, plan, urls, cores))
            left_out |= loop.left_out
            loops |= dict.fromkeys([used] if loop.found else [], sum(loop.found.values()))
    rates = {used: count / ran.seconds for used, ran in ours.items()}
    series = [Series("headwater bulk", tuple(rates.items()))]
    series += [Series(LOOP, tuple(loops.items()))] if loops else []
    most = ours[levels[-1]]
    return Measured(
        rates[levels[-1]],
        rates[1],
        "one core",
        unit="pages/s",
        higher=True,
        peers={LOOP: loops[levels[-1]]} if levels[-1] in loops else {},
        left_out=left_out,
        charts=(Chart(f"Bulk, {label} pages", "cores", "pages/s", tuple(series), better="higher"),),
        note=f"{most.processor / count * 1e3:.2f} ms of processor a page, start included"
        f" (serving the page {served / count * 1e3:.2f} ms)",
    )


def _loop(plan: Plan, urls: list[str], cores: set[int], peer: Peer) -> float:
    """Pages per second of a loop that fetches and extracts, in one process a core."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(urls))
        listed.flush()
        places = ",".join(map(str, sorted(cores)))
        printed = json.loads(peer.script("loop.py", listed.name, places, str(plan.times(5, 2))))
    return float(printed["pages"] / printed["seconds"])


def killed(plan: Plan) -> Measured:
    """Pages that fail, stall and repeat, and a run that is killed ten times; each has one line."""
    count = plan.times(10_000, 1_000)
    chance = random.Random(7)  # noqa: S311 - the same moments each time
    with site() as (root, _), tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder:
        urls = [_rough(root, number) for number in range(count)]
        volume = Volume(Path(folder) / "rough", urls, os.sched_getaffinity(0))
        begun = time.perf_counter()
        for kill in range(KILLS):
            volume.kill_at((kill + chance.random()) / (KILLS + 1))
        volume.read(errors=count // ROUGH * 2)
        spent = time.perf_counter() - begun
    return Measured(
        count / spent, unit="pages/s", higher=True, note=f"{count:,} addresses, {count:,} lines"
    )


def _rough(root: str, number: int) -> str:
    kinds = {0: "fail/20000", 1: "stall/20000", 2: "same/20000"}
    return f"{root}/{kinds.get(number % ROUGH, 'page/20000')}/{number}"


def memory(plan: Plan) -> Measured:
    """Memory while a run goes on: the last tenth of the pages beside the second."""
    count = plan.times(10_000, 1_000)
    with site() as (root, _), tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder:
        urls = [f"{root}/page/20000/{number}" for number in range(count)]
        ran = Volume(Path(folder) / "long", urls, os.sched_getaffinity(0)).read()
    curve = ran.thinned(100)
    early = max(held for share, held in curve if share <= 0.2)
    late = max(held for share, held in curve if share >= 0.9)
    rates = [
        (after[0] * count, (after[0] - before[0]) * count / (after[1] - before[1]))
        for before, after in pairwise(ran.pace(10))
    ]
    charts = (
        Chart(
            "Memory of a bulk run",
            "pages",
            "MB without mapped files",
            (Series("headwater bulk", tuple((share * count, held) for share, held in curve)),),
            better="flat",
        ),
        Chart(
            "Speed of a bulk run",
            "pages",
            "pages/s",
            (Series("headwater bulk", tuple(rates)),),
            better="flat",
        ),
    )
    return Measured(late, early, "its first fifth", unit="MB", charts=charts)


def cases(plan: Plan) -> list[Case]:
    """By size, killed, and the memory of a long run."""
    found = [
        Case(
            f"bulk/{label.replace(' ', '')}",
            f"{label} pages into lines of JSON, every core",
            partial(bulk, plan, label, size),
        )
        for label, size in SIZES.items()
        if not plan.quick or size < 100_000
    ]
    return [
        *found,
        Case("bulk/killed", f"with bad pages, killed {KILLS} times", partial(killed, plan)),
        Case("bulk/memory", "memory of a long run, its last tenth", partial(memory, plan)),
    ]
