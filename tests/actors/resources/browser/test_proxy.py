"""The proxy without a browser: who may use it, and where it goes."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from support.site import Site, serving

from headwater.actors.resources.browser import proxy as module
from headwater.actors.resources.browser.proxy import USER, Pass, Proxy
from headwater.actors.resources.http.client import Client


@asynccontextmanager
async def open_proxy(site: Site) -> AsyncIterator[tuple[Proxy, tuple[str, int]]]:
    client = Client(site.guard)
    proxy = Proxy(client.dial)
    async with proxy.listening() as place:
        yield proxy, place
    await client.close()


async def say(place: tuple[str, int], text: str) -> bytes:
    """What comes back until the other side closes."""
    async with await trio.open_tcp_stream(*place) as stream:
        await stream.send_all(text.encode())
        return b"".join([piece async for piece in stream])


def credentials(given: Pass) -> str:
    words = base64.b64encode(f"{USER}:{given.word}".encode()).decode()
    return f"Proxy-Authorization: Basic {words}\r\n"


def get(url: str, given: Pass) -> str:
    return f"GET {url} HTTP/1.1\r\nHost: h\r\n{credentials(given)}\r\n"


async def test_nobody_passes_without_a_pass() -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.page("/")
        with proxy.admit() as given:
            pass
        for asked in (
            f"GET {site.root}/ HTTP/1.1\r\n\r\n",
            f"CONNECT 127.0.0.1:{site.port} HTTP/1.1\r\n\r\n",
            get(f"{site.root}/", Pass()),
            get(f"{site.root}/", given),  # of a page that has been read
        ):
            assert (await say(place, asked)).startswith(b"HTTP/1.1 407 ")
        assert site.connections == 0


async def test_a_plain_request_is_passed_on_without_its_pass() -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.page("/a?b=c", b"body")
        with proxy.admit() as given:
            answer = await say(place, get(f"{site.root}/a?b=c", given))
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.endswith(b"\r\n\r\nbody")
        assert b"connection: close" in answer
        assert site.seen == ["/a?b=c"]
        assert "roxy" not in site.heads[0]


async def test_a_tunnel_is_another_origin_than_a_plain_page() -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.page("/", b"body", headers={"Connection": "close"})
        with proxy.admit() as given:
            connect = f"CONNECT 127.0.0.1:{site.port} HTTP/1.1\r\n{credentials(given)}\r\n"
            answer = await say(place, connect)
        assert answer.startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2:80/",
        "http://localhost/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://metadata.google.internal/",
        "http://2130706433/",
        "http://user:word@example.test/",
        "ftp://example.test/",
        "gopher",
    ],
)
async def test_what_the_guard_refuses_is_refused_and_noted(url: str) -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        with proxy.admit() as given:
            assert (await say(place, get(url, given))).startswith(b"HTTP/1.1 403 ")
            assert len(given.refused) == 1


@pytest.mark.parametrize("target", ["127.0.0.2:443", "localhost:443", "[::1]:443", "h:22", "x"])
async def test_no_tunnel_leads_where_the_guard_forbids(target: str) -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        with proxy.admit() as given:
            connect = f"CONNECT {target} HTTP/1.1\r\n{credentials(given)}\r\n"
            status = (await say(place, connect)).split(b" ")[1]
        assert status in (b"403", b"502")  # the last has no address


async def test_a_second_request_does_not_follow_the_first() -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.page("/a", b"body")
        with proxy.admit() as given:
            both = get(f"{site.root}/a", given) + get("http://127.0.0.2/", given)
            answer = await say(place, both)
        assert answer.count(b"HTTP/1.1 ") == 1
        assert site.seen == ["/a"]


@pytest.mark.parametrize("text", ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2\r\n\r\n", "\0" * 99])
async def test_what_is_no_request_is_answered_or_dropped(text: str) -> None:
    async with serving() as site, open_proxy(site) as (_, place):
        async with await trio.open_tcp_stream(*place) as stream:
            await stream.send_all(text.encode())
            await stream.send_eof()
            received = b"".join([piece async for piece in stream])
    assert received == b"" or received.startswith(b"HTTP/1.1 4")


async def test_a_page_that_loads_too_much_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100_000)
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.page("/", b"x" * 1_000_000)
        with proxy.admit() as given:
            answer = await say(place, get(f"{site.root}/", given))
    assert len(answer) < 200_000


async def silence(_: trio.abc.Stream) -> None:
    await trio.sleep_forever()


async def test_connections_end_with_the_page() -> None:
    async with serving() as site, open_proxy(site) as (proxy, place):
        site.script("/", silence)
        async with await trio.open_tcp_stream(*place) as stream:
            with proxy.admit() as given:
                await stream.send_all(get(f"{site.root}/", given).encode())
                await trio.testing.wait_all_tasks_blocked(0.05)
            assert await stream.receive_some(1) == b""
