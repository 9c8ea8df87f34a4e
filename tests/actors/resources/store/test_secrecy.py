from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.shelves import get, put, shelf, wait

from headwater.actors.messages.faults import StoreDamaged, StoreUnavailable
from headwater.actors.resources.store import codec, keys, records
from headwater.actors.resources.store.environment import RECORDS, Transaction
from headwater.actors.resources.store.store import Store
from headwater.kernel.environment import BadSetting

FIRST, SECOND = "11" * 32, "22" * 32


@pytest.fixture(params=[0o000, 0o077, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_only_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "some" / "home"
    at = shelf(home)
    put(at, "a", b"1")
    at.close()
    folders = [home.parent, home, home / "sessions"]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) == 6
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    at = shelf(tmp_path)
    put(at, "a", b"1")
    at.close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "sessions").stat().st_mode & 0o777 == 0o700


def test_neither_names_nor_contents_are_on_the_disk_in_clear(tmp_path: Path) -> None:
    marker = secrets.token_hex(16)
    at = shelf(tmp_path)
    put(at, f"https://example.org/?q={marker}", marker.encode())
    put(at, f"https://example.org/?q={marker}", marker.encode() * 5000)
    wait(at.submit_append, "t", marker, marker.encode())
    wait(at.submit_delete, "t", marker)
    at.close()
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or marker.encode() not in path.read_bytes()


def test_the_same_content_is_sealed_differently_each_time() -> None:
    sealer = codec.Codec(keys.Keyring((keys.derive(bytes(32)),)))
    packed = sealer.pack("name", b"payload")
    sealed = {sealer.seal(b"t\0key", packed, written=1, expires=2) for _ in range(50)}
    assert len(sealed) == 50


@pytest.mark.parametrize("place", range(60))
def test_a_record_with_any_byte_changed_does_not_open(place: int) -> None:
    sealer = codec.Codec(keys.Keyring((keys.derive(bytes(32)),)))
    sealed = bytearray(sealer.seal(b"t\0key", sealer.pack("n", b"payload"), written=1, expires=2))
    sealed[place % len(sealed)] ^= 1
    with pytest.raises(StoreDamaged):
        sealer.open(b"t\0key", bytes(sealed))


def test_a_record_that_was_moved_does_not_open(tmp_path: Path) -> None:
    at = shelf(tmp_path)
    put(at, "a", b"1")
    put(at, "b", b"2")
    opened = at.open()
    key = opened.keyring.current
    source, target = codec.record_key("t", "a", key), codec.record_key("t", "b", key)

    def move(transaction: Transaction) -> None:
        tree = opened.records.trees[RECORDS]
        value = transaction.get(source, db=tree)
        assert value is not None
        transaction.put(target, value, db=tree)

    opened.environment.write(move)
    with pytest.raises(StoreDamaged):
        at.get("t", "b")
    assert get(at, "a") == b"1"
    at.close()


@pytest.mark.parametrize("bad", ["11", "zz" * 32, "11" * 33, " " + "11" * 32])
def test_a_malformed_key_is_refused_and_nothing_is_written(tmp_path: Path, bad: str) -> None:
    at = shelf(tmp_path / "home", key=bad)
    with pytest.raises(StoreUnavailable, match=r"CACHE_ENCRYPTION_KEY: .* 64 hexadecimal"):
        put(at, "a", b"1")
    at.close()
    assert not (tmp_path / "home" / "sessions").exists()


async def test_a_wrong_key_refuses_to_start(tmp_path: Path) -> None:
    at = shelf(tmp_path, key=FIRST)
    put(at, "a", b"1")
    at.close()
    for other in (Store(str(tmp_path), key=SECOND), Store(str(tmp_path))):
        with pytest.raises(BadSetting, match="another key"):
            await other.prepare()
        other.close()
    again = shelf(tmp_path, key=FIRST)
    assert get(again, "a") == b"1"
    again.close()


@pytest.mark.slow
def test_records_move_to_the_new_key_so_that_the_old_one_can_be_dropped(tmp_path: Path) -> None:
    at = shelf(tmp_path)  # a key file
    for number in range(200):
        at.put("t", str(number), b"%d" % number, expires=5e9)
    wait(at.submit_append, "list", "steps", b"one")
    at.close()

    for key, previous in ((FIRST, ""), (SECOND, FIRST)):
        at = shelf(tmp_path, key=key, previous=previous)
        assert get(at, "7") == b"7"  # both keys are good while it is moved
        assert wait(at.submit_append, "list", "steps", b"more") > 1
        put(at, "8", b"8")
        while at.open().tidy():
            pass
        at.close()
        for name in keys.NAMES:
            (tmp_path / name).unlink(missing_ok=True)

    at = shelf(tmp_path, key=SECOND)
    assert [get(at, str(number)) for number in range(200)] == [b"%d" % n for n in range(200)]
    steps = at.get_all("list", "steps")
    assert [step.payload for step in steps if not isinstance(step, StoreDamaged)] == [
        b"one",
        b"more",
        b"more",
    ]
    found = at.get("t", "7")
    assert found is not None
    assert found.expires == 5e9
    at.close()


def test_the_clock_is_not_needed_to_know_that_nothing_expires() -> None:
    assert records.microseconds(0.0) == codec.NEVER
