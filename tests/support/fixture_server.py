"""The conformance fixtures as a server process of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.server import PATIENCE

TESTS = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "support.conformance.serve", "127.0.0.1:0"]


class FixtureServer:
    """A running process and the address it said it has."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr
        self.process = process
        self.log = process.stderr
        self.url: str = json.loads(self.log.readline())["url"]
        self.port = int(self.url.split(":")[2].split("/")[0])

    def terminate(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def fixture_server() -> Iterator[FixtureServer]:
    """A server that is gone afterwards, whatever happens."""
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(COMMAND, stderr=subprocess.PIPE, env=environment, text=True) as process:
        try:
            yield FixtureServer(process)
        finally:
            process.kill()
