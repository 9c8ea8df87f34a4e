"""A site on loopback that answers as it is told: pages, redirects, slow, broken and hostile."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio
import trio.testing

from headwater.actors.domain import links
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.web import Dial, Fetch, Validators

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
Script = Callable[[trio.abc.Stream], Awaitable[None]]


class Site:
    """Serves on one port; `seen` are the targets asked for, `heads` the requests as they came."""

    def __init__(self, port: int, scheme: str = "http", host: str = "127.0.0.1") -> None:
        self.port = port
        self.root = f"{scheme}://{host}:{port}"
        self.origin = (scheme, host, port)
        self.guard = Guard(origins=frozenset({self.origin}))
        self.seen: list[str] = []
        self.heads: list[str] = []
        self.bodies: list[bytes] = []  # of requests that have one
        self.connections = 0
        self._pages: dict[str, Script] = {}

    def page(
        self,
        target: str,
        body: bytes = b"<p>page</p>",
        *,
        status: int = 200,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Answer with a page."""
        given = {"Content-Type": "text/html", "Content-Length": str(len(body)), **(headers or {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self.raw(target, f"HTTP/1.1 {status} X\r\n{lines}\r\n".encode() + body, close=False)

    def redirect(self, target: str, *, to: str, status: int = 302) -> None:
        """Answer with a redirect."""
        self.page(target, b"", status=status, headers={"Location": to})

    def raw(self, target: str, answer: bytes, *, close: bool = True) -> None:
        """Answer with these bytes."""

        async def send(stream: trio.abc.Stream) -> None:
            await stream.send_all(answer)
            if close:
                raise trio.BrokenResourceError

        self._pages[target] = send

    def script(self, target: str, answer: Script) -> None:
        """Answer with whatever the script does."""
        self._pages[target] = answer

    def sequence(self, target: str, *answers: bytes) -> None:
        """Answer with one after another; an empty one closes the connection. The last stays."""
        left = list(answers)

        async def send(stream: trio.abc.Stream) -> None:
            answer = left.pop(0) if len(left) > 1 else left[0]
            if not answer:
                raise trio.BrokenResourceError
            await stream.send_all(answer)

        self._pages[target] = send

    def want(self, target: str, *, limit: int = 1_000_000, etag: str = "") -> Fetch:
        """A wish for one of its pages."""
        url = links.parse(self.root + target)
        known = Validators(etag, url=links.normalise(url)) if etag else Validators()
        return Fetch(url, url.href, url.href, limit, validators=known)

    def dial(self, target: str, *, limit: int = 1_000_000, etag: str = "") -> Dial:
        """Permission to read one of its pages."""
        return Dial(self.want(target, limit=limit, etag=etag), not_before=0.0)

    async def serve(self, stream: trio.abc.Stream) -> None:
        """One connection."""
        self.connections += 1
        held = b""
        try:
            while True:
                while b"\r\n\r\n" not in held:
                    piece = await stream.receive_some(65_536)
                    if not piece:
                        return
                    held += piece
                head, held = held.split(b"\r\n\r\n", 1)
                if found := LENGTH.search(head):
                    held = await self._take_body(stream, held, int(found[1]))
                await self._answer(stream, head.decode("latin-1"))
        except (trio.BrokenResourceError, ssl.SSLError):
            pass
        finally:
            await trio.aclose_forcefully(stream)

    async def _take_body(self, stream: trio.abc.Stream, held: bytes, length: int) -> bytes:
        while len(held) < length:
            piece = await stream.receive_some(65_536)
            if not piece:
                raise trio.BrokenResourceError
            held += piece
        self.bodies.append(held[:length])
        return held[length:]

    async def _answer(self, stream: trio.abc.Stream, head: str) -> None:
        target = head.split(" ")[1]
        self.seen.append(target)
        self.heads.append(head)
        missing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        script = self._pages.get(target) or self._pages.get(target.split("?")[0])
        await (script(stream) if script else stream.send_all(missing))


class Together:
    """
    Answers nobody before so many ask at once; `most` is how many ever did.

    What is not asked side by side waits until the test's time is over.
    """

    def __init__(self, count: int) -> None:
        self.most = 0
        self._count = count
        self._inside = 0
        self._full = trio.Event()

    async def answer(self, stream: trio.abc.Stream) -> None:
        """A script of a site."""
        self._inside += 1
        self.most = max(self.most, self._inside)
        if self._inside == self._count and not self._full.is_set():
            await trio.testing.wait_all_tasks_blocked(0.01)  # whoever is one too many comes now
            self._full.set()
        await self._full.wait()
        self._inside -= 1
        await stream.send_all(b"HTTP/1.1 200 X\r\nContent-Length: 11\r\n\r\n<p>text</p>")


@asynccontextmanager
async def serving(
    *, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[Site]:
    """A site while the block runs."""
    async with trio.open_nursery() as nursery:
        listener = trio.socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        await listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        plain = trio.SocketListener(listener)
        scheme = "https" if tls else "http"
        site = Site(listener.getsockname()[1], scheme, host)

        async def serve(stream: trio.SocketStream) -> None:
            secure = trio.SSLStream(stream, tls, server_side=True) if tls else stream
            await site.serve(secure)

        nursery.start_soon(trio.serve_listeners, serve, [plain])
        yield site
        nursery.cancel_scope.cancel()
