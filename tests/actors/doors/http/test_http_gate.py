"""What gets through the gate, with the whole door behind it."""

from __future__ import annotations

import pytest
import trio
from support.door import open_door, status
from trio.testing import MockClock

from headwater.actors.doors.http import gate

pytestmark = pytest.mark.slow  # the first import of the protocol package takes a second

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


@pytest.mark.parametrize(
    ("headers", "expected"),
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
    headers: dict[str, str], expected: int
) -> None:
    hello = (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"a","version":"1"}}}'
    )
    async with open_door() as door:
        assert (await door.post(hello, **headers)).status_code == expected


@pytest.mark.parametrize(
    ("method", "path", "expected"),
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
async def test_there_is_nothing_but_mcp(method: str, path: str, expected: int) -> None:
    async with open_door() as door, await door.connect() as stream:
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n"
        await stream.send_all(head.encode())
        assert await status(stream) == expected


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
            assert await status(stream) == 413
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
        assert await status(stream) == 431


async def test_a_body_that_never_ends_is_given_up(mock_clock: MockClock) -> None:
    async with open_door() as door, await door.connect() as stream:
        await stream.send_all(
            b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nx"
        )
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(gate.SLOWEST + 1)
        assert await status(stream) == 408
