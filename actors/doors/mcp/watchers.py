"""Who wants to know when a resource has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import trio

from headwater.actors.doors.mcp import revisions
from headwater.actors.doors.mcp.greeting import SERVER, unknown_method
from headwater.actors.doors.mcp.params import ListenParams, decode
from headwater.actors.doors.mcp.revisions import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from headwater.actors.messages.calls import Caller
    from headwater.kernel.inventory import Inventory

UPDATED = "notifications/resources/updated"
MOST = 256  # connections and listening requests at once


class Watchers:
    """
    Tells those who watch a view that it has changed.

    A connection watches the URIs it has subscribed to; in stateless revisions a request that stays
    open listens for those it names.
    """

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory
        self._watching: dict[object, tuple[Collection[str], Callable[[str], None]]] = {}
        self._closing = trio.Event()

    def watch(self, uris: Collection[str], tell: Callable[[str], None]) -> Callable[[], None]:
        """Call `tell` with each of `uris` that changes, until the result is called."""
        token = object()
        self._watching[token] = (uris, tell)

        def leave() -> None:
            self._watching.pop(token, None)

        return leave

    def call_ended(self, *, failed: bool) -> None:
        """A tool was called, so what the views say about calls is another."""
        changed = {"calls", "failures"} if failed else {"calls"}
        for uris, tell in list(self._watching.values()):
            for uri in tuple(uris):
                view = self._inventory.view(uri)
                if view is not None and view.follows in changed:
                    tell(uri)

    def close(self) -> None:
        """End every listening request in good order."""
        self._closing.set()

    async def listen(self, raw: bytes, revision: str, by: Caller) -> bytes:
        """Acknowledge, then tell what changes until the caller leaves or the server ends."""
        if revision not in revisions.STATELESS:
            raise unknown_method("subscriptions/listen")
        wanted = decode(raw, ListenParams).notifications.resource_subscriptions
        if len(self._watching) >= MOST or len(wanted) > MOST:
            raise Refusal(revisions.INTERNAL_ERROR, "too many subscriptions; end one first")
        known = tuple(uri for uri in wanted if self._inventory.view(uri) is not None)
        meta = {revisions.SUBSCRIPTION_KEY: by.id}
        agreed = {"resourceSubscriptions": known} if known else {}
        by.notify(
            "notifications/subscriptions/acknowledged", {"notifications": agreed, "_meta": meta}
        )

        def tell(uri: str) -> None:
            by.notify(UPDATED, {"uri": uri, "_meta": meta})

        leave = self.watch(known, tell)
        try:
            await self._closing.wait()
        finally:
            leave()
        return _ended(meta)


def _ended(meta: dict[str, Any]) -> bytes:
    told = {**meta, revisions.SERVER_KEY: msgspec.Raw(SERVER)}
    return msgspec.json.encode({"resultType": "complete", "_meta": told})
