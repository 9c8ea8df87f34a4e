"""Opens connections: the only place that does, and only to addresses that the guard has checked."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Sequence

import trio

from headwater.actors.domain import address
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Unreachable
from headwater.actors.messages.web import Url
from headwater.actors.resources.http.exchange import Connection
from headwater.actors.resources.http.plain import Plain
from headwater.actors.resources.http.resolver import Resolver
from headwater.actors.resources.http.wire import Wire

STAGGER = 0.25  # seconds until the next address is tried beside the first (RFC 8305)
MOST_ADDRESSES = 6


class Connector:
    """Resolve, check, dial, and greet: SNI and the certificate's name stay the URL's."""

    def __init__(self, guard: Guard, resolver: Resolver, tls: Callable[[], ssl.SSLContext]) -> None:
        self._guard = guard
        self._resolver = resolver
        self._tls = tls

    async def open(self, url: Url, hop: int) -> Connection:
        """A connection to a checked address of the URL's host, or a fault."""
        stream = Plain(await self.dial(url, hop))
        return await self._greet(stream, url) if url.scheme == "https" else Wire(stream)

    async def dial(self, url: Url, hop: int) -> trio.SocketStream:
        """The same before anything is said."""
        return await _dial(await self.resolve(url, hop), url)

    async def resolve(self, url: Url, hop: int) -> list[Address]:
        """The addresses that may be dialled for it; Refused when any of them may not."""
        literal = address.parse(url.host)
        addresses = [literal] if literal else await self._resolver.resolve(url.host)
        self._guard.check_addresses(url, addresses, hop)
        return addresses[:MOST_ADDRESSES]

    async def _greet(self, stream: Plain, url: Url) -> Connection:
        name = url.host.removesuffix(".")
        secure = trio.SSLStream(stream, self._tls(), server_hostname=name, https_compatible=True)
        try:
            await secure.do_handshake()
        except (trio.BrokenResourceError, OSError, ssl.SSLError, ValueError) as error:
            await trio.aclose_forcefully(stream)
            detail = getattr(error.__cause__, "verify_message", "") or "the handshake failed"
            raise Unreachable(f"TLS error on {url.host}: {detail}", reason="tls") from error
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        if secure.selected_alpn_protocol() == "h2":
            from headwater.actors.resources.http.multiplex import Multiplex

            return Multiplex(url.scheme, url.host, url.port, secure)
        return Wire(secure)


async def _dial(addresses: Sequence[Address], url: Url) -> trio.SocketStream:
    """The first of the addresses that answers; a slow one is joined by the next, not waited for."""
    won: list[trio.SocketStream] = []
    if len(addresses) == 1:
        await _attempt(addresses[0], url.port, won)
    else:
        await _race(addresses, url.port, won)
    if not won:
        raise Unreachable(f"Network error: {url.host} accepts no connection", reason="connect")
    return won[0]


async def _race(addresses: Sequence[Address], port: int, won: list[trio.SocketStream]) -> None:
    async with trio.open_nursery() as nursery:

        async def attempt(place: int, over: trio.Event) -> None:
            await _attempt(addresses[place], port, won)
            over.set()
            if won:
                nursery.cancel_scope.cancel()

        for place in range(len(addresses)):
            over = trio.Event()
            nursery.start_soon(attempt, place, over)
            with trio.move_on_after(STAGGER):
                await over.wait()


async def _attempt(target: Address, port: int, won: list[trio.SocketStream]) -> None:
    family = socket.AF_INET if target.version == 4 else socket.AF_INET6
    dialled = trio.socket.socket(family, socket.SOCK_STREAM)
    try:
        await dialled.connect((str(target), port))
        if not won:
            won.append(trio.SocketStream(dialled))
            return
    except OSError:
        pass
    except BaseException:
        dialled.close()
        raise
    dialled.close()
