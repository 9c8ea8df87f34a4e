"""Knows the lenses; they are read when the first one is wanted."""

from __future__ import annotations

from collections.abc import Callable

import trio

from headwater.actors.messages.lenses import Lenses, ReadLenses
from headwater.kernel.actor import Actor, Policy, handle


class Catalog(Actor):
    """What is read from files once and looked up by name."""

    policy = Policy(workers=1)

    def __init__(self, *, read: Callable[[], Lenses]) -> None:
        self._read = read
        self._lenses: Lenses | None = None

    @handle
    async def list(self, _: ReadLenses) -> Lenses:
        """All lenses."""
        if self._lenses is None:
            self._lenses = await trio.to_thread.run_sync(self._read)
        return self._lenses
