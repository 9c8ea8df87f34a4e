from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shelves import get, put, shelf

from headwater.actors.messages.faults import StoreDamaged
from headwater.actors.resources.store import salvage
from headwater.actors.resources.store.check import DAMAGED, DATA, LOCK, is_sound
from headwater.actors.resources.store.environment import RECORDS
from headwater.actors.resources.store.keys import NAMES
from headwater.kernel.environment import BadSetting


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with forty records, some of which need pages of their own."""
    home = tmp_path_factory.mktemp("filled")
    at = shelf(home)
    for number in range(40):
        put(at, str(number), contents(number))
    at.close()
    return home


def contents(number: int) -> bytes:
    noise = random.Random(number)  # noqa: S311 - repeatable chance
    return b"%d " % number + noise.randbytes(50 if number % 4 else 9000)


def damage(content: bytearray, kind: str, chance: random.Random) -> bytearray:
    if kind == "flip":
        for _ in range(8):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    elif kind == "truncate":
        del content[chance.randrange(len(content)) :]
    elif kind == "zero":
        place = chance.randrange(len(content)) // 4096 * 4096
        content[place : place + 4096] = bytes(len(content[place : place + 4096]))
    elif kind == "noise":
        place = chance.randrange(len(content)) // 4096 * 4096
        length = len(content[place : place + 4096])
        content[place : place + 4096] = chance.randbytes(length)
    elif kind == "append":
        content += chance.randbytes(100)
    else:
        content.clear()
    return content


KINDS = ["flip", "truncate", "zero", "noise", "append", "empty"]
FILES = [f"sessions/{DATA}", f"sessions/{LOCK}", "sessions/closed", *NAMES]


def read_all(home: Path) -> tuple[int, int]:
    """How many records are right and how many are refused; a wrong one is an error."""
    at = shelf(home)
    right = refused = 0
    try:
        for number in range(40):
            try:
                found = get(at, str(number))
            except StoreDamaged:
                refused += 1
                continue
            assert found in (None, contents(number))
            right += found is not None
        put(at, "new", b"works")
        assert get(at, "new") == b"works"
    finally:
        at.close()
    return right, refused


@pytest.mark.slow
@settings(max_examples=80)
@given(kind=st.sampled_from(KINDS), file=st.sampled_from(FILES), seed=st.integers(0, 2**32))
def test_damage_anywhere_never_gives_wrong_content_and_never_stops_the_store(
    filled: Path, tmp_path_factory: pytest.TempPathFactory, kind: str, file: str, seed: int
) -> None:
    home = tmp_path_factory.mktemp("damaged") / "home"
    shutil.copytree(filled, home)
    path = home / file
    path.write_bytes(damage(bytearray(path.read_bytes()), kind, random.Random(seed)))  # noqa: S311 - repeatable chance
    right, _ = read_all(home)
    if file != f"sessions/{DATA}" or kind == "append":
        assert right == 40
    elif kind == "flip":
        assert right >= 20
    shutil.rmtree(home)


@pytest.mark.slow
@pytest.mark.parametrize("page", [0, 4096])
def test_no_bit_of_the_pages_that_describe_the_file_can_stop_the_store(
    filled: Path, tmp_path: Path, page: int
) -> None:
    chance = random.Random(page)  # noqa: S311 - repeatable chance
    for place in range(0, 152, 4):
        home = tmp_path / str(place)
        shutil.copytree(filled, home)
        path = home / "sessions" / DATA
        content = bytearray(path.read_bytes())
        content[page + place + chance.randrange(2)] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        assert read_all(home)[0] >= 39
        shutil.rmtree(home)


def test_a_changed_byte_in_a_record_spoils_that_record_only(filled: Path, tmp_path: Path) -> None:
    shutil.copytree(filled, tmp_path / "home")
    path = tmp_path / "home" / "sessions" / DATA
    content = bytearray(path.read_bytes())
    _, value = next(item for item in salvage.rescue(path, RECORDS) if len(item[1]) > 8000)
    content[content.index(value) + 5000] ^= 1
    path.write_bytes(content)
    assert is_sound(path.parent)
    assert read_all(tmp_path / "home") == (39, 1)


def test_a_damaged_page_is_rebuilt_around_and_the_old_file_is_kept(
    filled: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    shutil.copytree(filled, home)
    path = home / "sessions" / DATA
    content = bytearray(path.read_bytes())
    content[:4096] = bytes(4096)  # one of the two pages that say where everything is
    path.write_bytes(content)
    right, refused = read_all(home)
    assert right >= 39
    assert refused == 0
    assert (home / "sessions" / DAMAGED).stat().st_mode & 0o777 == 0o600
    assert is_sound(home / "sessions")


def test_without_any_sound_copy_of_the_key_the_store_refuses(filled: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(filled, home)
    for name in NAMES:
        (home / name).write_bytes(b"")
    at = shelf(home)
    with pytest.raises(Exception, match="damaged: put back") as caught:
        at.get("t", "1")
    assert not isinstance(caught.value, BadSetting)
    at.close()
