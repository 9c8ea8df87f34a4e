"""What a client waits for: the first answer, a ping, a trivial call."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.case import Case, Measured

SERVE = [str(Path(sys.executable).with_name("headwater")), "serve"]
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
SOURCES = {"sources": [{"url": "https://a.example/x", "title": "A page", "author": "Ada Lovelace"}]}


class Client:
    """A raw client: blocking pipes, nothing in between."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        self._input = process.stdin
        self._output = process.stdout
        self._next = 0

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One request and its answer."""
        self._next += 1
        frame = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self._input.write(json.dumps(frame).encode() + b"\n")
        self._input.flush()
        while (answer := json.loads(self._output.readline())).get("id") != self._next:
            pass
        result: dict[str, Any] = answer["result"]
        return result


@contextmanager
def started(command: list[str]) -> Iterator[Client]:
    """A server that answered its handshake."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        client = Client(process)
        assert client.request("initialize", INITIALIZE)["serverInfo"]
        yield client
        assert process.stdin
        process.stdin.close()
        process.wait(10)


def first_answer(command: list[str] = SERVE, times: int = 15) -> float:
    """Seconds from start to the answered handshake, the median of several."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        with started(command):
            spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def bare_python(times: int = 15) -> float:
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


def answer(method: str, params: dict[str, Any], check: str, turns: int = 500) -> Measured:
    """A request to a server whose event loop runs."""
    with started(SERVE) as client:
        client.request("resources/read", {"uri": "stats://tools"})

        def turn() -> None:
            assert check in json.dumps(client.request(method, params))

        ours = median_of(turn, turns)
    return Measured(ours, bare_echo(turns), "bare echo")


def start() -> Measured:
    """Start to the first answer."""
    return Measured(first_answer(), bare_python(), "bare python")


def ping() -> Measured:
    """A ping."""
    return answer("ping", {}, "{}")


def call() -> Measured:
    """A call that does next to nothing."""
    params = {"name": "format_bibliography", "arguments": SOURCES}
    return answer("tools/call", params, "Lovelace")


CASES = [
    Case("stdio/start", "process start to the answered handshake", start),
    Case("stdio/ping", "ping, event loop running", ping),
    Case("stdio/call", "format_bibliography with one source", call),
]
