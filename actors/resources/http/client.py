"""Sends requests through the guard, and takes the content codings off what comes back."""

from __future__ import annotations

import functools
import ssl
from collections.abc import Callable

import msgspec
import trio

from headwater import _native
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.domain.links import authority
from headwater.actors.messages.web import Url
from headwater.actors.resources.http.connect import Connector
from headwater.actors.resources.http.exchange import Answer, Request, malformed
from headwater.actors.resources.http.head import values
from headwater.actors.resources.http.pool import Bounds, Pool
from headwater.actors.resources.http.resolver import Resolver, SystemResolver

ACCEPT_ENCODING = "gzip, deflate, br, zstd"
LARGE = 65_536  # bytes; decoding more than this is worth a thread


class Client:
    """
    One pool for pages and one for the operator's own addresses, which may be private.

    Two, because a connection that the operator allowed must never carry a page's request.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        resolver: Resolver | None = None,
        tls: Callable[[], ssl.SSLContext] | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        own = msgspec.structs.replace(guard, allow_private=True, allowed_domains=())
        self._guards = {False: guard, True: own}
        resolver = resolver or SystemResolver()
        tls = functools.cache(tls or _system_tls)
        connectors = {kind: Connector(rules, resolver, tls) for kind, rules in self._guards.items()}
        self._connector = connectors[False]
        self._pools = {
            kind: Pool(connector, bounds or Bounds()) for kind, connector in connectors.items()
        }

    def check(self, url: Url, hop: int = 0) -> None:
        """Raise Refused for a page's address that needs no look-up to be refused."""
        self._guards[False].check(url, hop)

    async def dial(self, url: Url) -> trio.SocketStream:
        """A bare connection to a page's host, for whoever speaks for itself; checked as any."""
        self.check(url)
        return await self._connector.dial(url, hop=0)

    async def resolve(self, url: Url, hop: int) -> list[Address]:
        """The checked addresses of a page's host, for whoever dials itself."""
        self.check(url, hop)
        return await self._connector.resolve(url, hop)

    async def send(self, request: Request) -> Answer:
        """One exchange, no redirects, no retries; the body decoded and within its limit."""
        self._guards[request.operator].check(request.url, request.hop)
        headers = (
            ("host", authority(request.url)),
            ("accept-encoding", ACCEPT_ENCODING),
            *request.headers,
        )
        if request.body:
            headers += (("content-length", str(len(request.body))),)
        full = msgspec.structs.replace(request, headers=headers)
        answer = await self._pools[request.operator].exchange(full)
        return await _decoded(answer, request.limit)

    async def close(self) -> None:
        """Close every connection that is kept."""
        for pool in self._pools.values():
            await pool.close()


async def _decoded(answer: Answer, limit: int) -> Answer:
    codings = values(answer.headers, "content-encoding")
    if not codings or not answer.body:
        return answer
    decode = functools.partial(_native.decode_body, answer.body, codings, limit)
    try:
        large = len(answer.body) > LARGE
        body, cut = await trio.to_thread.run_sync(decode) if large else decode()
    except ValueError as error:
        raise malformed("a body that cannot be decoded") from error
    return msgspec.structs.replace(answer, body=body, truncated=answer.truncated or cut)


def _system_tls() -> ssl.SSLContext:
    """The machine's own trust store, read at the first https request."""
    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["h2", "http/1.1"])
    return context
