"""The seal against other makers' ciphers: stores that were written with those stay readable."""

from __future__ import annotations

import struct
import sys

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store import codec
from headwater.actors.resources.store.codec import Codec
from headwater.actors.resources.store.keys import Keyring, derive

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

KEY = derive(b"k" * 32)
CODEC = Codec(Keyring((KEY,)))
HEADER = struct.Struct(">B8s12sqq")
names = st.text(max_size=40)


def place(name: str) -> bytes:
    return codec.record_key("pages", name, KEY)


def sealed_elsewhere(name: str, payload: bytes, stored: bytes) -> bytes:
    header = HEADER.pack(1, KEY.id, b"n" * 12, 7, 9)
    plain = struct.pack(">H", len(name.encode())) + name.encode() + payload
    cipher = AESGCM(KEY.secret)
    return header + cipher.encrypt(b"n" * 12, zstd.compress(plain, 1), stored + header)


@given(names, st.binary(max_size=2_000))
def test_what_others_sealed_opens(name: str, payload: bytes) -> None:
    record = CODEC.open(place(name), sealed_elsewhere(name, payload, place(name)))
    assert (record.table, record.name, record.payload) == ("pages", name, payload)
    assert (record.written, record.expires) == (7e-6, 9e-6)


@given(names, st.binary(max_size=2_000))
def test_others_open_what_is_sealed_here(name: str, payload: bytes) -> None:
    value = CODEC.seal(place(name), CODEC.pack(name, payload), written=7, expires=9)
    header = value[: HEADER.size]
    nonce = HEADER.unpack(header)[2]
    packed = AESGCM(KEY.secret).decrypt(nonce, value[HEADER.size :], place(name) + header)
    plain = zstd.decompress(packed)
    assert plain == struct.pack(">H", len(name.encode())) + name.encode() + payload


def test_no_two_records_have_a_nonce_in_common() -> None:
    packed = CODEC.pack("a", b"same")
    values = [CODEC.seal(place("a"), packed, written=7, expires=9) for _ in range(50)]
    assert len({HEADER.unpack(value[: HEADER.size])[2] for value in values}) == 50


@given(st.data())
def test_a_changed_byte_a_cut_and_a_move_are_damage(data: st.DataObject) -> None:
    value = CODEC.seal(place("a"), CODEC.pack("a", b"payload"), written=7, expires=9)
    at = data.draw(st.integers(0, len(value) - 1))
    changed = value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
    for stored, damaged in (
        (place("a"), changed),
        (place("a"), value[:at]),
        (place("b"), value),
    ):
        with pytest.raises(StoreDamaged):
            CODEC.open(stored, damaged)


def test_a_sealed_record_without_room_for_its_name_is_damage() -> None:
    header = HEADER.pack(1, KEY.id, b"n" * 12, 7, 9)
    for plain in (b"", b"\0", b"\0\xffshort"):
        packed = AESGCM(KEY.secret).encrypt(b"n" * 12, zstd.compress(plain), place("a") + header)
        with pytest.raises(StoreDamaged):
            CODEC.open(place("a"), header + packed)
