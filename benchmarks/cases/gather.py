"""`search_and_scrape` of ten pages: beside the slowest of them alone, and the work on all ten."""

from __future__ import annotations

import statistics
import time

from headwater import _native
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import LOOPBACK, SERVE, site, started
from headwater.benchmarks.site import page

SLOWEST = 300  # milliseconds that the last of the ten pages takes
SIZE = 200_000
PAGES = 10


def gather(plan: Plan, claim: str = "") -> Measured:
    """The median call, and the floor: the slowest page read alone, and ten extractions."""
    times = plan.times(15, 4)
    more = {"claim": claim} if claim else {}
    calls = [
        {"query": f"{number}", "num_results": PAGES, "provider": "searxng", **more}
        for number in range(times)
    ]
    with (
        site() as (root, _),
        started(SERVE, **LOOPBACK, SEARXNG_URL=f"{root}/slowly") as client,
    ):
        client.many("search_and_scrape", [{**calls[0], "query": "9999"}], 1, _is_right)
        load = client.many("search_and_scrape", calls, 1, _is_right)
        slow = [
            {"url": f"{root}/late/{SLOWEST}/{SIZE}/{900_000 + number}"} for number in range(times)
        ]
        alone = client.many("scrape_page", slow, 1, lambda line: b"Reading " in line)
    floor = statistics.median(alone.latencies) + PAGES * _extraction()
    name = f"slowest page + {PAGES} extractions"
    return Measured(statistics.median(load.latencies), floor, name)


def _extraction() -> float:
    """Seconds that one page takes."""
    pages = [page(SIZE, number) for number in range(PAGES)]
    started_at = time.perf_counter()
    for body in pages:
        _native.extract_page(body, "http://site.test/")
    return (time.perf_counter() - started_at) / PAGES


def _is_right(line: bytes) -> bool:
    return b'"sourceCount":10' in line or b'\\"sourceCount\\":10' in line


def cases(plan: Plan) -> list[Case]:
    """Without and with a claim."""
    claim = "The river level rose by 3 metres in the valley"
    return [
        Case("gather/ten", "search_and_scrape of ten 200 KB pages", lambda: gather(plan)),
        Case("gather/claim", "the same with a claim", lambda: gather(plan, claim)),
    ]
