"""`web_search` as a client sees it: what we add to the provider's own time, and a held answer."""

from __future__ import annotations

import statistics

from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.cases.stdio import median_of
from headwater.benchmarks.client import LOOPBACK, Call, site, started
from headwater.benchmarks.plain import Plain

FOUND = b'resultCount":5'


def search(plan: Plan, *, held: bool = False) -> Measured:
    """The median time of one search, and the floor of asking the provider with nothing around."""
    times = plan.times(200, 40)
    calls = [Call({"query": f"rivers of region {number}"}, FOUND) for number in range(times)]
    with site() as (root, _), started(environment={**LOOPBACK, "SEARXNG_URL": root}) as client:
        fresh = client.many("web_search", calls, 1)
        load = client.many("web_search", calls, 1) if held else fresh
        with Plain(f"{root}/search?q=x") as plain:
            floor = median_of(plain.get, times)
    return Measured(statistics.median(load.latencies), floor, "bare GET")


def cases(plan: Plan) -> list[Case]:
    """The two of them."""
    return [
        Case("search/fresh", "web_search, answered by a provider", lambda: search(plan)),
        Case("search/held", "web_search, the same again", lambda: search(plan, held=True)),
    ]
