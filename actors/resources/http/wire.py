"""One HTTP/1.1 connection, one exchange at a time."""

from __future__ import annotations

import trio

from headwater.actors.resources.http import head
from headwater.actors.resources.http.exchange import Answer, Gone, Request, malformed
from headwater.actors.resources.http.inbox import Inbox
from headwater.actors.resources.http.plain import Plain

MOST_INTERIM = 16  # answers of the kind "100 Continue" before the real one
SLACK = 65_536  # bytes that a coding may add to a body that it cannot make smaller


class Wire:
    """Keeps the connection only when both sides agree on where the answer ended."""

    shared = False

    def __init__(self, stream: Plain | trio.SSLStream[Plain]) -> None:
        self._stream = stream
        self._inbox = Inbox(stream)
        self.usable = True

    async def exchange(self, request: Request) -> Answer:
        """Send and read. Anything but a complete answer makes the connection unusable."""
        self.usable = False
        await self._send(request)
        await self._inbox.wait()
        found = await self._head()
        coded = bool(head.values(found.headers, "content-encoding"))
        most = request.limit + (SLACK if coded else 0)
        framing = head.framing(found)
        body, complete = await self._inbox.body(framing, most)
        ended = framing != "close" and complete
        self.usable = ended and head.persists(found) and self._inbox.is_empty
        return Answer(found.status, found.headers, body, truncated=not complete)

    async def _send(self, request: Request) -> None:
        start = head.write(request.method, request.url.target, request.headers)
        try:
            await self._stream.send_all(start + request.body)
        except (trio.BrokenResourceError, OSError) as error:
            raise Gone from error

    async def _head(self) -> head.Head:
        for _ in range(MOST_INTERIM):
            found = head.read(await self._inbox.head(head.LONGEST))
            if found.status >= 200:
                return found
            if found.status == 101:
                raise malformed("an answer in another protocol (101)")
        raise malformed("interim answers without end")

    async def close(self) -> None:
        """At once, without a farewell."""
        self.usable = False
        await trio.aclose_forcefully(self._stream)

    def is_stale(self) -> bool:
        """An idle connection with something to read was closed, or is up to no good."""
        stream = self._stream
        inner = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
        return inner.is_readable()
