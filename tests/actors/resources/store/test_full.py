from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.shelves import environment, get, put, shelf

from headwater.actors.messages.faults import StoreFull

LIBC = ctypes.CDLL(None, use_errno=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if sys.platform != "linux" or os.getuid() != 0:
        pytest.skip("a disk of our own needs root on Linux")
    if LIBC.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, b"size=4m,mode=0700"):
        pytest.skip("mounting is not allowed here")
    yield folder
    LIBC.umount2(bytes(folder), 2)


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for size in (65_536, 512, 1):
            try:
                while file.write(bytes(size)):
                    pass
            except OSError:
                continue


def test_a_full_disk_refuses_and_loses_nothing_and_works_again(small_disk: Path) -> None:
    at = shelf(small_disk / "home")
    put(at, "first", b"1")
    fill(small_disk / "filler")
    refused, kept = 0, []
    for number in range(30):
        try:
            put(at, str(number), os.urandom(20_000))
            kept.append(number)
        except StoreFull:
            refused += 1
    assert refused > 20
    assert get(at, "first") == b"1"
    (small_disk / "filler").unlink()
    put(at, "after", b"2")
    at.close()
    again = shelf(small_disk / "home")
    assert [get(again, name) for name in ("first", "after")] == [b"1", b"2"]
    assert all(get(again, str(number)) for number in kept)
    again.close()


def test_a_store_first_opened_on_a_full_disk_is_refused_and_does_not_crash(
    small_disk: Path,
) -> None:
    fill(small_disk / "filler")
    at = shelf(small_disk / "home")
    with pytest.raises(StoreFull):
        put(at, "a", b"1")
    at.close()


def test_a_put_that_could_not_be_written_makes_the_next_one_fail(small_disk: Path) -> None:
    at = shelf(small_disk / "home", "artifacts", cap=1 << 30)
    put(at, "first", b"1")
    fill(small_disk / "filler")
    for number in range(20):
        with suppress(StoreFull):
            at.put("t", str(number), os.urandom(20_000))
            put(at, "after", b"")  # waits until the one before is settled
    with pytest.raises(StoreFull):
        at.put("t", "one more", os.urandom(20_000))
    assert get(at, "first") == b"1"
    at.close()


LIMITED = """
import os, resource, sys
from pathlib import Path
from support.shelves import get, put, shelf
from headwater.actors.messages.faults import StoreFull, StoreUnavailable
home = Path(sys.argv[1])
at = shelf(home)
put(at, "first", b"1")
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
kept, refused = [], 0
for number in range(30):
    try:
        put(at, str(number), os.urandom(20_000))
        kept.append(number)
    except (StoreFull, StoreUnavailable):  # LMDB does not say why a write was cut short
        refused += 1
assert refused, kept
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
put(at, "after", b"2")
at.close()
at = shelf(home)
assert get(at, "first") == b"1" and get(at, "after") == b"2"
assert all(get(at, str(number)) for number in kept)
at.close()
"""


@pytest.mark.slow
def test_a_file_that_may_not_grow_refuses_and_loses_nothing(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", LIMITED, str(tmp_path)]
    done = subprocess.run(arguments, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
