"""One connection of the browser passed on: a tunnel, or one plain request and its answer."""

from __future__ import annotations

from collections.abc import Callable

import trio
from msgspec import Struct

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Url
from headwater.actors.resources.http import head
from headwater.actors.resources.http.exchange import Headers

PIECE = 65_536  # bytes
MOST_UPLOAD = 4 * 1024 * 1024  # bytes of a request's body; reading sends little
_END = pattern(rb"\n\r?\n")
_BETWEEN_TWO = {  # headers for this connection only
    "connection",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "upgrade",
}

Spend = Callable[[int], bool]


class Asked(Struct, frozen=True):
    """What the browser wants from the proxy."""

    method: str
    url: str  # of the page; of a tunnel, only host and port count
    headers: Headers
    rest: bytes  # what came behind the head

    @property
    def is_tunnel(self) -> bool:
        """Whether bytes are passed on as they are."""
        return self.method == "CONNECT"

    @property
    def credentials(self) -> str:
        """The pass that came with it."""
        return next((value for name, value in self.headers if name == "proxy-authorization"), "")


async def ask_of(stream: trio.SocketStream) -> Asked | None:
    """The first request on a connection; None when it is none."""
    block, rest = await _head(stream)
    line, _, others = block.partition(b"\r\n")
    words = line.decode("latin-1").split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return None
    method, target, _ = words
    headers = head.read(b"HTTP/1.1 200 -\r\n" + others).headers
    url = f"https://{target}/" if method == "CONNECT" else target
    return Asked(method, url, headers, rest)


async def exchange(
    browser: trio.SocketStream, server: trio.SocketStream, asked: Asked, url: Url, spend: Spend
) -> None:
    """One request, one answer, and the end: the next request may go elsewhere."""
    body = await _body(browser, asked)
    kept = tuple(pair for pair in asked.headers if pair[0] not in _BETWEEN_TWO)
    start = head.write(asked.method, url.target, (*kept, ("connection", "close")))
    await server.send_all(start + body)
    status = 100
    rest = b""
    while status < 200:
        block, rest = await _head(server, rest)
        answer = head.read(block)
        status = answer.status
    lines = [f"HTTP/1.1 {status} -", "connection: close"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name not in _BETWEEN_TWO]
    await browser.send_all(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + rest)
    framing = 0 if asked.method == "HEAD" else head.framing(answer)
    left = framing - len(rest) if isinstance(framing, int) else None
    if spend(len(rest)):
        await _copy(server, browser, spend, left)


async def pump(
    browser: trio.SocketStream, server: trio.SocketStream, rest: bytes, spend: Spend
) -> None:
    """Both ways until both have ended, or one breaks off."""
    await server.send_all(rest)
    async with trio.open_nursery() as nursery:

        async def copy(source: trio.SocketStream, target: trio.SocketStream) -> None:
            if not await _copy(source, target, spend):
                nursery.cancel_scope.cancel()

        nursery.start_soon(copy, browser, server)
        nursery.start_soon(copy, server, browser)


async def _copy(
    source: trio.SocketStream, target: trio.SocketStream, spend: Spend, left: int | None = None
) -> bool:
    """Whether everything was passed on: until the end, or as many bytes as are left."""
    try:
        while left is None or left > 0:
            piece = await source.receive_some(PIECE if left is None else min(PIECE, left))
            if not piece:
                break
            if not spend(len(piece)):
                return False
            await target.send_all(piece)
            left = None if left is None else left - len(piece)
        await target.send_eof()
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return False
    return True


async def _body(browser: trio.SocketStream, asked: Asked) -> bytes:
    lengths = head.values(asked.headers, "content-length")
    length = int(lengths[0]) if lengths and lengths[0].isdigit() else 0
    if length > MOST_UPLOAD or head.values(asked.headers, "transfer-encoding"):
        raise trio.BrokenResourceError
    body = bytearray(asked.rest)
    while len(body) < length:
        piece = await browser.receive_some(PIECE)
        if not piece:
            raise trio.BrokenResourceError
        body += piece
    return bytes(body[:length])


async def _head(stream: trio.SocketStream, rest: bytes = b"") -> tuple[bytes, bytes]:
    """Everything up to the empty line, and what came behind it."""
    held = bytearray(rest)
    while not (end := _END.search(held)):
        if len(held) > head.LONGEST:
            raise trio.BrokenResourceError
        piece = await stream.receive_some(PIECE)
        if not piece:
            raise trio.BrokenResourceError
        held += piece
    return bytes(held[: end.end()]), bytes(held[end.end() :])
