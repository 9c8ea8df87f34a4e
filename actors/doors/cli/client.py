"""A client for our own server, as plain as a client can be: one request, then its answer."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec import Struct

from headwater.actors.doors.mcp.frames import Lines
from headwater.actors.doors.mcp.revisions import LATEST_HANDSHAKE

PATIENCE = 20.0  # seconds for one answer; a cold disk can make the first one slow
CHUNK = 65_536


class ServerSilent(Exception):
    """The server went away, or did not answer in time; the message ends with what it logged."""


class Answer(Struct, frozen=True):
    """What came back for one request, and what it took."""

    body: dict[str, Any]  # the result, or the error
    failed: bool
    seconds: float
    size: int  # bytes of the whole frame


def own_command() -> list[str]:
    """How a client starts this very program: absolute, because clients have a PATH of their own."""
    started = Path(sys.argv[0])
    if started.name == "headwater" and os.access(started, os.X_OK):
        return [str(started.absolute())]
    return [sys.executable, "-m", "headwater"]


class Client:
    """A server in a process of its own, over its standard input and output."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str]) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._started = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [*command, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=dict(environ),
            bufsize=0,
        )
        self._lines = Lines()
        self._unread: list[bytes | None] = []
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        with self._process, self._log:
            pass  # both are closed, and the process is waited for

    def greet(self) -> Answer:
        """The handshake; its time counts from the start of the process."""
        params = {
            "protocolVersion": LATEST_HANDSHAKE,
            "capabilities": {},
            "clientInfo": {"name": "headwater", "version": "1"},
        }
        answer = self.request("initialize", params)
        since = time.perf_counter() - self._started
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return msgspec.structs.replace(answer, seconds=since)

    def request(self, method: str, params: dict[str, Any] | None = None) -> Answer:
        """Ask, and wait for the answer."""
        self._number += 1
        sent = time.perf_counter()
        message = {"jsonrpc": "2.0", "id": self._number, "method": method}
        self._send({**message, "params": params or {}})
        while True:
            line = self._read_line(sent + PATIENCE, method)
            answer = msgspec.json.decode(line)
            if answer.get("id") == self._number and "method" not in answer:
                failed = "error" in answer
                body = answer["error" if failed else "result"]
                return Answer(body, failed, time.perf_counter() - sent, len(line))

    def leave(self) -> tuple[int, float]:
        """Close the input, as a client that goes away; the exit code and the seconds it took."""
        started = time.perf_counter()
        assert self._process.stdin is not None  # noqa: S101 - it was asked for
        self._process.stdin.close()
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise self._silent("did not end with its input") from None
        return code, time.perf_counter() - started

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101 - as above
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
        except (OSError, ValueError):  # it left, or we did
            raise self._silent("went away") from None

    def _read_line(self, until: float, method: str) -> bytes:
        assert self._process.stdout is not None  # noqa: S101 - as above
        source = self._process.stdout.fileno()
        while not self._unread:
            left = until - time.perf_counter()
            if left <= 0 or not select.select([source], [], [], left)[0]:
                raise self._silent(f"did not answer {method} within {PATIENCE:g} s")
            data = os.read(source, CHUNK)
            if not data:
                raise self._silent(f"went away before it answered {method}")
            self._unread += self._lines.feed(data)
        return self._unread.pop(0) or b"{}"

    def _silent(self, what: str) -> ServerSilent:
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        said = f"; it said: {lines[-1]}" if lines else ""
        return ServerSilent(f"the server {what}{said}")
