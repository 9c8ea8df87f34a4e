"""Where records of calls go: a file of the operator's, or standard error."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_STDERR = 2
_ATOMIC = 4096  # bytes that a pipe takes whole once it says that it takes any


class AuditLog:
    """
    Appends lines, each with one write.

    A reader of standard error that has stopped reading must not stop the server: lines that
    would wait are dropped, and their number is told with the next one.
    """

    def __init__(self, path: str = "") -> None:
        self._descriptor = _open(path) if path else _STDERR
        self._is_file = bool(path)
        self._dropped = 0
        self._room = select.poll()
        self._room.register(self._descriptor, select.POLLOUT)

    def write(self, line: bytes) -> None:
        """One line; a full disk costs the line, not the call."""
        if self._dropped:
            line = b'{"event":"audit_gap","dropped":%d}\n' % self._dropped + line
        if not self._is_file and not self._has_room(len(line)):
            self._dropped += 1
            return
        try:
            os.write(self._descriptor, line)
        except OSError:
            self._dropped += 1
        else:
            self._dropped = 0

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._is_file:
            os.close(self._descriptor)

    def _has_room(self, length: int) -> bool:
        if length > _ATOMIC:
            return False
        return any(state & select.POLLOUT for _, state in self._room.poll(0))


@contextmanager
def recording(path: str, *, enabled: bool) -> Iterator[Callable[[bytes], None] | None]:
    """What takes lines, for as long as it is needed."""
    if not enabled:
        yield None
        return
    log = AuditLog(path)
    try:
        yield log.write
    finally:
        log.close()


def _open(path: str) -> int:
    """For its owner only, whatever the umask."""
    Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor
