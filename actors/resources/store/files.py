"""Folders and files that only their owner can read, whatever the umask, and locks on them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def make_folder(folder: Path) -> None:
    """The folder and what is missing above it, for its owner only. What is there is left alone."""
    if folder.is_dir():
        return
    if not folder.parent.is_dir():
        make_folder(folder.parent)
    folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    folder.chmod(FOLDER_MODE)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Make names in the folder survive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_file(path: Path, content: bytes) -> None:
    """Put the content under the name, all of it or none, so that it survives a power loss."""
    fresh = path.with_name(path.name + ".new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
    try:
        os.fchmod(descriptor, FILE_MODE)
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    fresh.replace(path)
    sync_folder(path.parent)


def protect(folder: Path) -> None:
    """Owner-only modes for a folder of ours and every file in it."""
    folder.chmod(FOLDER_MODE)
    for path in folder.iterdir():
        if path.is_file() and path.stat().st_mode & 0o777 != FILE_MODE:
            path.chmod(FILE_MODE)


@contextmanager
def opening(folder: Path) -> Iterator[None]:
    """One process at a time opens, checks or repairs what is in the folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class Use:
    """A lock that says that this process uses a folder, and knows whether it is the only one."""

    def __init__(self, folder: Path) -> None:
        path = folder / "use.lock"
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        os.fchmod(self._descriptor, FILE_MODE)

    def alone(self) -> bool:
        """Whether no other process uses the folder; true takes it for us alone until `share`."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def share(self) -> None:
        """Use it beside others."""
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def close(self) -> None:
        """Stop using it."""
        os.close(self._descriptor)
