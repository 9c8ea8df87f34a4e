"""`search_and_scrape` of ten pages: beside the slowest of them alone, and the work on all ten."""

from __future__ import annotations

import statistics
import time

from headwater import _native
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import LOOPBACK, Call, site, started
from headwater.benchmarks.site import page

SLOWEST = 300  # milliseconds that the last of the ten pages takes
SIZE = 200_000
PAGES = 10
FOUND = b'sourceCount":10'


def gather(plan: Plan, claim: str = "") -> Measured:
    """The median call, and the floor: the slowest page read alone, and ten extractions."""
    times = plan.times(15, 4)
    more = {"claim": claim} if claim else {}
    calls = [
        Call({"query": f"{number}", "num_results": PAGES, "provider": "searxng", **more}, FOUND)
        for number in (9999, *range(times))
    ]
    with (
        site() as (root, _),
        started(environment={**LOOPBACK, "SEARXNG_URL": f"{root}/slowly"}) as client,
    ):
        client.many("search_and_scrape", calls[:1], 1)
        load = client.many("search_and_scrape", calls[1:], 1)
        slow = [
            Call({"url": f"{root}/late/{SLOWEST}/{SIZE}/{number}"}, b"Reading %d" % number)
            for number in range(900_000, 900_000 + times)
        ]
        alone = client.many("scrape_page", slow, 1)
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


def cases(plan: Plan) -> list[Case]:
    """Without and with a claim."""
    claim = "The river level rose by 3 metres in the valley"
    return [
        Case("gather/ten", "search_and_scrape of ten 200 KB pages", lambda: gather(plan)),
        Case("gather/claim", "the same with a claim", lambda: gather(plan, claim)),
    ]
