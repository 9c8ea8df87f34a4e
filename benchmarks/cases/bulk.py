"""`headwater bulk` over the site, on one core and on two, beside a plain loop of a peer's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from msgspec import Struct

from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.client import LOOPBACK, site

SIZES = {"20 KB": 20_000, "200 KB": 200_000}
HEADWATER = str(Path(sys.executable).with_name("headwater"))


def bulk(plan: Plan, label: str, size: int) -> Measured:
    """Pages per second on every core; the ratio is to one core, or to the peer's loop."""
    count = plan.times(4_000 if size < 100_000 else 1_000, 200)
    cores = sorted(os.sched_getaffinity(0))
    with site() as (root, _), tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder:
        urls = [f"{root}/page/{size}/{number}" for number in range(count)]
        curve = [
            (used, count / _run(urls, Path(folder) / str(used), set(cores[:used])).seconds)
            for used in range(1, len(cores) + 1)
        ]
        others = _peers(plan, urls, Path(folder))
    ours = curve[-1][1]
    floor = others.get("trafilatura loop", curve[0][1])
    return Measured(
        ours,
        floor,
        "trafilatura loop" if others else "one core",
        unit="pages/s",
        higher=True,
        peers=others,
        charts=(
            Chart(f"bulk, {label} pages", "cores", "pages/s", (Series("bulk", tuple(curve)),)),
        ),
    )


class Ran(Struct, frozen=True):
    """What a run took."""

    seconds: float
    megabytes: float  # at most


def _run(urls: list[str], folder: Path, cores: set[int]) -> Ran:
    """One run over all of them; every address must have its line, and none an error."""
    folder.mkdir()
    source, output = folder / "urls.txt", folder / "pages.jsonl"
    source.write_text("\n".join(urls))
    command = [HEADWATER, "bulk", str(source), "-o", str(output), "--per-host", "64"]
    environment = {**os.environ, **LOOPBACK, "HEADWATER_HOME": str(folder)}
    begun = time.perf_counter()
    child = subprocess.Popen(
        command,
        env=environment,
        stderr=subprocess.DEVNULL,
        preexec_fn=partial(os.sched_setaffinity, 0, cores),  # noqa: PLW1509 - we have one thread
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    spent = time.perf_counter() - begun
    assert child.returncode == 0
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert sorted(line["url"] for line in lines) == sorted(urls)
    assert not any("error" in line for line in lines)
    return Ran(spent, used.ru_maxrss / 1024)


def _peers(plan: Plan, urls: list[str], folder: Path) -> dict[str, float]:
    """A loop that fetches and extracts one page after the other, in one process a core."""
    if not plan.peers:
        return {}
    some = urls[: plan.times(400, 40)]
    listed = folder / "some.txt"
    listed.write_text("\n".join(some))
    workers = str(len(os.sched_getaffinity(0)))
    spent = json.loads(peers.TRAFILATURA.script("loop.py", str(listed), workers))["seconds"]
    return {"trafilatura loop": len(some) / spent}


def memory(plan: Plan) -> Measured:
    """The most memory of a run, against that of one a tenth as long: flat is a ratio of one."""
    most = plan.times(10_000, 500)
    everywhere = os.sched_getaffinity(0)
    with site() as (root, _), tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder:
        points = []
        for number, count in enumerate((most // 10, most)):
            urls = [f"{root}/page/20000/{one}" for one in range(count)]
            points.append((count, _run(urls, Path(folder) / str(number), everywhere).megabytes))
    chart = Chart("memory of a bulk run", "pages", "MB at most", (Series("bulk", tuple(points)),))
    return Measured(points[1][1], points[0][1], "a tenth of the pages", unit="MB", charts=(chart,))


def cases(plan: Plan) -> list[Case]:
    """By size, and the memory of a long run."""
    found = [
        Case(
            f"bulk/{label.replace(' ', '')}",
            f"{label} pages into lines of JSON, every core",
            partial(bulk, plan, label, size),
        )
        for label, size in SIZES.items()
        if not plan.quick or size < 100_000
    ]
    return [*found, Case("bulk/memory", "memory of a long run", partial(memory, plan))]
