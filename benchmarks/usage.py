"""What a process and its children use, as the system counts it."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """The process and everything below it."""
    found = [pid]
    for parent in found:
        for tasks in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in tasks.read_text().split()]
            except OSError:
                continue
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of the family so far, including children that have ended."""
    total = 0
    for one in family(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(int(value) for value in fields[11:15])
    return total / TICKS


def peak_megabytes(pid: int) -> float:
    """The most memory that each of the family ever held, added up."""
    return sum(_status(one, "VmHWM:") for one in family(pid)) / 1024


def own_kilobytes(pid: int) -> int:
    """Memory that the family holds now, without mapped files, which the system can take back."""
    return sum(_status(one, "RssAnon:") + _status(one, "RssShmem:") for one in family(pid))


def _status(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
