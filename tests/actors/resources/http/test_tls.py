from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import h2.config
import h2.connection
import h2.events
import pytest
import trio
from support.certificates import contexts
from support.site import Site, Together, serving

from headwater.actors.domain import links
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Unreachable, WebFault
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Request

NAME = "secure.test"


class Loopback:
    async def resolve(self, _: str) -> list[Address]:
        return [ip_address("127.0.0.1")]


def build(port: int, trusted: ssl.SSLContext) -> Client:
    guard = Guard(origins=frozenset({("https", NAME, port), ("https", "other.test", port)}))
    return Client(guard, resolver=Loopback(), tls=lambda: trusted)


def request(port: int, target: str = "/a", name: str = NAME, limit: int = 100_000) -> Request:
    return Request(links.parse(f"https://{name}:{port}{target}"), (("user-agent", "x"),), limit)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[tuple[Site, ssl.SSLContext]]:
    server, client = contexts(tmp_path, NAME, ["http/1.1"])
    async with serving(tls=server) as site:
        site.page("/a", b"secret")
        yield site, client


async def test_the_certificate_is_checked_against_the_name(
    site: tuple[Site, ssl.SSLContext],
) -> None:
    served, trusted = site
    client = build(served.port, trusted)
    for _ in range(2):
        assert (await client.send(request(served.port))).body == b"secret"
    assert served.connections == 1
    with pytest.raises(Unreachable) as caught:
        await client.send(request(served.port, name="other.test"))
    assert caught.value.reason == "tls"
    await client.close()


async def test_a_crowd_waits_for_one_greeting_not_for_each_others(
    site: tuple[Site, ssl.SSLContext],
) -> None:
    served, trusted = site
    served.script("/slow", Together(10).answer)
    client = build(served.port, trusted)
    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(client.send, request(served.port, "/slow"))
    assert served.connections == 10
    await client.close()


async def test_a_stranger_is_not_trusted(site: tuple[Site, ssl.SSLContext]) -> None:
    client = build(site[0].port, ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    with pytest.raises(Unreachable, match="TLS error"):
        await client.send(request(site[0].port))


class Peer:
    """A small HTTP/2 server: /long sends without end, /reset resets, all else says its path."""

    def __init__(self) -> None:
        self.connections = 0
        self.most = 0  # streams open at once
        self.long = trio.Event()  # set when /long is being sent
        self._open: dict[int, str] = {}

    async def serve(self, stream: Any) -> None:
        self.connections += 1
        state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        state.initiate_connection()
        await stream.send_all(state.data_to_send())
        while data := await stream.receive_some(65_536):
            for event in state.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    assert event.stream_id is not None
                    headers = dict(event.headers or [])
                    self._open[event.stream_id] = headers[b":path"].decode()
            self.most = max(self.most, len(self._open))
            await trio.sleep(0.02)  # so that requests that come together are seen together
            for number, path in self._open.items():
                self._answer(state, number, path)
            self._open.clear()
            await stream.send_all(state.data_to_send())

    def _answer(self, state: h2.connection.H2Connection, number: int, path: str) -> None:
        if path == "/reset":
            state.reset_stream(number)
            return
        if path == "/bad":
            state.send_headers(number, [(":status", "2x0")])
            return
        state.send_headers(number, [(":status", "200"), ("content-type", "text/plain")])
        body = b"x" * 60_000 if path == "/long" else path.encode()
        if path == "/long":
            self.long.set()
        while body:
            piece, body = body[:16_000], body[16_000:]
            state.send_data(number, piece, end_stream=not body and path != "/long")


@asynccontextmanager
async def speaking(folder: Path) -> AsyncIterator[tuple[Peer, int, ssl.SSLContext]]:
    server, client = contexts(folder, NAME, ["h2"])
    peer = Peer()

    async def serve(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, ssl.SSLError):
            await peer.serve(trio.SSLStream(stream, server, server_side=True))

    async with trio.open_nursery() as nursery:
        [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield peer, listener.socket.getsockname()[1], client
        nursery.cancel_scope.cancel()


async def test_http_2_carries_many_exchanges_on_one_connection(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (peer, port, trusted):
        client = build(port, trusted)
        answers: dict[str, Answer] = {}

        async def ask(target: str) -> None:
            answers[target] = await client.send(request(port, target))

        await ask("/first")
        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(ask, f"/{number}")
        assert all(answer.body == target.encode() for target, answer in answers.items())
        assert peer.connections == 1
        assert peer.most > 1
        await client.close()


async def test_twenty_at_once_on_first_contact_share_one_connection(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (peer, port, trusted):
        client = build(port, trusted)
        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(client.send, request(port, f"/{number}"))
        assert peer.connections == 1
        await client.close()


async def test_an_exchange_that_ends_badly_retires_its_connection(tmp_path: Path) -> None:
    async with speaking(tmp_path) as (peer, port, trusted):
        client = build(port, trusted)
        cut = await client.send(request(port, "/long", limit=1000))
        assert (len(cut.body), cut.truncated) == (1000, True)
        assert (await client.send(request(port, "/a"))).body == b"/a"
        for target in ("/reset", "/bad"):
            with pytest.raises(WebFault):
                await client.send(request(port, target))
        peer.long = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.send, request(port, "/long"))
            await peer.long.wait()
            nursery.cancel_scope.cancel()
        assert (await client.send(request(port, "/b"))).body == b"/b"
        assert peer.connections == 5
        await client.close()
