"""What goes: records whose time is over, and the oldest ones when there is too much."""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING

from headwater.actors.resources.store import codec
from headwater.actors.resources.store.environment import AGE, EXPIRY, RECORDS
from headwater.actors.resources.store.records import remove

if TYPE_CHECKING:
    from headwater.actors.resources.store.environment import Environment, Transaction
    from headwater.actors.resources.store.records import Trees

BATCH = 512  # records a transaction removes, so that others can write in between
LOW_WATER = 0.9  # of the cap: evict down to it, so that not every write evicts
_TIME = struct.Struct(">q")


def sweep(environment: Environment, trees: Trees, now: int) -> int:
    """Remove everything that has expired (microseconds); how many records."""
    gone = 0
    while expired := environment.read(partial(_due, trees=trees, now=now)):
        gone += environment.write(partial(_drop, trees=trees, index=EXPIRY, entries=expired))
    return gone


def evict(environment: Environment, trees: Trees, cap: int, *, at_least: int = 0) -> int:
    """Remove the oldest records while more than the cap is in use; how many."""
    if environment.read(environment.pages) <= cap and not at_least:
        return 0
    gone = 0
    target = int(cap * LOW_WATER)
    while gone < at_least or environment.read(environment.pages) > target:
        oldest = environment.read(partial(_oldest, trees=trees))
        if not oldest:
            break
        gone += environment.write(partial(_drop, trees=trees, index=AGE, entries=oldest))
    return gone


def _due(transaction: Transaction, trees: Trees, now: int) -> list[bytes]:
    found: list[bytes] = []
    with transaction.cursor(db=trees[EXPIRY]) as cursor:
        for key in cursor.iternext(keys=True, values=False):
            if _TIME.unpack_from(key)[0] > now or len(found) == BATCH:
                break
            found.append(key)
    return found


def _oldest(transaction: Transaction, trees: Trees, count: int = 32) -> list[bytes]:
    with transaction.cursor(db=trees[AGE]) as cursor:
        keys = cursor.iternext(keys=True, values=False)
        return [key for _, key in zip(range(count), keys, strict=False)]


def _drop(transaction: Transaction, trees: Trees, index: bytes, entries: list[bytes]) -> int:
    """Remove what the entries point at, unless it has been written anew since, and the entries."""
    gone = 0
    for entry in entries:
        transaction.delete(entry, db=trees[index])
        time, key = _TIME.unpack_from(entry)[0], entry[_TIME.size :]
        value = transaction.get(key, db=trees[RECORDS])
        header = None if value is None else codec.read_header(value)
        if value is None or (
            header and time != (header.expires if index == EXPIRY else header.written)
        ):
            continue
        gone += remove(transaction, trees, key)
    return gone
