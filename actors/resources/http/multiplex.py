"""One HTTP/2 connection, many exchanges at once: httpcore's state machine on our checked stream."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

import h2.exceptions
import httpcore2
import trio

from headwater.actors.resources.http.exchange import Answer, Gone, Headers, Request, lost, malformed
from headwater.actors.resources.http.head import MOST_HEADERS
from headwater.actors.resources.http.plain import Plain
from headwater.actors.resources.http.wire import SLACK


class _Stream(httpcore2.AsyncNetworkStream):
    """Our stream as httpcore wants it. There are no timeouts here: the fetch has one deadline."""

    def __init__(self, stream: trio.SSLStream[Plain]) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002, ASYNC109
        try:
            return bytes(await self._stream.receive_some(max_bytes))
        except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
            raise httpcore2.ReadError from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002, ASYNC109
        try:
            await self._stream.send_all(buffer)
        except (trio.BrokenResourceError, trio.ClosedResourceError, OSError) as error:
            raise httpcore2.WriteError from error

    async def aclose(self) -> None:
        await trio.aclose_forcefully(self._stream)

    def get_extra_info(self, info: str) -> Any:  # noqa: ARG002
        return None


class Multiplex:
    """
    Retired after the first exchange that did not end well, and closed when its last one ends.

    An answer that is left half read keeps its share of the connection's flow-control window, and
    in the end would starve the others; a new connection costs less than that.
    """

    shared = True

    def __init__(self, scheme: str, host: str, port: int, stream: Any) -> None:
        origin = httpcore2.Origin(scheme.encode(), host.encode(), port)
        self._connection = httpcore2.AsyncHTTP2Connection(origin=origin, stream=_Stream(stream))
        self._retired = False
        self._users = 0

    @property
    def usable(self) -> bool:
        """Whether it may carry another exchange."""
        return not self._retired and self._connection.is_available()

    async def exchange(self, request: Request) -> Answer:
        """Send and read."""
        self._users += 1
        try:
            answer = await self._translated(request)
        except BaseException:
            self._retired = True
            raise
        else:
            self._retired |= answer.truncated
            return answer
        finally:
            self._users -= 1
            if self._retired and not self._users:
                await self.close()

    async def _translated(self, request: Request) -> Answer:
        try:
            return await self._exchange(request)
        except httpcore2.ConnectionNotAvailable as error:
            raise Gone from error
        except httpcore2.NetworkError as error:
            raise lost("the server reset it") from error
        except (httpcore2.ProtocolError, h2.exceptions.H2Error, ValueError) as error:
            raise malformed("something that is not HTTP/2") from error

    async def _exchange(self, request: Request) -> Answer:
        url = request.url
        address = httpcore2.URL(scheme=url.scheme, host=url.host, port=url.port, target=url.target)
        sent = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers
        ]
        outgoing = httpcore2.Request(
            request.method, address, headers=sent, content=request.body or None
        )
        answer = await self._connection.handle_async_request(outgoing)
        try:
            headers = _headers(answer.headers)
            coded = any(name == "content-encoding" for name, _ in headers)
            body, complete = await _collect(answer, request.limit + (SLACK if coded else 0))
        finally:
            await answer.aclose()
        return Answer(answer.status, headers, body, truncated=not complete)

    async def close(self) -> None:
        """At once."""
        self._retired = True
        await self._connection.aclose()

    def is_stale(self) -> bool:
        """Whether the server has left while nobody listened; its settings may be waiting, too."""
        return not self.usable


async def _collect(answer: httpcore2.Response, most: int) -> tuple[bytes, bool]:
    body = bytearray()
    stream = answer.aiter_stream()
    async with aclosing(stream):
        async for piece in stream:
            body += piece
            if len(body) > most:
                return bytes(body[:most]), False
    return bytes(body), True


def _headers(given: list[tuple[bytes, bytes]]) -> Headers:
    if len(given) > MOST_HEADERS:
        raise malformed(f"more than {MOST_HEADERS} headers")
    return tuple(
        (name.decode("latin-1").lower(), value.decode("latin-1").strip()) for name, value in given
    )
