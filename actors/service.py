"""The composition root: settings become resources, resources become actors, actors a kernel."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from headwater.actors.cache import Cache
from headwater.actors.doors.mcp.methods import Methods
from headwater.actors.ledger import Ledger
from headwater.actors.messages.faults import Refused
from headwater.actors.resources.store.store import Store
from headwater.actors.router import Router
from headwater.kernel.kernel import Kernel, Limits, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from headwater.actors.messages.web import Url
    from headwater.actors.settings import Settings
    from headwater.kernel.actor import Actor
    from headwater.kernel.inventory import Inventory

ACTORS: tuple[type[Actor], ...] = (Router, Ledger, Cache)


class Service:
    """A running server without a door."""

    def __init__(self, kernel: Kernel, methods: Methods) -> None:
        self.kernel = kernel
        self.methods = methods


@asynccontextmanager
async def serving(settings: Settings, inventory: Inventory) -> AsyncIterator[Service]:
    """Everything behind the doors, opened and closed in order."""
    store = _store(settings)
    if store.key_given:
        await store.prepare()  # a wrong key stops the start; without one, there is no hurry
    actors = [
        Router(inventory=inventory, calls=settings.calls),
        Ledger(),
        Cache(store=store, parse=_unread, normalise=str),
    ]
    limits = Limits(calls=settings.calls, asks=settings.asks)
    try:
        async with running(actors, limits, tracing=settings.trace) as kernel:
            yield Service(kernel, Methods(kernel, inventory, form=settings.result))
    finally:
        store.close()


def _store(settings: Settings) -> Store:
    return Store(
        settings.folder,
        megabytes=settings.store_mb,
        key=settings.encryption_key,
        previous=settings.previous_encryption_key,
    )


def _unread(url: str) -> Url:
    """Nothing of this build reads addresses, so none is accepted."""
    raise Refused(f"{url[:64]!r} cannot be read by this build")
