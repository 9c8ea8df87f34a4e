"""The real server as a child process, spoken to over its pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMAND = [str(Path(sys.executable).with_name("headwater")), "serve"]
PATIENCE = 60  # seconds for a process to end; it takes 0.1, but not while ten others start
INFO = {"name": "test", "version": "1"}
INHERITED = ("PATH", "HOME", "PYTHONPATH")  # the last so that a tree tests its own code


class Server:
    """Blocking reads and writes; a test that waits forever is ended by the runner's timeout."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.process = process
        self.input = process.stdin
        self.output = process.stdout
        self.log = process.stderr
        self._next = 0

    def write(self, data: bytes) -> None:
        self.input.write(data)
        self.input.flush()

    def post(self, method: str, **params: Any) -> int:
        self._next += 1
        frame = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self.write(json.dumps(frame).encode() + b"\n")
        return self._next

    def read(self) -> dict[str, Any]:
        """The next frame; anything that is none fails here."""
        line = self.output.readline()
        assert line.endswith(b"\n"), line
        frame: dict[str, Any] = json.loads(line)
        assert frame["jsonrpc"] == "2.0"
        return frame

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        number = self.post(method, **params)
        while (frame := self.read()).get("id") != number:
            pass
        return frame

    def shake_hands(self, revision: str = "2025-11-25") -> dict[str, Any]:
        answer = self.request(
            "initialize", protocolVersion=revision, capabilities={}, clientInfo=INFO
        )
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return answer

    def end(self) -> int:
        """Close the input and wait; the exit code."""
        self.input.close()
        return self.process.wait(PATIENCE)

    def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def own_environment() -> dict[str, str]:
    """What a program of ours needs of the environment, and nothing that is set by chance."""
    return {name: os.environ[name] for name in INHERITED if name in os.environ}


@contextmanager
def serving(command: list[str] = COMMAND, environment: Mapping[str, str] = {}) -> Iterator[Server]:
    """A server that is gone afterwards, whatever happens, with its data and settings."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **own_environment(),
                "HEADWATER_HOME": home,
                "XDG_CONFIG_HOME": home,
                **environment,
            },
        ) as process,
    ):
        try:
            yield Server(process)
        finally:
            process.kill()
