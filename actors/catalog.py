"""Knows what the operator chose: which parts of answers, and which lenses."""

from __future__ import annotations

from collections.abc import Callable

import trio

from headwater.actors.messages.lenses import Lenses, ReadLenses
from headwater.actors.messages.options import Options, ReadOptions
from headwater.kernel.actor import Actor, Policy, handle


class Catalog(Actor):
    """What is read from files once and looked up by name."""

    policy = Policy(workers=1)

    def __init__(self, *, read: Callable[[], Lenses], options: Options | None = None) -> None:
        self._read = read
        self._options = options or Options()
        self._lenses: Lenses | None = None

    @handle
    async def list(self, _: ReadLenses) -> Lenses:
        """All lenses, read when the first one is wanted."""
        if self._lenses is None:
            self._lenses = await trio.to_thread.run_sync(self._read)
        return self._lenses

    @handle
    async def choices(self, _: ReadOptions) -> Options:
        """What is switched on."""
        return self._options
