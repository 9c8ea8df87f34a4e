"""What a client waits for: the first answer, a ping, a trivial call."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import SERVE, started

SOURCES = {"sources": [{"url": "https://a.example/x", "title": "A page", "author": "Ada Lovelace"}]}


def first_answer(command: Sequence[str], times: int) -> float:
    """Seconds from start to the answered handshake, the median of several."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        with started(command):
            spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def bare_python(times: int) -> float:
    """The floor of the start: an interpreter that does nothing."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", ""], check=True)
        spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def bare_echo(turns: int) -> float:
    """The floor of an answer: a line through a Python process that only sends it back."""
    program = "import os\nwhile data := os.read(0, 65536): os.write(1, data)"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        write, flush, read = process.stdin.write, process.stdin.flush, process.stdout.readline

        def turn() -> None:
            write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            flush()
            assert read()

        spent = median_of(turn, turns)
        process.stdin.close()
    return spent


def median_of(turn: Callable[[], None], turns: int) -> float:
    """The median time of a turn, after a warm-up."""
    spent = []
    for number in range(turns + 50):
        begun = time.perf_counter()
        turn()
        if number >= 50:
            spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def start(plan: Plan) -> Measured:
    """Start to the first answer, and the peers' beside it."""
    times = plan.times(15, 5)
    others = {}
    if plan.peers:
        others = {one.name: first_answer(one.command(), times) for one in peers.SERVERS}
    return Measured(first_answer(SERVE, times), bare_python(times), "bare python", peers=others)


def answer(plan: Plan, method: str, params: dict[str, Any], check: str) -> Measured:
    """A request to a server whose event loop runs."""
    turns = plan.times(500, 100)
    with started() as client:
        client.request("resources/read", {"uri": "stats://tools"})

        def turn() -> None:
            assert check in json.dumps(client.request(method, params))

        ours = median_of(turn, turns)
    return Measured(ours, bare_echo(turns), "bare echo")


def cases(plan: Plan) -> list[Case]:
    """The handshake, a ping, and the cheapest tool."""
    call = {"name": "format_bibliography", "arguments": SOURCES}
    return [
        Case("stdio/start", "process start to the answered handshake", lambda: start(plan)),
        Case("stdio/ping", "ping, loop running", lambda: answer(plan, "ping", {}, "{}")),
        Case(
            "stdio/call",
            "format_bibliography with one source",
            lambda: answer(plan, "tools/call", call, "Lovelace"),
        ),
    ]
