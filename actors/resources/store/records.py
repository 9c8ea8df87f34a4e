"""Records within a transaction: each is in its tree, in the expiry index and in the age index."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store import codec
from headwater.actors.resources.store.codec import NEVER, Codec, Record
from headwater.actors.resources.store.environment import AGE, EXPIRY, RECORDS, Transaction
from headwater.actors.resources.store.terms import ALWAYS, MOVED, Terms
from headwater.kernel.environment import BadSetting

SAMPLE = 16  # records whose key ids tell whether we have the right key
_TIME = struct.Struct(">q")

Trees = Mapping[bytes, Any]


def microseconds(seconds: float) -> int:
    """A time as it is stored."""
    return int(seconds * 1e6)


class Group(Struct, frozen=True):
    """What is under one name: its first record, and what is known of its last."""

    first: tuple[bytes, bytes]
    last: codec.Header | None  # None: damaged


class Records:
    """Knows where records are; whose turn it is to write is not its business."""

    def __init__(self, codec_: Codec, trees: Trees, clock: Callable[[], float]) -> None:
        self.codec = codec_
        self.trees = trees
        self._clock = clock

    def replace(
        self, transaction: Transaction, table: str, name: str, packed: bytes, expires: int
    ) -> None:
        """Store the one record of a name, whichever key wrote the one before."""
        for old in self.codec.keyring.keys[1:]:
            remove(transaction, self.trees, codec.record_key(table, name, old))
        key = codec.record_key(table, name, self.codec.keyring.current)
        self.put(transaction, key, packed, expires)

    def put(self, transaction: Transaction, key: bytes, packed: bytes, expires: int) -> None:
        """Store one record."""
        written = microseconds(self._clock())
        value = self.codec.seal(key, packed, written=written, expires=expires)
        enter(transaction, self.trees, key, value)

    def append(
        self, transaction: Transaction, table: str, name: str, packed: bytes, expires: int
    ) -> int:
        """Store a record after the last one of its name; its number, from 1."""
        number = 1 + self._last_of(transaction, table, name)
        key = codec.record_key(table, name, self.codec.keyring.current, number)
        self.put(transaction, key, packed, expires)
        return number

    def extend(
        self,
        transaction: Transaction,
        table: str,
        name: str,
        packed: bytes,
        expires: int,
        *,
        terms: Terms = ALWAYS,
    ) -> int:
        """Append where something is there, on the terms; 0 where everything is gone."""
        last = self._last_of(transaction, table, name)
        if last >= terms.free and last not in (0, terms.known):
            return MOVED
        return self.append(transaction, table, name, packed, expires) if last else 0

    def find(self, transaction: Transaction, table: str, name: str) -> tuple[bytes, bytes] | None:
        """Key and value of a record that has not expired, under whichever of our keys."""
        for key in self.codec.keyring.keys:
            stored_key = codec.record_key(table, name, key)
            value = transaction.get(stored_key, db=self.trees[RECORDS])
            if value is not None and self._is_alive(value):
                return stored_key, value
        return None

    def has(self, transaction: Transaction, table: str, name: str) -> bool:
        """Whether there is a record, expired or not; nothing of it is read."""
        keys = (codec.record_key(table, name, key) for key in self.codec.keyring.keys)
        with transaction.cursor(db=self.trees[RECORDS]) as cursor:
            return any(cursor.set_key(key) for key in keys)

    def find_all(
        self, transaction: Transaction, table: str, name: str
    ) -> list[tuple[bytes, bytes]]:
        """Keys and values of everything appended under a name, in order."""
        keys = sorted(self._of(transaction, table, name), key=codec.sequence_of)
        values = ((key, transaction.get(key, db=self.trees[RECORDS])) for key in keys)
        return [(key, value) for key, value in values if value and self._is_alive(value)]

    def find_since(
        self, transaction: Transaction, table: str, name: str, number: int
    ) -> list[tuple[bytes, bytes]]:
        """As find_all, from a number on; costs what it returns."""
        found: list[tuple[bytes, bytes]] = []
        with transaction.cursor(db=self.trees[RECORDS]) as cursor:
            for key in self.codec.keyring.keys:
                group = codec.name_prefix(table, name, key)
                there = cursor.set_range(codec.numbered(group, number))
                while there and cursor.key().startswith(group):
                    found.append(cursor.item())
                    there = cursor.next()
        found.sort(key=lambda item: codec.sequence_of(item[0]))
        return [(key, value) for key, value in found if self._is_alive(value)]

    def groups(self, transaction: Transaction, table: str) -> list[Group]:
        """Each name's first record and its last one's age; costs two steps a name."""
        prefix = codec.table_prefix(table)
        groups: list[Group] = []
        with transaction.cursor(db=self.trees[RECORDS]) as cursor:
            there = cursor.set_range(prefix)
            while there and cursor.key().startswith(prefix):
                first = cursor.item()
                beyond = codec.numbered(codec.group_of(first[0]), 2**64 - 1)
                there = cursor.set_range(beyond)
                _ = cursor.prev() if there else cursor.last()
                groups.append(Group(first, codec.read_header(cursor.value())))
                there = cursor.next()
        return groups

    def drop_idle(self, transaction: Transaction, table: str, before: int) -> int:
        """Remove the names whose last record is older (microseconds); how many records."""
        current = self.codec.keyring.current.id
        idle = [
            codec.group_of(group.first[0])
            for group in self.groups(transaction, table)
            if group.last and group.last.written < before and group.last.key_id == current
        ]
        keys = [key for prefix in idle for key in list(self._keys(transaction, prefix))]
        return sum(remove(transaction, self.trees, key) for key in keys)

    def scan(self, transaction: Transaction, prefix: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        """Everything alive whose key starts so."""
        for key in self._keys(transaction, prefix):
            value = transaction.get(key, db=self.trees[RECORDS])
            if value is not None and self._is_alive(value):
                yield key, value

    def open_each(self, found: Iterable[tuple[bytes, bytes]]) -> list[Record | StoreDamaged]:
        """The records; a damaged one is in its place as the fault."""
        opened: list[Record | StoreDamaged] = []
        for key, value in found:
            try:
                opened.append(self.codec.open(key, value))
            except StoreDamaged as fault:
                opened.append(fault)
        return opened

    def delete(self, transaction: Transaction, table: str, name: str) -> int:
        """Remove everything under a name; how many records."""
        keys = self._of(transaction, table, name)
        return sum(remove(transaction, self.trees, key) for key in keys)

    def check_key(self, transaction: Transaction) -> None:
        """Refuse keys that open nothing of what is stored."""
        strangers = 0
        for key in self._keys(transaction, b""):
            header = codec.read_header(transaction.get(key, db=self.trees[RECORDS]) or b"")
            if header is None:
                continue
            if self.codec.keyring.find(header.key_id) is not None:
                return
            strangers += 1
            if strangers == SAMPLE:
                break
        if strangers:
            raise BadSetting(
                "the store was written with another key: set CACHE_ENCRYPTION_KEY or "
                "CACHE_ENCRYPTION_KEY_PREV to that key, put back the key file, or remove the store"
            )

    def _of(self, transaction: Transaction, table: str, name: str) -> list[bytes]:
        """The keys of everything under a name, whichever key wrote it."""
        prefixes = [codec.name_prefix(table, name, key) for key in self.codec.keyring.keys]
        return [key for prefix in prefixes for key in self._keys(transaction, prefix)]

    def _last_of(self, transaction: Transaction, table: str, name: str) -> int:
        """The highest number under a name, or 0."""
        prefixes = [codec.name_prefix(table, name, key) for key in self.codec.keyring.keys]
        return max(self._last(transaction, prefix) for prefix in prefixes)

    def _last(self, transaction: Transaction, prefix: bytes) -> int:
        """The highest number under a prefix, or 0."""
        with transaction.cursor(db=self.trees[RECORDS]) as cursor:
            beyond = cursor.set_range(prefix + b"\xff" * 8)
            found = cursor.prev() if beyond else cursor.last()
            key = cursor.key() if found else b""
            return codec.sequence_of(key) if key.startswith(prefix) else 0

    def _keys(self, transaction: Transaction, prefix: bytes) -> Iterator[bytes]:
        with transaction.cursor(db=self.trees[RECORDS]) as cursor:
            if cursor.set_range(prefix) if prefix else cursor.first():
                for key in cursor.iternext(keys=True, values=False):
                    if not key.startswith(prefix):
                        return
                    yield key

    def _is_alive(self, value: bytes) -> bool:
        header = codec.read_header(value)
        if header is None:
            return True  # damaged; opening it says so
        return header.expires == NEVER or header.expires > microseconds(self._clock())


def enter(transaction: Transaction, trees: Trees, key: bytes, value: bytes) -> None:
    """Store a sealed value and index it."""
    remove(transaction, trees, key)
    header = codec.read_header(value)
    if header is None:
        raise ValueError("not a sealed record")
    transaction.put(key, value, db=trees[RECORDS])
    transaction.put(_TIME.pack(header.written) + key, b"", db=trees[AGE])
    if header.expires != NEVER:
        transaction.put(_TIME.pack(header.expires) + key, b"", db=trees[EXPIRY])


def remove(transaction: Transaction, trees: Trees, key: bytes) -> bool:
    """Remove a record and its index entries; whether there was one."""
    value = transaction.pop(key, db=trees[RECORDS])
    if value is None:
        return False
    header = codec.read_header(value)
    if header is not None:  # else its entries lead nowhere, and go when their time comes
        transaction.delete(_TIME.pack(header.written) + key, db=trees[AGE])
        transaction.delete(_TIME.pack(header.expires) + key, db=trees[EXPIRY])
    return True
