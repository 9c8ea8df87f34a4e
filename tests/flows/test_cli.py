"""Whole commands, as a shell starts them."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import offered
from support.server import COMMAND, PATIENCE, serving

HEADWATER = COMMAND[0]
TESTS = Path(__file__).parents[1]

# A command on the tests' own tools, which the packaged lists do not have.
OFFERED = """
import sys
sys.path[:0] = [{folder!r}, {tests!r}]
from headwater.actors import lists
lists.FOLDER = {folder!r}
from headwater.actors.doors.cli import run
sys.exit(run(sys.argv[1:]))
"""


def environment(home: Path, more: Mapping[str, str] = {}) -> dict[str, str]:
    own = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return {**own, "HOME": str(home), "LANG": "C.UTF-8", **more}


class Shell:
    """A process on a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self.terminal = terminal
        self.seen = ""

    def read_until(self, text: str) -> None:
        while text not in self.seen:
            self.seen += os.read(self.terminal, 4096).decode()

    def read_all(self) -> str:
        """Everything until the process ends; a terminal then answers with an error."""
        try:
            while data := os.read(self.terminal, 4096):
                self.seen += data.decode()
        except OSError:
            pass
        return self.seen


@contextmanager
def on_terminal(command: list[str], environ: dict[str, str]) -> Iterator[Shell]:
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env={"TERM": "xterm", **environ}
        ) as process:
            os.close(theirs)
            try:
                yield Shell(process, ours)
            finally:
                process.kill()
    finally:
        os.close(ours)


def test_the_module_is_the_command(tmp_path: Path) -> None:
    done = [
        subprocess.run(
            [*command, "tools", "--json"],
            capture_output=True,
            env=environment(tmp_path),
            check=True,
        ).stdout
        for command in ([HEADWATER], [sys.executable, "-m", "headwater"])
    ]
    assert done[0] == done[1]
    assert "tools" in json.loads(done[0])


def test_a_terminal_gets_help_and_a_client_gets_the_server(tmp_path: Path) -> None:
    with on_terminal([HEADWATER], environment(tmp_path)) as shell:
        assert "usage: headwater COMMAND" in shell.read_all()
    with serving([HEADWATER]) as server:
        assert server.shake_hands()["result"]["serverInfo"]["name"] == "headwater"
        assert server.end() == 0


@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colours_unless_it_does_not_want_them(
    tmp_path: Path, *, more: dict[str, str], coloured: bool
) -> None:
    with on_terminal([HEADWATER, "config"], environment(tmp_path, more)) as shell:
        assert ("\x1b[1m" in shell.read_all()) is coloured


def test_a_pipe_gets_no_colours(tmp_path: Path) -> None:
    done = subprocess.run(
        [HEADWATER, "config"], capture_output=True, env=environment(tmp_path), check=True
    )
    assert b"\x1b" not in done.stdout


def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [HEADWATER, "config"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 141


def test_toolsets_of_the_command_line_win(tmp_path: Path) -> None:
    command = [HEADWATER, "serve", "--toolsets", "citation"]
    home = {"HOME": str(tmp_path), "HEADWATER_TOOLSETS": "cooking"}
    with serving(command, home) as server:
        server.shake_hands()
        tools = server.request("tools/list")["result"]["tools"]
        assert "format_bibliography" in [tool["name"] for tool in tools]
        assert server.end() == 0


def test_a_call_goes_all_the_way(tmp_path: Path) -> None:
    source = {"url": "https://example.org/rivers", "title": "On rivers", "author": "Ada Lovelace"}
    done = subprocess.run(
        [HEADWATER, "call", "format_bibliography", "--args", "-", "--json"],
        input=json.dumps({"style": "apa", "sources": [source]}).encode(),
        capture_output=True,
        env=environment(tmp_path),
        check=True,
    )
    assert "Lovelace, A." in json.loads(done.stdout)["bibliography"]
    assert done.stderr == b""


@pytest.mark.slow
def test_an_interrupted_call_is_cancelled_and_ends_with_130(tmp_path: Path) -> None:
    folder = str(offered.write(tmp_path))
    script = OFFERED.format(folder=folder, tests=str(TESTS))
    command = [sys.executable, "-c", script, "call", "wait"]
    with on_terminal(command, environment(tmp_path)) as shell:
        shell.read_until("wait: working (")
        shell.process.send_signal(signal.SIGINT)
        assert "headwater: interrupted, the call was cancelled" in shell.read_all()
        assert shell.process.wait(PATIENCE) == 130


def test_a_stray_print_of_a_tool_stays_out_of_the_json(tmp_path: Path) -> None:
    folder = str(offered.write(tmp_path))
    script = OFFERED.format(folder=folder, tests=str(TESTS))
    done = subprocess.run(
        [sys.executable, "-c", script, "call", "print_much", "--json"],
        capture_output=True,
        env=environment(tmp_path),
        check=True,
    )
    assert json.loads(done.stdout) == {"text": "printed"}
