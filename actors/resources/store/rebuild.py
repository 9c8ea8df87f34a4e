"""Makes a fresh environment of what could be saved, and moves records to a new key."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store import codec, environment
from headwater.actors.resources.store.codec import Codec
from headwater.actors.resources.store.environment import RECORDS, Environment, Transaction
from headwater.actors.resources.store.records import Records, enter, remove

BATCH = 64  # records a transaction moves


def rebuild(codec_: Codec, folder: Path, found: Iterable[tuple[bytes, bytes]], size: int) -> int:
    """A fresh environment of those records that open; how many."""
    kept = 0
    fresh = environment.open_lmdb(folder, size)
    try:
        trees = {name: fresh.open_db(name) for name in environment.TREES}
        with fresh.begin(write=True) as transaction:
            for key, value in found:
                if _opens(codec_, key, value):
                    enter(transaction, trees, key, value)
                    kept += 1
    finally:
        fresh.close()
    return kept


def _opens(codec_: Codec, key: bytes, value: bytes) -> bool:
    """Whether it is a record of ours; one of a key we do not have is left as it is."""
    header = codec.read_header(value)
    if header is None:
        return False
    if codec_.keyring.find(header.key_id) is None:
        return True
    try:
        codec_.open(key, value)
    except StoreDamaged:
        return False
    return True


class Rotation:
    """Moves records of older keys to the current one, a few at a time."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._place = b""
        self._over = len(records.codec.keyring.keys) == 1

    def step(self, environment_: Environment) -> bool:
        """Move some; whether there may be more."""
        if not self._over:
            self._over = environment_.write(self._move)
        return not self._over

    def _move(self, transaction: Transaction) -> bool:
        """Move a batch; whether the end was reached."""
        keyring = self._records.codec.keyring
        moved = []
        with transaction.cursor(db=self._records.trees[RECORDS]) as cursor:
            found = cursor.set_range(self._place) if self._place else cursor.first()
            for key, value in cursor if found else ():
                header = codec.read_header(value)
                if header and header.key_id in [old.id for old in keyring.keys[1:]]:
                    moved.append((key, value))
                if len(moved) == BATCH:
                    break
        for key, value in moved:
            self._reseal(transaction, key, value)
        self._place = moved[-1][0] if moved else b""
        return len(moved) < BATCH

    def _reseal(self, transaction: Transaction, key: bytes, value: bytes) -> None:
        codec_ = self._records.codec
        header = codec.read_header(value)
        try:
            record = codec_.open(key, value)
        except StoreDamaged:
            return
        number = codec.sequence_of(key)
        fresh = codec.record_key(record.table, record.name, codec_.keyring.current, number)
        packed = codec_.pack(record.name, record.payload)
        remove(transaction, self._records.trees, key)
        if header is not None:
            times = {"written": header.written, "expires": header.expires}
            sealed = codec_.seal(fresh, packed, **times)
            enter(transaction, self._records.trees, fresh, sealed)
