"""The output file: also the record of what is done, so that a run can go on after any end."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from headwater.actors.bulk.duplicates import Duplicates
from headwater.actors.bulk.item import Seen


class Busy(Exception):
    """Another run writes to the file."""


class NotOurs(Exception):
    """The file holds something that no run of ours wrote."""


class Journal:
    """
    Appends a line in one write. What a killed run leaves is whole lines and at most one torn one.

    Addresses that are done are remembered by 16 bytes of their hash, whatever their length.
    """

    def __init__(self, path: Path | None, output: int = 1) -> None:
        self._path = path
        self._descriptor = output
        self._done: set[bytes] = set()
        self.duplicates = Duplicates()

    def __enter__(self) -> Self:
        if self._path is not None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                _lock(self._descriptor)
                self._recover()
            except BaseException:
                os.close(self._descriptor)
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._path is not None:
            os.fsync(self._descriptor)
            os.close(self._descriptor)

    @property
    def count(self) -> int:
        """How many addresses are done or claimed."""
        return len(self._done)

    def claim(self, url: str) -> bool:
        """Whether the address is new; from now on it is not."""
        key = _key(url)
        if key in self._done:
            return False
        self._done.add(key)
        return True

    def write(self, data: bytes) -> int:
        """Write a line down; how many bytes it took."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        return len(data)

    def _recover(self) -> None:
        """Learn what is done, and cut off a line that was torn."""
        whole = 0
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            file.seek(0)
            for line, end in _whole_lines(file):
                self._learn(line)
                whole = end
        os.ftruncate(self._descriptor, whole)

    def _learn(self, line: bytes) -> None:
        try:
            seen = _SEEN.decode(line)
        except (msgspec.DecodeError, UnicodeError) as problem:
            raise NotOurs(str(problem)) from None
        self._done.add(_key(seen.url))
        if not seen.error and not seen.duplicate_of and not seen.near_duplicate_of:
            self.duplicates.learn(seen.url, seen.digest, seen.simhash)


def forget_failures(path: Path) -> int:
    """Take the failed addresses out of an output, so that a run tries them again; how many."""
    if not path.exists():
        return 0
    forgotten = 0
    spare = path.with_name(path.name + ".tmp")
    with path.open("rb") as old, spare.open("wb") as new:
        _lock(old.fileno())
        for line, _ in _whole_lines(old):
            if _SEEN.decode(line).error is None:
                new.write(line)
            else:
                forgotten += 1
        new.flush()
        os.fsync(new.fileno())
        spare.replace(path)
    return forgotten


_SEEN = msgspec.json.Decoder(Seen)


def _lock(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Busy from None


def _key(url: str) -> bytes:
    return hashlib.blake2b(url.encode(errors="surrogatepass"), digest_size=16).digest()


def _whole_lines(file: Iterator[bytes]) -> Iterator[tuple[bytes, int]]:
    """Each line that has its end, and where it ends."""
    end = 0
    for line in file:
        end += len(line)
        if line.endswith(b"\n"):
            yield line, end
