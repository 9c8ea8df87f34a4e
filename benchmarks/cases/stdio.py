"""What a client waits for: the first answer, a ping, a trivial call."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import SERVE, started
from headwater.benchmarks.peers.peer import ServerPeer

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
    ours = first_answer(SERVE, times)
    others = peers.beside(
        plan, peers.SERVERS, lambda peer: first_answer(peer.command(), min(times, 5))
    )
    return Measured(
        ours, bare_python(times), "bare python", peers=others.found, left_out=others.left_out
    )


class Question(Struct, frozen=True):
    """A request, and what its answer must hold."""

    method: str
    params: dict[str, Any]
    proof: str


def answer(plan: Plan, question: Question, rivals: tuple[ServerPeer, ...]) -> Measured:
    """A request to a server whose event loop runs."""
    turns = plan.times(500, 100)
    ours = _asked(SERVE, question, turns, first="resources/read")
    others = peers.beside(plan, rivals, lambda peer: _asked(peer.command(), question, turns))
    return Measured(
        ours, bare_echo(turns), "bare echo", peers=others.found, left_out=others.left_out
    )


def _asked(command: Sequence[str], question: Question, turns: int, first: str = "") -> float:
    with started(command) as client:
        if first:  # what our server answers before its loop runs does not count
            client.request(first, {"uri": "stats://tools"})

        def turn() -> None:
            assert question.proof in json.dumps(client.request(question.method, question.params))

        return median_of(turn, turns)


def cases(plan: Plan) -> list[Case]:
    """The handshake, a ping, and the cheapest tool."""
    ping = Question("ping", {}, "{}")
    arguments = {"name": "format_bibliography", "arguments": SOURCES}
    call = Question("tools/call", arguments, "Lovelace")
    return [
        Case("stdio/start", "process start to the answered handshake", lambda: start(plan)),
        Case("stdio/ping", "ping, loop running", lambda: answer(plan, ping, peers.SERVERS)),
        Case(
            "stdio/call",
            "format_bibliography with one source",
            lambda: answer(plan, call, (peers.RESEARCHER,)),
        ),
    ]
