"""The load generator: a raw client over pipes that does nothing but write and read lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from headwater.benchmarks import usage

SERVE = [str(Path(sys.executable).with_name("headwater")), "serve"]
LOOPBACK = {  # pages of the site are on loopback; nothing else may be asked for them
    "ALLOW_PRIVATE_IPS": "true",
    "CHROME_PATH": "disabled",
    "JINA_READER_DISABLED": "true",
    "AUDIT_ENABLED": "false",
}
LIFETIME = 120.0  # seconds; a server that takes longer is ended, so that a run comes to its end
NOTHING: Mapping[str, str] = {}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class Call(Struct, frozen=True):
    """What is asked, and what must stand in the answer for it to count."""

    arguments: dict[str, Any]
    proof: bytes


class Load(Struct, frozen=True):
    """How a number of calls went."""

    calls: int
    seconds: float
    processor: float  # seconds of the server
    own: float  # seconds of processor time that driving it took
    latencies: tuple[float, ...]  # seconds, as they came
    answered: int = 0  # bytes of all answers

    @property
    def rate(self) -> float:
        """Calls per second."""
        return self.calls / self.seconds


class Client:
    """One server over its pipes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        self._input = process.stdin
        self._output = process.stdout
        self._next = 0
        self.pid = process.pid

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One request and its answer."""
        number = self._send(method, params)
        answer: dict[str, Any] = json.loads(self._read(number))
        assert "result" in answer, str(answer.get("error"))[:200]
        result: dict[str, Any] = answer["result"]
        return result

    def many(
        self, tool: str, calls: Iterable[Call], at_once: int, seconds: float = LIFETIME
    ) -> Load:
        """
        Calls, some at once, until there are no more or the time is over.

        An answer without its proof ends the measurement.
        """
        waiting = iter(calls)
        begun: dict[int, tuple[float, bytes]] = {}
        latencies = []
        answered = 0
        used, ours = usage.cpu_seconds(self.pid), time.process_time()
        started = time.perf_counter()
        for one in islice(waiting, at_once):
            begun[self._call(tool, one)] = time.perf_counter(), one.proof
        while begun:
            line = self._line()
            sent, proof = begun.pop(_id_of(line), (0.0, b""))
            if not sent:
                continue
            now = time.perf_counter()
            latencies.append(now - sent)
            answered += len(line)
            assert proof in line, f"not the answer that was expected: {line[:200]!r}"
            for one in islice(waiting, now < started + seconds):
                begun[self._call(tool, one)] = time.perf_counter(), one.proof
        return Load(
            calls=len(latencies),
            seconds=time.perf_counter() - started,
            processor=usage.cpu_seconds(self.pid) - used,
            own=time.process_time() - ours,
            latencies=tuple(latencies),
            answered=answered,
        )

    def _call(self, tool: str, call: Call) -> int:
        return self._send("tools/call", {"name": tool, "arguments": call.arguments})

    def _send(self, method: str, params: dict[str, Any]) -> int:
        self._next += 1
        frame = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self._input.write(json.dumps(frame).encode() + b"\n")
        self._input.flush()
        return self._next

    def _read(self, number: int) -> bytes:
        while _id_of(line := self._line()) != number:
            pass
        return line

    def _line(self) -> bytes:
        line = self._output.readline()
        assert line, "the server ended, or was ended as it took too long"
        return line


def _id_of(line: bytes) -> int:
    """The id of an answer, without decoding the rest, which may be megabytes."""
    from headwater import _native

    found = _native.member(line, "id")
    return int(found) if found and found.isdigit() else 0


@contextmanager
def started(
    command: Sequence[str] = SERVE,
    environment: Mapping[str, str] = NOTHING,
    lifetime: float = LIFETIME,
) -> Iterator[Client]:
    """A server that answered its handshake, with a home of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="headwater-bench-") as home,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(home, environment),
        ) as process,
        _ended_after(process, lifetime),
    ):
        client = Client(process)
        assert client.request("initialize", INITIALIZE)["serverInfo"]
        assert process.stdin
        process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        process.stdin.flush()
        try:
            yield client
        finally:
            process.stdin.close()
            _end(process)


@contextmanager
def _ended_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    """A server that hangs closes its pipes by this, and whoever reads from them goes on."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _environment(home: str, more: Mapping[str, str]) -> dict[str, str]:
    inherited = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ
    }
    return {**inherited, "HOME": home, "HEADWATER_HOME": home, "CACHE_DIR": f"{home}/cache", **more}


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()


@contextmanager
def site() -> Iterator[tuple[str, int]]:
    """The page server in its own process: its address, and its process id."""
    command = [sys.executable, "-m", "headwater.benchmarks.site"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as one:
        assert one.stdin
        assert one.stdout
        try:
            yield f"http://127.0.0.1:{int(one.stdout.readline())}", one.pid
        finally:
            one.stdin.close()
