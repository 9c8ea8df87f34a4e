"""The whole pipe of providers in this process, with a site on loopback in a provider's place."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
import trio.testing
from support.site import Site, serving

from headwater.actors.breaker import Breaker
from headwater.actors.cache import Cache
from headwater.actors.domain import links
from headwater.actors.domain.search.routing import Routing
from headwater.actors.extractor import Extractor
from headwater.actors.fetcher import Fetcher
from headwater.actors.providers.provider import Provider, packaged
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.store.store import Store
from headwater.kernel.actor import Actor
from headwater.kernel.kernel import Kernel, running


@asynccontextmanager
async def consulting(
    folder: Path,
    *providers: Provider,
    given: Mapping[str, str] = {},
    routing: Routing | None = None,
    limit: int = 5,
    more: Sequence[Actor] = (),
) -> AsyncIterator[tuple[Site, Kernel]]:
    """All of these providers live at the site; without any, those of the package do."""
    known = {provider.name: provider for provider in providers} or packaged()
    async with serving() as site:
        addresses = {provider.address_variable: site.root for provider in known.values()}
        directory = Directory({**addresses, **given}, lambda: known)
        store = Store(str(folder))
        actors = [
            Cache(store=store, parse=links.parse, normalise=links.normalise, directory=directory),
            Breaker(limit=limit, directory=directory, routing=routing),
            Fetcher(Client(site.guard), agent="Headwater/test", directory=directory),
            Extractor(directory=directory),
            *more,
        ]
        try:
            async with running(actors) as kernel:
                yield site, kernel
        finally:
            store.close()


@asynccontextmanager
async def passing(clock: trio.testing.MockClock, step: float = 0.25) -> AsyncIterator[None]:
    """Time goes on only while nothing happens, so that a busy machine is no slow provider."""

    async def tick() -> None:
        while True:
            await trio.testing.wait_all_tasks_blocked(0.05)
            clock.jump(step)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(tick)
        yield
        nursery.cancel_scope.cancel()
