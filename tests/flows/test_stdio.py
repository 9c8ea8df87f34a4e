"""Whole conversations with the real server."""

from __future__ import annotations

import subprocess
import sys
import tempfile

import pytest
from support.server import COMMAND, PATIENCE, serving

# Modules that the first answer of a tool must not have waited for.
HEAVY = ["mcp", "pydantic", "httpx", "httpx2", "pymupdf", "fitz", "playwright", "asyncio", "anyio"]
# What the handshake and the lists must not have waited for either.
LOOP = ["trio", "msgspec", "json", "typing", "re"]


def imported(log: bytes) -> set[str]:
    """The modules named in the interpreter's report of import times."""
    return {
        line.rsplit("|", 1)[1].strip()
        for line in log.decode().splitlines()
        if line.startswith("import time:")
    }


def test_the_first_tool_answer_waits_for_no_heavy_import() -> None:
    with serving(environment={"PYTHONPROFILEIMPORTTIME": "1"}) as server:
        server.shake_hands()
        server.request("tools/call", name="no_such_tool", arguments={})
        server.end()
        modules = imported(server.log.read())
    assert "trio._core._run" in modules
    assert modules.isdisjoint(HEAVY)


def test_the_handshake_and_the_lists_need_no_event_loop() -> None:
    # Not by the installed script: some installers' scripts import `re` before they call us.
    start = "import sys; from headwater.actors.main import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "serve"]
    with serving(command, environment={"PYTHONPROFILEIMPORTTIME": "1"}) as server:
        # Everything at once, so that the server never gets to wait, which is when it loads more.
        server.write(
            b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n'
            b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
            b'{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
            b'{"jsonrpc":"2.0","id":3,"method":"resources/list"}\n'
            b'{"jsonrpc":"2.0","id":4,"method":"ping"}\n'
        )
        server.input.close()
        numbers = [server.read()["id"] for _ in range(4)]
        code = server.process.wait(PATIENCE)
        modules = imported(server.log.read())
    assert numbers == [1, 2, 3, 4]
    assert code == 0
    assert "headwater.actors.doors.mcp.greeting" in modules
    assert modules.isdisjoint(LOOP + HEAVY)


@pytest.mark.parametrize("ready", [False, True])
def test_the_end_of_input_ends_the_server(*, ready: bool) -> None:
    with serving() as server:
        if ready:
            server.shake_hands()
            server.request("resources/read", uri="stats://tools")
        assert server.end() == 0
        assert server.output.read() == b""


@pytest.mark.parametrize("ready", [False, True])
def test_a_termination_signal_ends_the_server_in_peace(*, ready: bool) -> None:
    with serving() as server:
        server.shake_hands()
        if ready:
            server.request("resources/read", uri="stats://tools")
        assert server.terminate() == 0
        assert server.output.read() == b""


def test_requests_in_flight_at_the_end_of_input_are_answered() -> None:
    with serving() as server:
        server.shake_hands()
        numbers = [server.post("resources/read", uri="stats://tools") for _ in range(50)]
        server.input.close()
        assert sorted(server.read()["id"] for _ in numbers) == numbers
        assert server.process.wait(PATIENCE) == 0


def test_a_last_line_without_its_end_is_answered() -> None:
    with serving() as server:
        server.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
        server.input.close()
        assert server.read() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_a_line_longer_than_any_request_is_refused_and_the_next_one_answered() -> None:
    with serving() as server:
        server.shake_hands()
        server.write(b'{"jsonrpc":"2.0","id":1,"method":"' + b"a" * (17 << 20) + b'"}\n')
        assert server.read()["error"]["code"] == -32600
        assert server.request("ping")["result"] == {}


def test_input_may_be_a_file() -> None:
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
        b'{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"stats://tools"}}\n',
    ]
    with tempfile.TemporaryFile() as file:
        file.writelines(lines)
        file.seek(0)
        done = subprocess.run(COMMAND, stdin=file, capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 2


def test_a_client_that_does_not_read_does_not_stop_the_server_from_reading() -> None:
    with serving() as server:
        server.shake_hands()
        number = 0
        for _ in range(400):  # answers of about a kilobyte: more than a pipe holds
            number = server.post("resources/read", uri="lenses://catalog")
        while server.read()["id"] != number:
            pass
        assert server.end() == 0


def test_a_client_that_went_away_ends_the_server() -> None:
    with serving() as server:
        server.shake_hands()
        server.output.close()
        for _ in range(3):
            server.post("resources/read", uri="stats://tools")
        assert server.end() == 0


def test_a_toolset_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with serving(environment={"HEADWATER_TOOLSETS": "cooking"}) as server:
        assert server.process.wait(PATIENCE) == 2
        said = server.log.read().decode()
    assert "no toolset 'cooking'" in said
    assert "all" in said


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("HEADWATER_RESULT", "jpeg", "use both or text or structured"),
        ("HEADWATER_CALLS", "many", "a whole number"),
        ("HEADWATER_TOOLSET", "all", "did you mean HEADWATER_TOOLSETS?"),
    ],
)
def test_a_setting_that_cannot_be_used_stops_the_server(name: str, value: str, says: str) -> None:
    with serving(environment={name: value}) as server:
        assert server.process.wait(PATIENCE) == 2
        assert says in server.log.read().decode()
