"""
The first thing every HTTP request meets: is it for us, and is it within bounds?

A web page can make a browser on this machine send requests to loopback, under a name of its own
that resolves to it. So the Host must be loopback's, and an Origin, where a browser names one, must
be that same Host's: only a page that we served ourselves could have it, and we serve none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import trio

from headwater.actors.doors.mcp import frames

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATH = "/mcp"
METHODS = {"GET", "POST", "DELETE"}
BODY = frames.LONGEST  # bytes of one request, as over stdio
HELD = 4 * BODY  # bytes of all requests that are being read or answered
SLOWEST = 30.0  # seconds for a request's body to arrive
OPEN = 512  # requests at once, standing streams among them

_LOOPBACK = re.compile(rb"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)


class Refused(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, reason: str, **headers: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.headers = headers


class Gate:
    """An ASGI application around another. It counts what is under way, so that it can end well."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner
        self._held = 0
        self._open = 0
        self._answering = 0  # requests that will be answered, unlike standing streams
        self._closing = False
        self._quiet = trio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through or refuse."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def drain(self, seconds: float) -> None:
        """Take nothing new, and wait until what is under way is answered, for a while."""
        self._closing = True
        with trio.move_on_after(seconds):
            while self._answering:
                await self._quiet.wait()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        standing = scope["method"] == "GET"
        self._open += 1
        self._answering += not standing
        body = bytearray()
        try:
            check(scope)
            self._check_room()
            await self._read(receive, body)
            await self._inner(scope, _replay(bytes(body), receive), _ending(send))
        except Refused as refused:
            await _refuse(refused, receive, send)
        finally:
            self._held -= len(body)
            self._open -= 1
            self._answering -= not standing
            if not self._answering:
                self._quiet.set()
                self._quiet = trio.Event()

    def _check_room(self) -> None:
        if self._closing:
            raise Refused(503, "the server is shutting down")
        if self._open > OPEN:
            raise Refused(503, "too many requests at once", retry_after="1")

    async def _read(self, receive: Receive, body: bytearray) -> None:
        """Fill `body`, which stays counted until the request is over."""
        with trio.move_on_after(SLOWEST):
            while True:
                message = await receive()
                piece: bytes = message.get("body", b"")
                if len(body) + len(piece) > BODY:
                    raise Refused(413, f"a request may have at most {BODY} bytes")
                if self._held + len(piece) > HELD:
                    raise Refused(503, "too much to read at once", retry_after="1")
                body += piece
                self._held += len(piece)
                if not message.get("more_body", False):
                    return
        raise Refused(408, f"the request's body took longer than {SLOWEST:g} s")


def check(scope: Scope) -> None:
    """Refuse what is not for us."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or not _LOOPBACK.fullmatch(hosts[0]):
        raise Refused(421, "the Host header must name this server by its loopback address")
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    if any(origin.lower() != b"http://" + hosts[0].lower() for origin in origins):
        raise Refused(403, "requests of other origins are not accepted")
    if scope["path"] != PATH:
        raise Refused(404, f"MCP is at {PATH}")
    if scope["method"] not in METHODS:
        raise Refused(405, "use POST, GET or DELETE", allow=", ".join(sorted(METHODS)))


async def _refuse(refused: Refused, receive: Receive, send: Send) -> None:
    """Answer while reading on: hypercorn does not let an answer out past an unread body."""
    text = refused.reason.encode() + b"\n"
    headers = {
        "content-type": "text/plain",
        "content-length": str(len(text)),
        "connection": "close",
        **{name.replace("_", "-"): value for name, value in refused.headers.items()},
    }
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_ignore, receive)
        await send({"type": "http.response.start", "status": refused.status, "headers": encoded})
        await send({"type": "http.response.body", "body": text})
        nursery.cancel_scope.cancel()


async def _ignore(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _replay(body: bytes, receive: Receive) -> Receive:
    """A receive that gives the whole body at once, and then whatever comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _ending(send: Send) -> Send:
    """
    A send whose last message is not cancelled.

    With it hypercorn reports the request as over, upon which the application cancels itself, and
    hypercorn with it while it makes the connection ready for the next request.
    """

    async def sending(message: Message) -> None:
        last = message["type"] == "http.response.body" and not message.get("more_body", False)
        with trio.CancelScope(shield=last):
            await send(message)

    return sending


async def _live(receive: Receive, send: Send) -> None:
    """Nothing is opened or closed with the server: the door does that around it."""
    while True:
        stage: Any = (await receive())["type"]
        await send({"type": f"{stage}.complete"})
        if stage == "lifespan.shutdown":
            return
