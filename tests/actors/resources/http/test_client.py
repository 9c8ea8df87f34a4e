from __future__ import annotations

import gzip
import sys
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_address
from types import FrameType
from typing import Any

import pytest
import trio
from support.site import Site, serving

from headwater.actors.domain import links
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Refused, Unreachable, Upstream
from headwater.actors.resources.http import connect
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Request
from headwater.actors.resources.http.pool import Bounds


class Names:
    """Gives every name these addresses."""

    def __init__(self, *addresses: str) -> None:
        self._addresses: list[Address] = [ip_address(text) for text in addresses]
        self.asked: list[str] = []

    async def resolve(self, name: str) -> list[Address]:
        self.asked.append(name)
        return self._addresses


class Watch:
    """While armed, a connection that is not opened by the guard's own module fails."""

    def __init__(self) -> None:
        self.armed = False
        self.made = 0
        sys.addaudithook(self._look)

    def _look(self, event: str, _: Any) -> None:
        if event == "socket.connect" and self.armed:
            if not any(frame.f_code.co_filename == connect.__file__ for frame in _stack()):
                raise AssertionError("a connection that nobody checked")
            self.made += 1


def _stack() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


WATCH = Watch()


@pytest.fixture
def watch() -> Iterator[Watch]:
    WATCH.armed, WATCH.made = True, 0
    yield WATCH
    WATCH.armed = False


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serving() as site:
        yield site


@pytest.fixture
async def client(site: Site) -> AsyncIterator[Client]:
    client = Client(site.guard)
    yield client
    await client.close()


def request(site: Site, target: str, limit: int = 100_000) -> Request:
    return Request(links.parse(site.root + target), (("user-agent", "test"),), limit)


async def test_only_the_guard_opens_connections(site: Site, client: Client, watch: Watch) -> None:
    site.page("/a")
    assert (await client.send(request(site, "/a"))).status == 200
    assert watch.made == 1
    with trio.socket.socket() as stray, pytest.raises(AssertionError, match="nobody checked"):
        await stray.connect(("127.0.0.1", site.port))


async def test_the_connection_goes_to_the_checked_address_and_the_name_stays(site: Site) -> None:
    site.page("/a")
    names = Names("127.0.0.1")
    guard = Guard(origins=frozenset({("http", "name.test", site.port)}))
    client = Client(guard, resolver=names)
    answer = await client.send(Request(links.parse(f"http://name.test:{site.port}/a")))
    assert answer.status == 200
    assert f"host: name.test:{site.port}" in site.heads[0]
    assert names.asked == ["name.test"]
    await client.close()


async def test_a_name_with_one_private_address_is_never_dialled(watch: Watch) -> None:
    client = Client(Guard(), resolver=Names("93.184.216.34", "10.0.0.1"))
    with pytest.raises(Refused, match="private address"):
        await client.send(Request(links.parse("http://name.test/"), hop=2))
    assert watch.made == 0


async def test_the_operators_own_address_may_be_private_and_its_connection_is_not_a_pages(
    site: Site,
) -> None:
    site.page("/a")
    client = Client(Guard())
    url = links.parse(f"{site.root}/a")
    assert (await client.send(Request(url, operator=True))).status == 200
    with pytest.raises(Refused):
        await client.send(Request(url))
    with pytest.raises(Refused):
        await client.send(Request(links.parse("http://169.254.169.254/"), operator=True))
    await client.close()


async def test_another_address_is_tried_when_the_first_refuses(site: Site) -> None:
    site.page("/a")
    guard = Guard(origins=frozenset({("http", "name.test", site.port)}))
    client = Client(guard, resolver=Names("127.0.0.9", "127.0.0.1"))
    url = links.parse(f"http://name.test:{site.port}/a")
    assert (await client.send(Request(url))).status == 200
    await client.close()


async def test_nobody_there_is_unreachable() -> None:
    with trio.socket.socket() as closed:
        await closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    client = Client(Guard(origins=frozenset({("http", "127.0.0.1", port)})))
    with pytest.raises(Unreachable) as caught:
        await client.send(Request(links.parse(f"http://127.0.0.1:{port}/")))
    assert caught.value.reason == "connect"


async def test_bombs_are_cut_at_the_limit(site: Site, client: Client) -> None:
    bomb = gzip.compress(gzip.compress(b"0" * 20_000_000))
    site.page("/bomb", bomb, headers={"Content-Encoding": "gzip, gzip"})
    answer = await client.send(request(site, "/bomb", limit=10_000))
    assert (len(answer.body), answer.truncated) == (10_000, True)
    site.page("/lie", b"not brotli", headers={"Content-Encoding": "br"})
    with pytest.raises(Upstream, match="cannot be decoded"):
        await client.send(request(site, "/lie"))


@pytest.mark.parametrize(
    "answer",
    [
        b"\x00\xff\x80 garbage\r\n\r\n",
        b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 100,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000,
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    ],
)
async def test_an_answer_that_breaks_the_rules_is_a_fault(
    site: Site, client: Client, answer: bytes
) -> None:
    site.raw("/a", answer)
    with pytest.raises(Upstream, match="The server sent"):
        await client.send(request(site, "/a"))


async def test_bytes_after_an_answer_are_never_taken_for_the_next_one(
    site: Site, client: Client
) -> None:
    poison = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nPOISON"
    site.raw("/a", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi" + poison, close=False)
    site.page("/b", b"right")
    assert (await client.send(request(site, "/a"))).body == b"hi"
    assert (await client.send(request(site, "/b"))).body == b"right"


async def test_a_kept_connection_that_the_server_closed_is_replaced(
    site: Site, client: Client
) -> None:
    site.raw("/a", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    for _ in range(3):
        assert (await client.send(request(site, "/a"))).body == b"hi"
    assert site.connections == 3


async def test_descriptors_are_bounded(site: Site) -> None:
    site.page("/a")
    client = Client(site.guard, bounds=Bounds(connections=4, per_host=3, idle=2))
    async with trio.open_nursery() as nursery:
        for _ in range(20):
            nursery.start_soon(client.send, request(site, "/a"))
    assert site.connections <= 6
    assert len(client._pools[False]._idle) <= 2
    assert client._pools[False]._places == {}
    await client.close()
