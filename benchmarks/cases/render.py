"""Pages that a browser makes: the first, which starts it, the next ones, and several at once."""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from functools import partial

import msgspec

from headwater.actors.messages.faults import BrowserUnavailable
from headwater.actors.resources.browser.browser import QUIET
from headwater.actors.resources.browser.find import find
from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import LOOPBACK, Call, Client, Load, site, started
from headwater.benchmarks.peers.peer import Peer

AT_ONCE = 8


def cold(plan: Plan, program: str) -> Measured:
    """From the call to the text, with nothing started; beside it, the browser with no page."""
    times = plan.times(5, 2)
    found: list[float] = []
    with site() as (root, _):
        for number in range(times):
            with started(environment=_environment(program)) as client:
                found += _read(client, root, [number], 1).latencies
        others = _playwright(plan, program, f"{root}/shell/0", times, "cold")
    floor = statistics.median(_bare_start(program) for _ in range(times))
    return Measured(
        statistics.median(found),
        floor,
        "Chromium alone",
        peers=others.found,
        left_out=others.left_out,
    )


def warm(plan: Plan, program: str) -> Measured:
    """The same once the browser runs; beside it, the time that a page must have been at rest."""
    times = plan.times(12, 3)
    with site() as (root, _), started(environment=_environment(program)) as client:
        _read(client, root, [0], 1)
        load = _read(client, root, list(range(1, times + 1)), 1)
        others = _playwright(plan, program, f"{root}/shell/0", times, "warm")
    return Measured(
        statistics.median(load.latencies),
        QUIET,
        "the page's rest",
        peers=others.found,
        left_out=others.left_out,
    )


def many(plan: Plan, program: str) -> Measured:
    """Eight calls at once through the three places that there are."""
    times = plan.times(24, 8)
    with site() as (root, _), started(environment=_environment(program)) as client:
        _read(client, root, [0], 1)
        load = _read(client, root, list(range(1, times + 1)), AT_ONCE)
    return Measured(load.calls / load.seconds, unit="pages/s", higher=True)


def _environment(program: str) -> dict[str, str]:
    return {**LOOPBACK, "CHROME_PATH": program}


def _read(client: Client, root: str, numbers: list[int], at_once: int) -> Load:
    calls = [
        Call({"url": f"{root}/shell/{number}"}, b"# Reading %d" % number) for number in numbers
    ]
    return client.many("scrape_page", calls, at_once)


def _bare_start(program: str) -> float:
    """Seconds to start the browser, show an empty page, and end."""
    with tempfile.TemporaryDirectory(prefix="headwater-bench-", ignore_cleanup_errors=True) as home:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        flags = ["--headless", "--disable-gpu", *sandbox, f"--user-data-dir={home}", "--dump-dom"]
        began = time.perf_counter()
        command = [program, *flags, "about:blank"]
        done = subprocess.run(command, capture_output=True, check=True)
        assert b"<html>" in done.stdout
        return time.perf_counter() - began


def _playwright(plan: Plan, program: str, url: str, times: int, which: str) -> peers.Beside[float]:
    def measure(peer: Peer) -> float:
        printed = peer.script("render.py", program, url, str(times))
        return msgspec.json.decode(printed, type=dict[str, float])[which]

    return peers.beside(plan, [peers.PLAYWRIGHT], measure)


def cases(plan: Plan) -> list[Case]:
    """Where there is a browser."""
    try:
        program = find("", os.environ)
    except BrowserUnavailable:
        return []
    about = {
        "cold": (cold, "a page made by its script, the first: a browser is started"),
        "warm": (warm, "such a page when the browser runs"),
        "many": (many, f"such pages, {AT_ONCE} at once"),
    }
    return [
        Case(f"render/{name}", words, partial(run, plan, program))
        for name, (run, words) in about.items()
    ]
