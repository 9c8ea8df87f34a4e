"""One LMDB environment: opened safely, grown when full, shared with other processes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, TypeVar

import lmdb

from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.resources.store import check
from headwater.actors.resources.store.files import Use, make_folder, protect
from headwater.actors.resources.store.gate import Gate

Transaction: TypeAlias = "lmdb.Transaction[bytes]"
Result = TypeVar("Result")

RECORDS, EXPIRY, AGE = b"records", b"expiry", b"age"
TREES = (RECORDS, EXPIRY, AGE)
START = 64 * 1024 * 1024  # bytes of map; address space, not disk
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DAMAGE = (
    lmdb.InvalidError,
    lmdb.CorruptedError,
    lmdb.IncompatibleError,
    lmdb.PageNotFoundError,
    lmdb.VersionMismatchError,
)
_LITTLE = 1024 * 1024  # bytes left on a disk on which a failed write means that it is full


class MapLimit(Exception):
    """The map has grown as far as it may: something has to go first."""


class Environment:
    """Opens on construction. Reading is for any thread but the event loop's; writing for one."""

    def __init__(self, folder: Path, *, rebuild: check.Rebuild, limit: int | None = None) -> None:
        self._folder = folder
        self._limit = limit
        self._gate = Gate()
        self._own = 0
        self._others = 0
        self.repaired: int | None = None  # records that a rebuilt file was made of
        make_folder(folder)
        self._use = Use(folder)
        try:
            if self._use.alone():
                self._open_alone(rebuild)
                self._use.share()
            else:
                self._use.share()
                self._open()
        except BaseException:
            self._use.close()
            raise
        self._own = self._committed()  # what happened before us counts as known

    def read(self, work: Callable[[Transaction], Result]) -> Result:
        """Run work on a snapshot. It must copy what it needs; nothing of it outlives the call."""
        try:
            with self._gate.shared(), self._lmdb.begin() as transaction:
                return work(transaction)
        except lmdb.MapResizedError:
            self._adopt()
        except lmdb.ReadersFullError:
            self._lmdb.reader_check()
        with self._gate.shared(), self._lmdb.begin() as transaction:
            return work(transaction)

    def glimpse(self, work: Callable[[Transaction], bool]) -> bool:
        """The answer of a short look-up, or False where one would have to wait to make it."""
        if not self._gate.glance():
            return False
        try:
            with self._lmdb.begin() as transaction:
                return work(transaction)
        except lmdb.Error:
            return False
        finally:
            self._gate.leave()

    def write(self, work: Callable[[Transaction], Result]) -> Result:
        """Run work and commit it, synced. It may run more than once; only the last run counts."""
        while True:
            try:
                return self._write_once(work)
            except lmdb.MapResizedError:
                self._adopt()
            except lmdb.MapFullError:
                self._grow()
            except lmdb.PanicError:
                self._reopen()
                raise StoreUnavailable("the store had to be opened anew") from None
            except (lmdb.Error, OSError) as error:
                raise self._explain(error) from error

    def others(self) -> int:
        """How many commits other processes have made; costs 2 microseconds and never waits."""
        if self._gate.glance():
            try:
                self._others = self._committed() - self._own
            finally:
                self._gate.leave()
        return self._others

    def tree(self, name: bytes) -> lmdb._Database:
        """A named tree."""
        return self._trees[name]

    def pages(self, transaction: Transaction) -> int:
        """Bytes in use, without what is free inside the file."""
        total = 0
        for tree in self._trees.values():
            stat = transaction.stat(tree)
            used = stat["branch_pages"] + stat["leaf_pages"] + stat["overflow_pages"]
            total += used * stat["psize"]
        return total

    def close(self) -> None:
        """Leave; the last to leave notes that all is well."""
        with self._gate.whole():
            self._lmdb.close()
            if self._use.alone():
                with suppress(OSError):  # a note on a full disk is not worth an error
                    check.stamp(self._folder)
            self._use.close()

    def _write_once(self, work: Callable[[Transaction], Result]) -> Result:
        with self._gate.shared():
            with self._lmdb.begin(write=True) as transaction:
                number = transaction.id()
                result = work(transaction)
            if self._committed() >= number:  # one that changed nothing leaves no trace
                self._own += 1
            return result

    def _open_alone(self, rebuild: check.Rebuild) -> None:
        """Open what is sound, or what can be made of what is not."""
        check.reset_lock(self._folder)
        if check.is_sound(self._folder):
            with suppress(*_DAMAGE):
                self._open()
                return
        self.repaired = check.repair(self._folder, RECORDS, rebuild)
        check.reset_lock(self._folder)
        self._open()

    def _open(self) -> None:
        opened = open_lmdb(self._folder, START)
        try:
            self._trees = {name: opened.open_db(name) for name in TREES}
        except lmdb.Error:
            opened.close()
            raise
        opened.reader_check()
        self._lmdb = opened
        protect(self._folder)

    def _reopen(self) -> None:
        with self._gate.whole():
            self._lmdb.close()
            self._open()

    def _adopt(self) -> None:
        """Take over the size that another process gave the map."""
        with self._gate.whole():
            self._lmdb.set_mapsize(0)

    def _grow(self) -> None:
        with self._gate.whole():
            size = self._lmdb.info()["map_size"]
            wanted = size * 2 if self._limit is None else min(size * 2, self._limit)
            if wanted <= size:
                raise MapLimit
            self._lmdb.set_mapsize(wanted)

    def _committed(self) -> int:
        return self._lmdb.info()["last_txnid"]

    def _explain(self, error: lmdb.Error | OSError) -> StoreFull | StoreUnavailable:
        code = error.errno if isinstance(error, OSError) else getattr(error, "code", 0)
        return explain(code or 0, str(error), self._folder)


def open_lmdb(folder: Path, size: int) -> lmdb.Environment:
    """Durable at every commit: the flags that trade that for speed are never set."""
    return lmdb.open(
        str(folder),
        map_size=size,
        mode=0o600,
        max_dbs=len(TREES),
        max_readers=check.READERS,
        meminit=True,
        sync=True,
        metasync=True,
        map_async=False,
        writemap=False,
    )


def explain(code: int, message: str, folder: Path) -> StoreFull | StoreUnavailable:
    """What a failed write means. LMDB reports a write that was cut short as an I/O error."""
    if code in _FULL or (code == errno.EIO and _left(folder) < _LITTLE):
        return StoreFull("there is no room left on the disk of the store")
    return StoreUnavailable(f"the store cannot be written: {message}")


def _left(folder: Path) -> int:
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
