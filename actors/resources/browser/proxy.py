"""
The browser's only way out: a proxy on loopback that goes where the guard allows, and nowhere else.

A name is resolved here, once, and the connection goes to an address that was checked; what the
browser believes about names does not matter. Each read of a page has a pass of its own, so that
what was refused is known for the page, and no other program on the machine can use the proxy.
"""

from __future__ import annotations

import base64
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import trio

from headwater.actors.domain import links
from headwater.actors.messages.faults import Refused, WebFault
from headwater.actors.messages.web import Url
from headwater.actors.resources.browser.relay import Asked, ask_of, exchange, pump

MOST_BYTES = 64 * 1024 * 1024  # for one page with all that it loads
PATIENCE = 30.0  # seconds for a connection to say what it wants; a browser opens some in advance
USER = "page"

Dial = Callable[[Url], Awaitable[trio.SocketStream]]


class Pass:
    """What one page may use the proxy for, and what came of it."""

    def __init__(self) -> None:
        self.word = secrets.token_urlsafe(24)
        self.refused: dict[tuple[str, int], Refused] = {}
        self.failed: dict[tuple[str, int], WebFault] = {}
        self.left = MOST_BYTES
        self.lines: set[trio.CancelScope] = set()

    def spend(self, size: int) -> bool:
        """Count bytes; false when there were too many."""
        self.left -= size
        return self.left >= 0


class Proxy:
    """Listens while the browser runs."""

    def __init__(self, dial: Dial) -> None:
        self._dial = dial
        self._passes: dict[str, Pass] = {}

    @contextmanager
    def admit(self) -> Iterator[Pass]:
        """A pass that is good while the block runs; its connections end with it."""
        given = Pass()
        credentials = base64.b64encode(f"{USER}:{given.word}".encode()).decode()
        self._passes[f"Basic {credentials}"] = given
        try:
            yield given
        finally:
            del self._passes[f"Basic {credentials}"]
            for scope in given.lines:
                scope.cancel()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[tuple[str, int]]:
        """Its address, while the block runs."""
        with trio.socket.socket() as listener:
            await listener.bind((_loopback(), 0))
            listener.listen(128)
            served = trio.SocketListener(listener)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(trio.serve_listeners, self._serve, [served])
                yield listener.getsockname()
                nursery.cancel_scope.cancel()

    async def _serve(self, stream: trio.SocketStream) -> None:
        try:
            async with stream:
                asked = None
                with trio.move_on_after(PATIENCE):
                    asked = await ask_of(stream)
                given = self._passes.get(asked.credentials) if asked else None
                if asked is None:
                    await _say(stream, "400 Bad Request")
                elif given is None:
                    await _say(stream, f'407 Who\r\nProxy-Authenticate: Basic realm="{USER}"')
                else:
                    with trio.CancelScope() as scope:
                        given.lines.add(scope)
                        await self._go(stream, asked, given)
                    given.lines.discard(scope)
        except (trio.BrokenResourceError, trio.ClosedResourceError, WebFault, ValueError):
            pass  # one of the two left, or did not speak HTTP

    async def _go(self, stream: trio.SocketStream, asked: Asked, given: Pass) -> None:
        try:
            url = links.parse(asked.url)
            outside = await self._dial(url)
        except Refused as fault:
            given.refused[place_of(asked.url)] = fault
            await _say(stream, "403 Refused")
            return
        except WebFault as fault:
            given.failed[url.host, url.port] = fault
            await _say(stream, "502 Unreachable")
            return
        async with outside:
            if asked.is_tunnel:
                await stream.send_all(b"HTTP/1.1 200 Connected\r\n\r\n")
                await pump(stream, outside, asked.rest, given.spend)
            else:
                await exchange(stream, outside, asked, url, given.spend)


def place_of(url: str) -> tuple[str, int]:
    """Host and port, as refusals are kept."""
    try:
        parsed = links.parse(url)
    except Refused:
        return url, 0
    return parsed.host, parsed.port


def _loopback() -> str:
    """
    An address of the loopback network that nobody else listens on, where there are many.

    The browser may then be denied all the others, whatever it thinks of the proxy.
    """
    if sys.platform != "linux":
        return "127.0.0.1"
    return (
        f"127.{secrets.randbelow(200) + 20}.{secrets.randbelow(256)}.{secrets.randbelow(200) + 2}"
    )


async def _say(stream: trio.SocketStream, status: str) -> None:
    await stream.send_all(
        f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
    )
