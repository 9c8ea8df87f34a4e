"""
What a reading process may use: so much memory, so much time, no file and no connection.

Limits are soft, so that the next task can have its own; the bytes of a document cannot raise
them, only code can.
"""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

MEGABYTE = 1024 * 1024
ROOM = 144 * MEGABYTE  # beside what the process had before; a book of 1,000 pages takes half
PER_BYTE = 4  # bytes of room that each byte of a document adds
SECONDS = 20  # of processor time
UNIT = 4096  # bytes of a page of memory, at least


@contextmanager
def confined(size: int) -> Iterator[None]:
    """While a document of `size` bytes is read. Beyond the time, the system ends the process."""
    limits = (
        (resource.RLIMIT_AS, _held() + ROOM + PER_BYTE * size),
        (resource.RLIMIT_CPU, int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2])) + SECONDS),
        (resource.RLIMIT_NOFILE, 0),
    )
    before = [resource.getrlimit(which) for which, _ in limits]
    for (which, most), (_, hard) in zip(limits, before, strict=True):
        resource.setrlimit(which, (most if hard < 0 else min(most, hard), hard))
    try:
        yield
    finally:
        for (which, _), known in zip(limits, before, strict=True):
            resource.setrlimit(which, known)


def _held() -> int:
    """Bytes of address space in use; where the system does not say, none are limited."""
    try:
        with open("/proc/self/statm") as file:  # noqa: PTH123 - the lightest way
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 1 << 40


def die_with_parent() -> None:
    """End when the parent does, however that ends. Elsewhere than on Linux, at the next read."""
    if sys.platform != "linux":
        return
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
