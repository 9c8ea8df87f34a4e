"""Whole conversations over HTTP, with the door in this process."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Mapping
from typing import Any

import pytest
import trio
from msgspec import Struct
from support.conversation import CAPABILITIES, VERSION, talking
from support.door import STATELESS, messages, open_door
from support.fixture_server import fixture_server
from support.tools import Nothing
from trio.testing import MockClock

from headwater.actors.doors.http import door as doors
from headwater.actors.doors.http import gate, run
from headwater.actors.doors.http.address import Address, parse
from headwater.actors.doors.mcp.revisions import HANDSHAKE, KNOWN
from headwater.kernel.environment import BadSetting, Given
from headwater.kernel.tool import Desk, Tool
from headwater.kernel.view import View

pytestmark = pytest.mark.slow  # the first import of the protocol package takes a second

ECHO = {"name": "echo", "arguments": {"text": "häß"}}
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000", Address("127.0.0.1", 8000)),
        ("localhost:0", Address("127.0.0.1", 0)),
        ("LOCALHOST:80", Address("127.0.0.1", 80)),
        ("[::1]:65535", Address("::1", 65535)),
    ],
)
def test_the_door_stands_on_loopback(text: str, address: Address) -> None:
    assert parse(text) == address


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0.0.0.0:8000", "only loopback is offered for now"),
        ("[::]:8000", "only loopback is offered for now"),
        ("192.168.1.2:8000", "only loopback is offered for now"),
        ("example.com:8000", "only loopback is offered for now"),
        ("127.0.0.2:8000", "only loopback is offered for now"),
        ("localhost.example.com:80", "only loopback is offered for now"),
        ("127.0.0.1", "use 127.0.0.1:PORT"),
        (":8000", "use 127.0.0.1:PORT"),
        ("127.0.0.1:99999", "use 127.0.0.1:PORT"),
        ("127.0.0.1:port", "use 127.0.0.1:PORT"),
        ("::1:8000", "use 127.0.0.1:PORT"),
        ("127.0.0.1:٨٠", "use 127.0.0.1:PORT"),
        ("", "use 127.0.0.1:PORT"),
    ],
)
def test_any_other_address_is_refused_with_what_is_accepted(text: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        parse(text)


@pytest.mark.parametrize(
    ("given", "address", "says"),
    [
        ({}, "0.0.0.0:80", "0.0.0.0 is not loopback"),
        ({"HEADWATER_RESULT": Given("jpeg", "environment")}, "127.0.0.1:0", "HEADWATER_RESULT"),
    ],
)
def test_what_cannot_be_served_is_said_and_ends_with_code_two(
    given: dict[str, Given], address: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(given, address) == 2
    assert says in capsys.readouterr().err


async def test_a_port_in_use_is_said() -> None:
    async with open_door() as door:
        assert run({}, f"127.0.0.1:{door.address.port}") == 2


@pytest.mark.parametrize("revision", KNOWN)
async def test_results_are_those_of_stdio(revision: str) -> None:
    """Whatever the package in between could add, drop or reorder."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tools/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("prompts/list", {}),
        ("tools/call", ECHO),
        ("tools/call", {"name": "show"}),
        ("tools/call", {"name": "sulk"}),
        ("tools/call", {"name": "nope"}),
        ("tools/call", {"name": "echo", "arguments": {"text": 7 * 10**30}}),
        ("resources/read", {"uri": "picture://one"}),
        ("resources/read", {"uri": "note://nope/nope"}),
        ("prompts/get", {"name": "greet", "arguments": {"who": "Ada"}}),
        ("prompts/get", {"name": "greet"}),
        ("logging/setLevel", {"level": "error"}),
        ("ping", {}),
        ("server/discover", {}),
        ("resources/subscribe", {"uri": "picture://one"}),
        ("resources/subscribe", {"uri": "picture://none"}),
        ("no/such", {}),
    ]
    async with open_door() as door, talking(revision) as stdio:
        http = door.client(revision)
        if revision in HANDSHAKE:
            info = {"name": "test", "version": "1"}
            hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
            greeting = await stdio.request("initialize", **hello)
            assert (await http.shake_hands())["result"] == greeting["result"]
        for method, params in asked:
            over_http = await http.request(method, **params)
            over_stdio = await stdio.request(method, **params)
            del over_http["id"], over_stdio["id"]
            assert over_http == over_stdio, method


class Blank(Struct, frozen=True):
    value: str | None
    values: list[str | None]


async def _nulls(_: Nothing, __: Desk) -> Blank:
    return Blank(None, [None])


NULLS = Tool(name="nulls", family="test", summary="Nulls.", takes=Nothing, gives=Blank, run=_nulls)


@pytest.mark.parametrize("revision", ["2025-11-25", STATELESS])
async def test_null_is_passed_on_as_null(revision: str) -> None:
    async with open_door(NULLS) as door:
        client = door.client(revision)
        if revision in HANDSHAKE:
            await client.shake_hands()
        result = (await client.request("tools/call", name="nulls"))["result"]
    assert result["structuredContent"] == {"value": None, "values": [None]}


@pytest.mark.parametrize("revision", ["2025-11-25", STATELESS])
async def test_progress_and_messages_come_before_the_result(revision: str) -> None:
    async with open_door() as door:
        client = door.client(revision)
        if revision in HANDSHAKE:
            await client.shake_hands()
        meta = {"progressToken": 5, "io.modelcontextprotocol/logLevel": "info"}
        response = await client.send("tools/call", {**ECHO, "_meta": meta})
    kinds = [message.get("method", "result") for message in messages(response.text)]
    assert kinds == ["notifications/progress"] * 2 + ["notifications/message", "result"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:1"}, 200),
        ({"host": "[::1]:1"}, 200),
        ({"host": "LocalHost"}, 200),
        ({"host": "localhost:1", "origin": "http://localhost:1"}, 200),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"host": "localhost:80:evil.example"}, 421),
        ({"host": "10.0.0.1"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost:3000"}, 403),
        ({"host": "localhost:1", "origin": "http://localhost:2"}, 403),
        ({"host": "localhost:1", "origin": "https://localhost:1"}, 403),
        ({"content-type": "text/plain"}, 400),
        ({"accept": "text/html"}, 406),
        ({"mcp-session-id": "guessed"}, 404),
    ],
)
async def test_only_requests_addressed_to_us_get_through(
    headers: dict[str, str], status: int
) -> None:
    hello = (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"a","version":"1"}}}'
    )
    async with open_door() as door:
        assert (await door.post(hello, **headers)).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/", 404),
        ("GET", "/mcp/", 404),
        ("POST", "/mcp/../mcp", 404),
        ("GET", "/.well-known/oauth-protected-resource", 404),
        ("PUT", "/mcp", 405),
        ("OPTIONS", "/mcp", 405),
        ("GET", "/mcp", 400),  # there is no session that it could listen to
        ("DELETE", "/mcp", 400),
    ],
)
async def test_there_is_nothing_but_mcp(method: str, path: str, status: int) -> None:
    async with open_door() as door, await door.connect() as stream:
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n"
        await stream.send_all(head.encode())
        assert await _status(stream) == status


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_body_larger_than_any_request_is_refused(*, chunked: bool) -> None:
    size = gate.BODY + 1
    length = "transfer-encoding: chunked" if chunked else f"content-length: {size}"
    async with open_door() as door, await door.connect() as stream:
        await stream.send_all(f"POST /mcp HTTP/1.1\r\nhost: localhost\r\n{length}\r\n\r\n".encode())

        async def write() -> None:
            try:
                for left in range(size, 0, -65_536):
                    piece = b"x" * min(left, 65_536)
                    head = b"%x\r\n" % len(piece) if chunked else b""
                    await stream.send_all(head + piece + (b"\r\n" if chunked else b""))
            except trio.BrokenResourceError:
                return  # it need not listen to the end

        async with trio.open_nursery() as nursery:
            nursery.start_soon(write)
            assert await _status(stream) == 413
        assert (await door.post(PING)).status_code == 400  # others are served


async def test_requests_share_the_room_for_their_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "HELD", 100)
    async with open_door() as door:
        refused = await door.post(b"x" * 101)
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "1"
        assert (await door.post(PING)).status_code == 400


async def test_too_many_requests_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "OPEN", 1)
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        async with client.standing():
            assert (await door.post(PING)).status_code == 503
            monkeypatch.undo()
            await client.leave()


async def test_a_head_larger_than_any_request_is_refused() -> None:
    async with open_door() as door, await door.connect() as stream:
        await stream.send_all(b"POST /mcp HTTP/1.1\r\nhost: localhost\r\nx: " + b"x" * 70_000)
        assert await _status(stream) == 431


async def test_a_body_that_never_ends_is_given_up(mock_clock: MockClock) -> None:
    async with open_door() as door, await door.connect() as stream:
        await stream.send_all(
            b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nx"
        )
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(gate.SLOWEST + 1)
        assert await _status(stream) == 408


async def test_a_session_ends_when_its_client_says_so() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        assert "result" in await client.request("ping")
        assert await client.leave() == 200
        assert (await client.send("ping", {})).status_code == 404


async def test_an_idle_session_ends(mock_clock: MockClock) -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(doors.IDLE + 1)
        await trio.testing.wait_all_tasks_blocked(0.01)
        async with door.http.stream("POST", door.url) as _:
            pass  # the connection that idled along is gone as well
        assert (await client.send("ping", {})).status_code == 404


async def test_sessions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "SESSIONS", 2)
    async with open_door() as door:
        clients = [door.client() for _ in range(2)]
        for client in clients:
            await client.shake_hands()
        third = await door.client().send("initialize", {"protocolVersion": "2025-11-25"})
        assert third.status_code == 503
        await clients[0].leave()
        await door.client().shake_hands()


async def test_a_tool_asks_its_client_over_the_stream_of_the_call() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands({"elicitation": {}})
        async with client.stream("tools/call", {"name": "ask_client"}) as stream:
            question = await anext(stream)
            assert question["method"] == "elicitation/create"
            await client.reply(question["id"], {"action": "accept"})
            answer = await anext(stream)
        assert answer["result"]["structuredContent"] == {"text": "accept"}


async def test_a_client_that_refuses_or_cannot_be_asked_is_told_to_the_tool() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        result = (await client.request("tools/call", name="ask_client"))["result"]
        assert "does not offer elicitation" in result["content"][0]["text"]
        willing = door.client()
        await willing.shake_hands({"elicitation": {}})
        async with willing.stream("tools/call", {"name": "ask_client"}) as stream:
            question = await anext(stream)
            await willing.reply(question["id"], error={"code": -1, "message": "a secret"})
            result = (await anext(stream))["result"]
        assert result["isError"] is True
        assert "the client refused" in result["content"][0]["text"]


async def test_a_call_that_its_client_cancels_or_leaves_is_stopped() -> None:
    stopped = trio.Event()
    started = trio.Event()

    async def linger(_: Nothing, __: Desk) -> Blank:
        try:
            started.set()
            await trio.sleep_forever()
        finally:
            stopped.set()

    tool = Tool(
        name="linger", family="test", summary="Waits.", takes=Nothing, gives=Blank, run=linger
    )
    async with open_door(tool) as door, trio.open_nursery() as nursery:
        client = door.client()
        await client.shake_hands()
        nursery.start_soon(client.send, "tools/call", {"name": "linger"})
        await started.wait()
        await client.tell("notifications/cancelled", requestId=client.latest)
        await stopped.wait()

        started, stopped = trio.Event(), trio.Event()
        stateless = door.client(STATELESS)
        with trio.CancelScope() as leaving:
            async with trio.open_nursery() as calling:
                calling.start_soon(stateless.send, "tools/call", {"name": "linger"})
                await started.wait()
                leaving.cancel()
        await stopped.wait()


async def test_a_session_hears_of_the_resources_it_subscribed_to() -> None:
    async with open_door(views=WATCHED) as door:
        client = door.client()
        await client.shake_hands()
        async with client.standing() as news:
            assert (await client.request("resources/subscribe", uri="count://calls"))[
                "result"
            ] == {}
            await client.request("tools/call", **ECHO)
            heard = await anext(news)
            await client.request("resources/unsubscribe", uri="count://calls")
            await client.request("resources/subscribe", uri="count://failures")
            await client.request("tools/call", **ECHO)
            await client.request("tools/call", name="sulk")
            later = await anext(news)
            await client.leave()
    assert heard["method"] == "notifications/resources/updated"
    assert heard["params"] == {"uri": "count://calls"}
    assert later["params"] == {"uri": "count://failures"}


async def test_a_stateless_request_listens_until_the_server_ends() -> None:
    wanted = {
        "toolsListChanged": True,
        "resourceSubscriptions": ["count://calls", "count://nothing"],
    }
    async with open_door(views=WATCHED) as door:
        client = door.client(STATELESS)
        async with client.stream("subscriptions/listen", {"notifications": wanted}) as news:
            acknowledged = await anext(news)
            await door.client(STATELESS).request("tools/call", **ECHO)
            heard = await anext(news)
            door.stop.set()
            ended = await anext(news)
    mark = {"io.modelcontextprotocol/subscriptionId": client.latest}
    agreed = {"resourceSubscriptions": ["count://calls"]}
    assert acknowledged["params"] == {"notifications": agreed, "_meta": mark}
    assert heard["params"] == {"uri": "count://calls", "_meta": mark}
    assert ended["result"]["_meta"] | mark == ended["result"]["_meta"]


async def _count(_: Mapping[str, str], __: Desk) -> str:
    return "some"


WATCHED = {
    "test.calls": View("count://calls", "calls", "Calls.", _count, follows="calls"),
    "test.failures": View("count://failures", "failures", "Faults.", _count, follows="failures"),
}


async def test_what_is_under_way_at_the_end_is_answered_and_nothing_new_begins() -> None:
    entered = trio.Event()
    leave = trio.Event()

    async def linger(_: Nothing, __: Desk) -> Blank:
        entered.set()
        await leave.wait()
        return Blank("done", [])

    tool = Tool(
        name="linger", family="test", summary="Waits.", takes=Nothing, gives=Blank, run=linger
    )
    async with open_door(tool) as door:
        client = door.client(STATELESS)
        async with await door.connect() as idle, trio.open_nursery() as nursery:
            answers: list[dict[str, Any]] = []

            async def call() -> None:
                answers.append(await client.request("tools/call", name="linger"))

            nursery.start_soon(call)
            await entered.wait()
            door.stop.set()
            assert await idle.receive_some() == b""  # connections without a request end at once
            with pytest.raises(OSError, match="connect"):
                await door.connect()
            leave.set()
    assert answers[0]["result"]["structuredContent"]["value"] == "done"
    assert door.exit_code == 0


async def test_standing_streams_do_not_delay_the_end() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        async with client.standing() as news:
            with trio.fail_after(3):
                door.stop.set()
                assert [message async for message in news] == []


async def test_a_connection_is_closed_when_it_idles(mock_clock: MockClock) -> None:
    """Also after an answer, which is where the package and hypercorn could disagree."""
    async with open_door() as door, await door.connect() as stream:
        body = b'{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{}}}'
        head = (
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n"
            f"mcp-method: server/discover\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        await stream.send_all(head.encode() + body)
        assert await _status(stream) == 400
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(doors.PAUSE + 1)
        while await stream.receive_some():
            pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_in_peace(number: signal.Signals) -> None:
    with fixture_server() as server:
        assert server.terminate(number) == 0


@pytest.mark.parametrize("name", ["wait_forever", "say_much"])
def test_neither_a_call_nor_a_client_that_stands_still_delays_the_end(name: str) -> None:
    """The second does not read its answer, which hypercorn would wait for."""
    params = {"name": name, "_meta": {VERSION: STATELESS, CAPABILITIES: {}, "progressToken": 1}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    head = (
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\n"
        f"mcp-method: tools/call\r\nmcp-name: {name}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    with fixture_server() as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall((head + body).encode())
        assert client.recv(1)
        started = time.monotonic()
        assert server.terminate() == 0
        assert time.monotonic() - started < 5.5


async def _status(stream: trio.SocketStream) -> int:
    head = b""
    while b"\r\n" not in head:
        piece = await stream.receive_some()
        assert piece, "the connection was closed without an answer"
        head += piece
    return int(head.split()[1])
