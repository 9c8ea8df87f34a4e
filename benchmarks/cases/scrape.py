"""`scrape_page` as a client sees it: fresh, held, and many at once."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from msgspec import Struct

from headwater.benchmarks import peers, usage
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.cases.stdio import median_of
from headwater.benchmarks.client import LOOPBACK, SERVE, Call, Client, Load, site, started
from headwater.benchmarks.peers.peer import ServerPeer
from headwater.benchmarks.plain import Plain

SIZES = {"20 KB": 20_000, "200 KB": 200_000, "2 MB": 2_000_000}
AT_ONCE = (1, 8, 32, 128)
COMPARED = 32  # calls at once, by which servers are compared
PATIENCE = 20.0  # seconds; more calls at once than a server answers in them are not tried
OURS = ServerPeer("headwater", "", scrape="scrape_page")
T = TypeVar("T")


class Driver:
    """One server, ours or a peer's, driven over the pages of one size."""

    def __init__(self, peer: ServerPeer, client: Client, root: str, size: int) -> None:
        self._peer = peer
        self._client = client
        self._root = f"{root}/page/{size}"
        self._next = 0

    def new(self, count: int) -> list[Call]:
        """Pages that were not read before."""
        first, self._next = self._next, self._next + count
        return [self._call(number) for number in range(first, self._next)]

    def read(self, calls: list[Call], at_once: int, seconds: float) -> Load:
        """Read them, as many as the time allows; each answer must hold its own page."""
        return self._client.many(self._peer.scrape, calls, at_once, seconds)

    def memory(self) -> float:
        """The most it ever held, in megabytes."""
        return usage.peak_megabytes(self._client.pid)

    def holds(self) -> float:
        """What it holds now, in megabytes, without mapped files."""
        return usage.own_kilobytes(self._client.pid) / 1024

    def _call(self, number: int) -> Call:
        whole = {"max_length": 5_000_000} if self._peer.scrape == "scrape_page" else {}
        arguments = {**self._peer.arguments(f"{self._root}/{number}"), **whole}
        return Call(arguments, b"Reading %d was taken at the weir" % number)


@contextmanager
def driven(peer: ServerPeer, root: str, size: int) -> Iterator[Driver]:
    """A server of its own."""
    with started(SERVE if peer is OURS else peer.command(), LOOPBACK) as client:
        yield Driver(peer, client, root, size)


def everybody(
    plan: Plan, measure: Callable[[ServerPeer], T], rivals: tuple[ServerPeer, ...] = peers.SERVERS
) -> peers.Beside[T]:
    """What is measured of us, and of the peers; only peers can be left out."""
    ours = measure(OURS)
    others = peers.beside(plan, rivals, measure)
    return peers.Beside({OURS.name: ours, **others.found}, others.left_out)


def latency(plan: Plan, size: int, *, held: bool = False) -> Measured:
    """The median time of one page alone, and the floor of fetching it with nothing done to it."""
    times, seconds = plan.times(60, 8), float(plan.times(4, 2))
    with site() as (root, _):

        def measure(peer: ServerPeer) -> Load:
            with driven(peer, root, size) as driver:
                calls = driver.new(times + 1)
                driver.read(calls[:1], 1, seconds)  # loads what is loaded once
                fresh = driver.read(calls[1:], 1, seconds)
                return driver.read(calls[1 : 1 + fresh.calls], 1, seconds) if held else fresh

        every = everybody(plan, measure)
        with Plain(f"{root}/page/{size}/1") as plain:
            floor = median_of(plain.get, times)
    found = {name: statistics.median(load.latencies) for name, load in every.found.items()}
    spread = tuple(_distribution(name, load) for name, load in every.found.items())
    title = "Latency of a page read again" if held else "Latency of a fresh page"
    chart = Chart(f"{title}, {_label(size)}", "% of calls", "ms", spread, log="y", better="lower")
    return Measured(
        found.pop(OURS.name),
        floor,
        "bare GET",
        peers=found,
        left_out=every.left_out,
        charts=(chart,),
    )


class Levels(Struct, frozen=True):
    """Pages per second by calls at once, and what the pages cost."""

    rates: dict[int, float]
    costs: str


def throughput(plan: Plan, size: int) -> Measured:
    """Pages per second by how many are asked for at once."""
    with site() as (root, site_pid):
        every = everybody(plan, lambda peer: _levels(plan, peer, root, site_pid, size))
    for name, levels in every.found.items():
        if COMPARED not in levels.rates:
            slow = 1 / levels.rates[1]
            every.left_out[name] = f"a page takes {slow:.2g} s, so {COMPARED} at once are not tried"
    at_once = {
        name: levels.rates[COMPARED]
        for name, levels in every.found.items()
        if COMPARED in levels.rates
    }
    series = tuple(
        Series(name, tuple(levels.rates.items())) for name, levels in every.found.items()
    )
    title = f"Throughput, {_label(size)} pages"
    return Measured(
        at_once.pop(OURS.name),
        every.found[OURS.name].rates[1],
        "one at a time",
        unit="pages/s",
        higher=True,
        peers=at_once,
        left_out=every.left_out,
        charts=(Chart(title, "calls at once", "pages/s", series, log="x", better="higher"),),
        note="; ".join(f"{name}: {levels.costs}" for name, levels in every.found.items()),
    )


def _levels(plan: Plan, peer: ServerPeer, root: str, site_pid: int, size: int) -> Levels:
    rates: dict[int, float] = {}
    costs = ""
    seconds = float(plan.times(2, 1))
    with driven(peer, root, size) as driver:
        driver.read(driver.new(2), 1, seconds)
        for at_once in (1, COMPARED) if plan.quick else AT_ONCE:
            if rates and at_once / max(rates.values()) > PATIENCE:
                break
            before = usage.cpu_seconds(site_pid)
            load = driver.read(driver.new(4_000), at_once, seconds)
            served = usage.cpu_seconds(site_pid) - before
            rates[at_once] = load.rate
            costs = _costs(driver, load, served) if at_once <= COMPARED else costs
    return Levels(rates, costs)


def _costs(driver: Driver, load: Load, served: float) -> str:
    """What a page cost those who took part, in processor time, and the memory of the server."""
    server, pages, driving = (
        spent / load.calls * 1e3 for spent in (load.processor, served, load.own)
    )
    return (
        f"{server:.1f} ms of processor a page, {driver.memory():.0f} MB at most,"
        f" {load.answered / load.calls / 1e3:.0f} KB an answer"
        f" (serving the page {pages:.2f} ms, driving {driving:.2f} ms)"
    )


def _distribution(name: str, load: Load) -> Series:
    ordered = sorted(load.latencies)
    last = max(len(ordered) - 1, 1)
    return Series(
        name, tuple((100 * place / last, value * 1e3) for place, value in enumerate(ordered))
    )


def _label(size: int) -> str:
    return next(label for label, one in SIZES.items() if one == size)


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
                f"the same page of {label} again",
                partial(latency, plan, size, held=True),
            ),
            Case(
                f"scrape/many/{short}",
                f"{label} pages, {COMPARED} at once",
                partial(throughput, plan, size),
            ),
        ]
    return found
