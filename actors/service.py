"""The composition root: settings become resources, resources become actors, actors a kernel."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

from headwater.actors.breaker import Breaker
from headwater.actors.cache import Cache
from headwater.actors.catalog import Catalog
from headwater.actors.domain import links
from headwater.actors.domain.guard import Guard
from headwater.actors.domain.masking import Mask, secrets_in
from headwater.actors.domain.search.routing import OPERATIONS, Routing, orders_of
from headwater.actors.domain.tiers import Ladder
from headwater.actors.doors.mcp.methods import Methods
from headwater.actors.extractor import Extractor
from headwater.actors.fetcher import Fetcher
from headwater.actors.keys import held_secrets, provider_names, values
from headwater.actors.ledger import Ledger
from headwater.actors.messages.options import Options
from headwater.actors.resources import lenses
from headwater.actors.resources.audit import recording
from headwater.actors.resources.browser.browser import Browser, browsing
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.robots import Robots
from headwater.actors.resources.services import Services
from headwater.actors.resources.stealth import Stealth, is_installed
from headwater.actors.resources.store.store import Store
from headwater.actors.resources.trails import TABLE as RESEARCH
from headwater.actors.router import Router
from headwater.actors.session import Sessions
from headwater.actors.settings import NO_BROWSER
from headwater.kernel.environment import BadSetting, gather
from headwater.kernel.kernel import Kernel, Limits, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from headwater.actors.messages.web import Url
    from headwater.actors.settings import Settings
    from headwater.kernel.actor import Actor
    from headwater.kernel.inventory import Inventory

ACTORS: tuple[type[Actor], ...] = (
    Router,
    Ledger,
    Cache,
    Breaker,
    Fetcher,
    Extractor,
    Sessions,
    Catalog,
)


class Service:
    """A running server without a door."""

    def __init__(self, kernel: Kernel, methods: Methods) -> None:
        self.kernel = kernel
        self.methods = methods


@asynccontextmanager
async def serving(settings: Settings, inventory: Inventory) -> AsyncIterator[Service]:
    """Everything behind the doors, opened and closed in order."""
    routing_of(settings)  # what cannot be read stops the start
    given = values(gather(os.environ))
    mask = Mask([*secrets_in(os.environ), *held_secrets(given)])
    store = store_of(settings)
    if store.key_given:
        await store.prepare()  # a wrong key stops the start; without one, there is no hurry
    limits = Limits(calls=settings.calls, asks=settings.asks)
    with closing(store), recording(settings.audit_path, enabled=settings.audit) as record:
        calls = [
            Router(
                inventory=inventory,
                calls=settings.calls,
                mask=mask,
                record_queries=settings.audit_queries,
            ),
            Ledger(record=record, mask=mask),
        ]
        sessions = Sessions(
            store=store, ttl=settings.session_seconds, most_steps=settings.session_max_steps
        )
        guard = Guard(
            allow_private=settings.allow_private_ips, allowed_domains=settings.allowed_domains
        )
        client = Client(guard)
        async with browsing(
            client.dial,
            chosen=settings.chrome_path,
            pages=settings.browser_pages,
            idle=settings.browser_idle_seconds,
        ) as browser:
            pipe = _pipe(settings, store, given, client, browser)
            async with running([*calls, *pipe, sessions], limits, tracing=settings.trace) as kernel:
                yield Service(kernel, Methods(kernel, inventory, form=settings.result))


def _pipe(
    settings: Settings,
    store: Store,
    given: dict[str, str],
    client: Client,
    browser: Browser,
) -> list[Actor]:
    """What a page passes on its way in, and a provider's answer."""
    agent = settings.user_agent
    directory, services = Directory(given), Services(given)
    obedient = settings.robots == "on"
    stealth = Stealth(client) if is_installed() and not obedient else None
    ladder = Ladder(
        stealth=stealth is not None,
        browser=settings.chrome_path != NO_BROWSER,
        exa=directory.holds("EXA_API_KEY"),
    )

    def parse(text: str) -> Url:
        """What policy forbids is refused before anything is looked up, also what is held."""
        url = links.parse(text)
        client.check(url)
        return url

    return [
        Cache(
            store=store,
            parse=parse,
            normalise=links.normalise,
            directory=directory,
            services=services,
            page_bytes=settings.max_document_bytes,
        ),
        Breaker(
            limit=settings.circuit_failure_threshold,
            rest=settings.circuit_reset_timeout_seconds,
            directory=directory,
            routing=routing_of(settings),
        ),
        Fetcher(
            client,
            agent=agent,
            robots=Robots(client, agent) if obedient else None,
            ladder=ladder,
            browser=browser,
            stealth=stealth,
            workers=settings.asks,
            directory=directory,
            services=services,
        ),
        Extractor(directory=directory, ladder=ladder, services=services),
        Catalog(
            read=lambda: lenses.load(settings.custom_lenses_path),
            options=Options(settings.source_recommendations, settings.generative_ui),
        ),
    ]


def routing_of(settings: Settings) -> Routing:
    """In which order providers are asked; BadSetting where that cannot be read."""
    try:
        orders = orders_of(settings.search_routing)
    except ValueError as problem:
        raise BadSetting(
            f"SEARCH_ROUTING: {problem}; use names separated by commas, or a JSON object of such "
            "by operation"
        ) from None
    if unknown := [name for name in orders if name not in OPERATIONS]:
        raise BadSetting(
            f"{unknown[0]!r} in SEARCH_ROUTING is no operation; there are {', '.join(OPERATIONS)}"
        )
    known = provider_names()
    named = [name for names in orders.values() for name in names]
    for name in [*named, *filter(None, [settings.search_provider])]:
        if name not in known:
            raise BadSetting(
                f"{name!r} in SEARCH_ROUTING or SEARCH_PROVIDER is no provider; "
                f"there are {', '.join(known)}"
            )
    return Routing(orders, settings.search_provider, settings.hedge)


def store_of(settings: Settings) -> Store:
    """What is kept from one run to the next; nothing is opened yet."""
    return Store(
        settings.folder,
        megabytes=settings.store_mb,
        key=settings.encryption_key,
        previous=settings.previous_encryption_key,
        idle={RESEARCH: settings.session_seconds},
    )
