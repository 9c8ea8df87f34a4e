"""
Is a data file safe to hand to LMDB? If not, it is rebuilt from the records that can be read.

Only a process that is alone may look, so others' commits cannot be mistaken for damage. A large
file that was closed properly and not touched since is trusted: looking at 190 MB takes 0.1 s, and
more where records are small.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from headwater.actors.resources.store.files import FILE_MODE, make_folder, sync_folder, write_file
from headwater.actors.resources.store.salvage import fits, rescue

DATA = "data.mdb"
LOCK = "lock.mdb"
DAMAGED = "data.damaged"  # kept for whoever wants to look; `headwater store gc` removes it
STAMP = "closed"
SMALL = 16 * 1024 * 1024  # bytes; always looked at, 30 ms with records of 3 kB
READERS = 254  # reading transactions at once, of all processes
_LOCK_BYTES = 32_768  # more than LMDB needs for that many readers

Rebuild = Callable[[Path, Iterable[tuple[bytes, bytes]]], int]
"""Make a fresh environment in a folder from sound records; how many."""


def is_sound(folder: Path) -> bool:
    """Whether LMDB can be trusted with the data file. A missing one is as good as a sound one."""
    data = folder / DATA
    if not data.exists():
        return True
    if data.stat().st_size > SMALL and _stamp_fits(folder):
        return True
    from lmdb import verify

    if not fits(data):  # the verifier looks only at where a long value starts
        return False
    try:
        return not verify.verify(str(folder))  # type: ignore[no-untyped-call]  # has no hints
    except verify.VerifyError:
        return False


def repair(folder: Path, tree: bytes, rebuild: Rebuild) -> int:
    """Replace the data file by one made of what can be read from it; how many records."""
    fresh = folder / "rebuild"
    shutil.rmtree(fresh, ignore_errors=True)
    make_folder(fresh)
    kept = rebuild(fresh, rescue(folder / DATA, tree))
    (folder / DAMAGED).unlink(missing_ok=True)
    os.link(folder / DATA, folder / DAMAGED)
    (fresh / DATA).replace(folder / DATA)
    shutil.rmtree(fresh)
    sync_folder(folder)
    return kept


def reset_lock(folder: Path) -> None:
    """
    Write LMDB's lock file out in full.

    It is mapped, and LMDB only stretches it: on a full disk the first touch of a page that has no
    block would end the process. Here the same is an OSError. It also undoes damage to the file.
    """
    descriptor = os.open(folder / LOCK, os.O_WRONLY | os.O_CREAT, FILE_MODE)
    try:
        os.fchmod(descriptor, FILE_MODE)
        os.write(descriptor, bytes(_LOCK_BYTES))
        os.ftruncate(descriptor, _LOCK_BYTES)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def stamp(folder: Path) -> None:
    """Note that the data file was closed properly; for the last one who leaves."""
    write_file(folder / STAMP, _look(folder))


def _stamp_fits(folder: Path) -> bool:
    path = folder / STAMP
    return path.exists() and path.read_bytes() == _look(folder)


def _look(folder: Path) -> bytes:
    seen = (folder / DATA).stat()
    return f"{seen.st_ino} {seen.st_size} {seen.st_mtime_ns}\n".encode()
