"""`scrape_page` as a client sees it: fresh, held, and many at once."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

from headwater.benchmarks import peers, usage
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.client import LOOPBACK, SERVE, Client, Load, site, started
from headwater.benchmarks.peers import ServerPeer

SIZES = {"20 KB": 20_000, "200 KB": 200_000, "2 MB": 2_000_000}
AT_ONCE = (1, 8, 32, 128)
OURS = ServerPeer("headwater", "", scrape="scrape_page")


class Driver:
    """One server, ours or a peer's, driven over the pages of one size."""

    def __init__(self, peer: ServerPeer, client: Client, root: str, size: int) -> None:
        self._peer = peer
        self._client = client
        self._root = root
        self._size = size
        self._number = 0

    def pages(self, count: int) -> list[str]:
        """Pages that were not read before."""
        first, self._number = self._number, self._number + count
        return [f"{self._root}/page/{self._size}/{first + number}" for number in range(count)]

    def read(self, urls: list[str], at_once: int) -> Load:
        """Read them; each answer must hold its page."""
        most = {"max_length": 5_000_000} if self._peer.scrape == "scrape_page" else {}
        calls = [{**self._peer.arguments(url), **most} for url in urls]
        return self._client.many(
            self._peer.scrape,
            calls,
            at_once,
            lambda line: b"# Reading " in line or b"Reading " in line,
        )

    def memory(self) -> float:
        """The most it ever held, in megabytes."""
        return usage.peak_megabytes(self._client.pid)


def drivers(plan: Plan, root: str, size: int) -> Iterator[tuple[str, Driver]]:
    """Ours first, then the peers, each with a process of its own."""
    for peer in (OURS, *(peers.SERVERS if plan.peers else ())):
        command = SERVE if peer is OURS else peer.command()
        with started(command, **LOOPBACK) as client:
            yield peer.name, Driver(peer, client, root, size)


def latency(plan: Plan, size: int, *, held: bool = False) -> Measured:
    """The median time of one page alone, and the floor of fetching it with nothing done to it."""
    times = plan.times(40 if size < 1_000_000 else 12, 8)
    found: dict[str, float] = {}
    spread: list[Series] = []
    with site() as (root, _):
        for name, driver in drivers(plan, root, size):
            urls = driver.pages(times)
            fresh = driver.read(urls, 1)
            load = driver.read(urls, 1) if held else fresh
            found[name] = statistics.median(load.latencies)
            spread.append(_distribution(name, load))
        floor = _bare_get(f"{root}/page/{size}/1", times)
    chart = Chart("latency distribution", "share of calls", "milliseconds", tuple(spread))
    ours = found.pop("headwater")
    return Measured(ours, floor, "bare GET", peers=found, charts=(chart,))


def throughput(plan: Plan, label: str, size: int) -> Measured:
    """Pages per second by how many are asked for at once; the ratio is one at a time to 32."""
    total = plan.times({20_000: 512, 200_000: 160, 2_000_000: 32}[size], 32)
    curves: dict[str, list[tuple[float, float]]] = {}
    notes = []
    with site() as (root, site_pid):
        for name, driver in drivers(plan, root, size):
            driver.read(driver.pages(2), 1)
            for at_once in AT_ONCE if not plan.quick else (1, 32):
                before = usage.cpu_seconds(site_pid)
                count = max(total if at_once > 1 else total // 4, 8)
                load = driver.read(driver.pages(count), at_once)
                served = usage.cpu_seconds(site_pid) - before
                curves.setdefault(name, []).append((at_once, load.calls / load.seconds))
                if at_once == 32:
                    notes.append(_costs(name, driver, load, served))
    at_32 = {name: dict(curve)[32] for name, curve in curves.items()}
    ours = at_32.pop("headwater")
    series = tuple(Series(name, tuple(curve)) for name, curve in curves.items())
    chart = Chart(f"throughput, {label} pages", "calls at once", "pages/s", series, log="x")
    return Measured(
        ours,
        floor=at_32.get(peers.RESEARCHER.name) or curves["headwater"][0][1],
        floor_name=peers.RESEARCHER.name if at_32 else "one at a time",
        unit="pages/s",
        higher=True,
        peers=at_32,
        charts=(chart,),
        note="; ".join(notes),
    )


def _costs(name: str, driver: Driver, load: Load, served: float) -> str:
    """What a page cost those who took part, in processor time, and the memory of the server."""
    server, pages, driving = (
        spent / load.calls * 1e3 for spent in (load.processor, served, load.own)
    )
    costs = f"{name}: {server:.1f} ms a page, {driver.memory():.0f} MB at most"
    return f"{costs} (serving the page {pages:.2f} ms, driving {driving:.2f} ms)"


def _distribution(name: str, load: Load) -> Series:
    ordered = sorted(load.latencies)
    last = max(len(ordered) - 1, 1)
    return Series(name, tuple((place / last, value * 1e3) for place, value in enumerate(ordered)))


def _bare_get(url: str, times: int) -> float:
    """The floor: the page over a connection that stays open, read and thrown away."""
    from headwater.benchmarks.cases.stdio import median_of
    from headwater.benchmarks.plain import Plain

    with Plain(url) as plain:
        return median_of(plain.get, times)


def cases(plan: Plan) -> list[Case]:
    """By size: fresh, held, many."""
    found = []
    for label, size in SIZES.items():
        if plan.quick and size > 200_000:
            continue
        short = label.replace(" ", "")
        found += [
            Case(f"scrape/fresh/{short}", f"one page of {label}", partial(latency, plan, size)),
            Case(
                f"scrape/held/{short}",
                "the same page again, from memory",
                partial(latency, plan, size, held=True),
            ),
            Case(
                f"scrape/many/{short}",
                f"{label} pages, 32 at once",
                partial(throughput, plan, label, size),
            ),
        ]
    return found
