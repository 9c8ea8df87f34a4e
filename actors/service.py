"""The composition root: settings become resources, resources become actors, actors a kernel."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from headwater.actors.domain.masking import Mask, secrets_in
from headwater.actors.doors.mcp.methods import Methods
from headwater.actors.extractor import Extractor
from headwater.actors.ledger import Ledger
from headwater.actors.resources.audit import recording
from headwater.actors.router import Router
from headwater.kernel.kernel import Kernel, Limits, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from headwater.actors.settings import Settings
    from headwater.kernel.actor import Actor
    from headwater.kernel.inventory import Inventory

ACTORS: tuple[type[Actor], ...] = (Router, Ledger, Extractor)


class Service:
    """A running server without a door."""

    def __init__(self, kernel: Kernel, methods: Methods) -> None:
        self.kernel = kernel
        self.methods = methods


@asynccontextmanager
async def serving(settings: Settings, inventory: Inventory) -> AsyncIterator[Service]:
    """Everything behind the doors, opened and closed in order."""
    mask = Mask(secrets_in(os.environ))
    with recording(settings.audit_path, enabled=settings.audit) as record:
        actors = [
            Router(
                inventory=inventory,
                calls=settings.calls,
                mask=mask,
                record_queries=settings.audit_queries,
            ),
            Ledger(record=record, mask=mask),
            Extractor(),
        ]
        limits = Limits(calls=settings.calls, asks=settings.asks)
        async with running(actors, limits, tracing=settings.trace) as kernel:
            yield Service(kernel, Methods(kernel, inventory, form=settings.result))
