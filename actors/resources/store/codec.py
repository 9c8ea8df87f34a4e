"""
One record: zstd, then AES-256-GCM.

The header stays readable, so that sweeping needs no key, and is authenticated together with the
table and the key it is stored under: a record that was moved, or whose expiry was changed, does
not open. Names are inside; outside there is only a keyed hash of them.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from typing import TYPE_CHECKING

from msgspec import Struct

from headwater import _native
from headwater.actors.messages.faults import StoreDamaged

if TYPE_CHECKING:
    from headwater.actors.resources.store.keys import Key, Keyring

NEVER = 0
_HEADER = struct.Struct(">B8s12sqq")  # version, key id, nonce, written, expires (microseconds)
_VERSION = 1
_SEQUENCE = struct.Struct(">Q")
_NAME = struct.Struct(">H")


class Header(Struct, frozen=True):
    """What can be known of a record without its key."""

    key_id: bytes
    nonce: bytes
    written: int  # microseconds since 1970
    expires: int  # microseconds, or NEVER


class Record(Struct, frozen=True):
    """An opened record."""

    table: str
    name: str
    payload: bytes
    written: float  # seconds since 1970
    expires: float  # seconds, or 0 for never
    key_id: bytes = b""


def table_prefix(table: str) -> bytes:
    """What the keys of a table's records start with."""
    return table.encode() + b"\0"


def name_prefix(table: str, name: str, key: Key) -> bytes:
    """What the keys of one name's records start with."""
    digest = hashlib.blake2b(name.encode(), key=key.naming, digest_size=32)
    return table_prefix(table) + digest.digest()


def record_key(table: str, name: str, key: Key, sequence: int = 0) -> bytes:
    """Where a record is stored."""
    return name_prefix(table, name, key) + _SEQUENCE.pack(sequence)


def group_of(stored_key: bytes) -> bytes:
    """What a record's key has in common with those of the same name and key."""
    return stored_key[: -_SEQUENCE.size]


def numbered(group: bytes, number: int) -> bytes:
    """The key of a record, given what its group has in common."""
    return group + _SEQUENCE.pack(number)


def sequence_of(stored_key: bytes) -> int:
    """The place of a record among those of its name."""
    number: int = _SEQUENCE.unpack_from(stored_key, len(stored_key) - _SEQUENCE.size)[0]
    return number


def read_header(value: bytes) -> Header | None:
    """The header, where the value has one of ours."""
    if len(value) < _HEADER.size or value[0] != _VERSION:
        return None
    _, key_id, nonce, written, expires = _HEADER.unpack_from(value)
    return Header(key_id, nonce, written, expires)


class Codec:
    """Seals and opens records."""

    def __init__(self, keyring: Keyring) -> None:
        self.keyring = keyring

    def pack(self, name: str, payload: bytes) -> bytes:
        """The name and the payload, compressed; the costly half of sealing."""
        encoded = name.encode()
        return _native.compress(_NAME.pack(len(encoded)) + encoded, payload)

    def seal(self, stored_key: bytes, packed: bytes, *, written: int, expires: int) -> bytes:
        """The value to store, under the current key and a nonce of its own."""
        nonce = secrets.token_bytes(12)
        key = self.keyring.current
        header = _HEADER.pack(_VERSION, key.id, nonce, written, expires)
        return _native.seal_record(key.secret, nonce, stored_key + header, header, packed)

    def open(self, stored_key: bytes, value: bytes) -> Record:
        """What was sealed, or StoreDamaged."""
        header = read_header(value)
        key = self.keyring.find(header.key_id) if header else None
        if header is None or key is None:
            raise StoreDamaged("a stored record has no header we know")
        bound, sealed = stored_key + value[: _HEADER.size], value[_HEADER.size :]
        plain = _native.open_record(key.secret, header.nonce, bound, sealed)
        start = _start(plain or b"")
        if plain is None or start > len(plain):
            raise StoreDamaged("a stored record does not match its seal")
        return Record(
            table=stored_key.split(b"\0", 1)[0].decode(),
            name=plain[_NAME.size : start].decode(),
            payload=plain[start:],
            written=header.written / 1e6,
            expires=header.expires / 1e6,
            key_id=header.key_id,
        )


def _start(plain: bytes) -> int:
    """Where the payload starts, behind the name and its length."""
    return _NAME.size + int.from_bytes(plain[: _NAME.size])
