"""An environment with its keys and records: what a shelf works with once it is open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from headwater.actors.resources.store import check, expiry, keys
from headwater.actors.resources.store.codec import Codec
from headwater.actors.resources.store.environment import (
    START,
    TREES,
    Environment,
    MapLimit,
    Transaction,
)
from headwater.actors.resources.store.files import make_folder, opening
from headwater.actors.resources.store.keys import Keyring
from headwater.actors.resources.store.place import Place
from headwater.actors.resources.store.rebuild import Rotation, rebuild
from headwater.actors.resources.store.records import Records, microseconds

SWEEP = 60.0  # seconds between sweeps of a process


class Opened:
    """Opens on construction, which may take a while; never on the event loop's thread."""

    def __init__(self, place: Place) -> None:
        self._place = place
        make_folder(place.home)
        with opening(place.home):
            keyring = keys.load(place.home, place.key, place.previous)
            self.environment = self._open(Codec(keyring), place.home / place.name)
        trees = {name: self.environment.tree(name) for name in TREES}
        self.records = Records(self._codec, trees, place.clock)
        try:
            self.environment.read(self.records.check_key)
        except BaseException:
            self.environment.close()
            raise
        self._rotation = Rotation(self.records)
        self._next_sweep = 0.0

    @property
    def keyring(self) -> Keyring:
        """The keys in use."""
        return self._codec.keyring

    def commit(self, work: list[Callable[[Transaction], Any]]) -> list[Any]:
        """Everything in one synced transaction; what each returned."""

        def run(transaction: Transaction) -> list[Any]:
            return [apply(transaction) for apply in work]

        try:
            return self.environment.write(run)
        except MapLimit:
            self.make_room()
            return self.environment.write(run)

    def make_room(self) -> None:
        """Let the oldest go, because the file may not grow any more."""
        if self._place.cap is not None:
            expiry.evict(self.environment, self.records.trees, self._place.cap, at_least=64)

    def tidy(self) -> bool:
        """Evict, sweep when it is time, move some records to the current key; whether to go on."""
        if self._place.cap is not None:
            expiry.evict(self.environment, self.records.trees, self._place.cap)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + SWEEP
            self.sweep()
        return self._rotation.step(self.environment)

    def sweep(self) -> int:
        """Remove what has expired or was left alone too long; how many records."""
        now = self._place.clock()
        gone = expiry.sweep(self.environment, self.records.trees, microseconds(now))
        for table, idle in self._place.idle.items():
            before = microseconds(now - idle)
            if self.environment.read(partial(self._has_idle, table=table, before=before)):
                drop = partial(self.records.drop_idle, table=table, before=before)
                gone += self.environment.write(drop)
        return gone

    def _has_idle(self, transaction: Transaction, table: str, before: int) -> bool:
        groups = self.records.groups(transaction, table)
        return any(group.last and group.last.written < before for group in groups)

    def _open(self, codec: Codec, folder: Path) -> Environment:
        self._codec = codec

        def build(fresh: Path, found: Iterable[tuple[bytes, bytes]]) -> int:
            size = START + 2 * (folder / check.DATA).stat().st_size
            return rebuild(codec, fresh, found, size)

        cap = self._place.cap
        limit = None if cap is None else max(START, 2 * cap)
        return Environment(folder, rebuild=build, limit=limit)
