"""What was measured, and on what."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from msgspec import Struct

from headwater import __version__

PACKAGES = ("trio", "msgspec", "lmdb", "pymupdf", "lxml")


class Machine(Struct, frozen=True):
    """The conditions of a run."""

    date: str
    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    headwater: str
    packages: dict[str, str]


def here() -> Machine:
    """The machine we are on, now."""
    return Machine(
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
        memory_gb=round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        system=f"{platform.system()} {platform.release().split('-')[0]}",
        python=platform.python_version(),
        headwater=__version__,
        packages={name: metadata.version(name) for name in PACKAGES},
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
