"""The way back to a client over HTTP: news on the request's own stream, or on the standing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trio
from mcp.shared.exceptions import MCPError

from headwater.actors.doors.mcp.caller import ClientRefused, RequestCaller
from headwater.actors.doors.mcp.watchers import UPDATED

if TYPE_CHECKING:
    from mcp.shared.dispatcher import DispatchContext, Outbound

    from headwater.actors.doors.mcp.greeting import Greeting

UNREAD = 1024  # news of one request that its client may leave unread; later ones are lost

News = tuple[str, dict[str, Any]]


class HttpCaller(RequestCaller):
    """The client as one request reaches it. `deliver` runs beside the request until `close`."""

    def __init__(
        self,
        way: DispatchContext[Any],
        greeting: Greeting,
        params: bytes,
        revision: str,
        request: str | int,
    ) -> None:
        super().__init__(greeting, params, revision, request)
        self._way = way
        self._put, self._take = trio.open_memory_channel[News](UNREAD)

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Queue news; what does not fit is lost."""
        try:
            self._put.send_nowait((method, params))
        except (trio.WouldBlock, trio.ClosedResourceError):
            return

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask the client on the request's stream; the answer comes as a request of its own."""
        try:
            return await self._way.send_raw_request(method, params)
        except MCPError:
            raise ClientRefused("the client refused the request") from None

    async def deliver(self) -> None:
        """Send what is queued, in order, so that it arrives before the result."""
        async for method, params in self._take:
            await self._way.notify(method, params)

    def close(self) -> None:
        """Let `deliver` end when everything is sent."""
        self._put.close()


class Announcer:
    """
    Tells a session which of the resources it subscribed to have changed.

    One task at most, and one telling per resource: while the client does not read, changes of the
    same resource become one.
    """

    def __init__(self, way: Outbound, nursery: trio.Nursery) -> None:
        self._way = way
        self._nursery = nursery
        self._changed: dict[str, None] = {}
        self._telling = False

    def changed(self, uri: str) -> None:
        """Tell, now or when the news before it is out."""
        self._changed[uri] = None
        if not self._telling:
            self._telling = True
            self._nursery.start_soon(self._tell)

    async def _tell(self) -> None:
        try:
            while self._changed:
                uri = next(iter(self._changed))
                del self._changed[uri]
                await self._way.notify(UPDATED, {"uri": uri})
        finally:
            self._telling = False
