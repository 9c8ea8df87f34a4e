"""A browser for tests, behind a guard that allows one site; and what is left of browsers."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from headwater.actors.domain import links
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import BrowserUnavailable
from headwater.actors.messages.web import Fetch, Tries
from headwater.actors.resources.browser.browser import Browser, browsing
from headwater.actors.resources.browser.find import find
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.resolver import Resolver


def need_browser() -> str:
    """The program; CI must have one, elsewhere the test is skipped without."""
    try:
        return find("", os.environ)
    except BrowserUnavailable:
        if os.environ.get("CI"):
            pytest.fail("no browser is installed, and CI must not skip what needs one")
        pytest.skip("no browser is installed")


@asynccontextmanager
async def browser_for(
    guard: Guard, *, pages: int = 3, idle: float = 60.0, resolver: Resolver | None = None
) -> AsyncIterator[Browser]:
    """A browser whose way out is the guard's."""
    program = need_browser()
    client = Client(guard, resolver=resolver)
    async with browsing(client.dial, chosen=program, pages=pages, idle=idle) as browser:
        yield browser
    await client.close()


def wanted(url: str, *, reasons: tuple[str, ...] = ()) -> Fetch:
    """A page to be rendered."""
    parsed = links.parse(url)
    before = Tries(reasons=reasons)
    return Fetch(parsed, url, url, 1_000_000, way="browser", before=before)


def browsers_of(owner: int) -> list[str]:
    """The processes that a server started for its browser and that are there, also dead ones."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            state = (entry / "stat").read_text().rpartition(") ")[2]
        except (OSError, ValueError):
            continue
        if f"headwater-browser-{owner}-" in command:
            found.append(f"{entry.name} {state[0]} {command[:200]}")
    return found


class Forbidden:
    """Listens where nobody may go, and counts who comes: connections and datagrams."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connections = 0
        self.datagrams = 0


@asynccontextmanager
async def forbidden(host: str = "127.0.0.1") -> AsyncIterator[Forbidden]:
    """On loopback, TCP and UDP, one port; also by IPv6 unless another address is wanted."""
    first = socket.create_server((host, 0))
    port = first.getsockname()[1]
    place = Forbidden(port)
    tcp = [first]
    udp = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM)]
    udp[0].bind((host, port))
    if socket.has_ipv6 and host == "127.0.0.1":
        tcp.append(socket.create_server(("::1", port), family=socket.AF_INET6))

    async def count(_: trio.SocketStream) -> None:
        place.connections += 1

    async def hear(datagrams: trio.socket.SocketType) -> None:
        while True:
            await datagrams.recv(2048)
            place.datagrams += 1

    async with trio.open_nursery() as nursery:
        listeners = [trio.SocketListener(trio.socket.from_stdlib_socket(one)) for one in tcp]
        for one in tcp:
            one.setblocking(False)
        nursery.start_soon(trio.serve_listeners, count, listeners)
        for one in udp:
            one.setblocking(False)
            nursery.start_soon(hear, trio.socket.from_stdlib_socket(one))
        yield place
        nursery.cancel_scope.cancel()
    for one in udp:
        one.close()
