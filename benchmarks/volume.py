"""Runs of `headwater bulk`, watched from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from headwater.benchmarks import usage
from headwater.benchmarks.client import LOOPBACK

HEADWATER = str(Path(sys.executable).with_name("headwater"))
LOOK = 0.02  # seconds between looks
LONGEST = 120.0  # seconds of one run
TOUGH = {"CIRCUIT_FAILURE_THRESHOLD": "100000"}  # pages that fail belong to the measurement
FLAGS = ("--per-host", "64", "--timeout", "5", "--retries", "1")


class Look(Struct, frozen=True):
    """A run at one moment."""

    seconds: float
    written: int  # bytes
    megabytes: float


class Ran(Struct, frozen=True):
    """How a run went."""

    seconds: float
    processor: float  # seconds
    looks: tuple[Look, ...]

    def thinned(self, count: int) -> list[tuple[float, float]]:
        """Shares of what was written, with the memory held at the time."""
        whole, looks = self._writing()
        step = max(len(looks) // count, 1)
        return [(look.written / whole, look.megabytes) for look in looks[::step]]

    def pace(self, count: int) -> list[tuple[float, float]]:
        """Equal shares of what was written, with the second at which they were."""
        whole, looks = self._writing()
        found = []
        for part in range(count + 1):
            look = next(one for one in looks if one.written >= whole * part / count)
            found.append((look.written / whole, look.seconds))
        return found

    def _writing(self) -> tuple[int, list[Look]]:
        """The bytes of all lines, and the looks since the first of them."""
        return self.looks[-1].written, [look for look in self.looks if look.written]


class Volume:
    """Addresses, and the output that holds a line for each in the end."""

    def __init__(self, folder: Path, urls: list[str], cores: set[int]) -> None:
        folder.mkdir()
        self._folder = folder
        self._urls = urls
        self._cores = cores
        self._output = folder / "pages.jsonl"
        self._counted = 0  # bytes of it
        self._ends = 0  # lines in them
        (folder / "urls.txt").write_text("\n".join(urls))

    def read(self, errors: int = 0) -> Ran:
        """To the end; every address must have its line, once, and so many of them an error."""
        begun = time.perf_counter()
        looks = []
        processor = 0.0
        with self._started() as child:
            while child.poll() is None:
                assert time.perf_counter() < begun + LONGEST, f"longer than {LONGEST:.0f} s"
                looks.append(Look(time.perf_counter() - begun, *self._look(child)))
                processor = max(processor, usage.cpu_seconds(child.pid))
                time.sleep(LOOK)
        spent = time.perf_counter() - begun
        assert child.returncode == 0, f"bulk ended with {child.returncode}"
        self._check(errors)
        looks.append(Look(spent, self._written(), looks[-1].megabytes))
        return Ran(spent, processor, tuple(looks))

    def kill_at(self, share: float) -> None:
        """A run that is killed when about this share of the addresses is done."""
        done = self._lines() / len(self._urls)
        with self._started() as child:
            begun = time.perf_counter()
            while child.poll() is None and done < share:
                assert time.perf_counter() < begun + LONGEST, f"longer than {LONGEST:.0f} s"
                time.sleep(LOOK)
                done = self._lines() / len(self._urls)
            assert child.poll() is None, "ended before it could be killed"
            child.kill()

    def _check(self, errors: int) -> None:
        lines = [json.loads(line) for line in self._output.read_text().splitlines()]
        assert sorted(line["url"] for line in lines) == sorted(self._urls), "not each once"
        assert sum("error" in line for line in lines) == errors, "other errors than expected"

    @contextmanager
    def _started(self) -> Iterator[subprocess.Popen[bytes]]:
        command = [HEADWATER, "bulk", str(self._folder / "urls.txt"), "-o", str(self._output)]
        with subprocess.Popen(
            [*command, *FLAGS],
            env={**os.environ, **LOOPBACK, **TOUGH, "HEADWATER_HOME": str(self._folder)},
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(os.sched_setaffinity, 0, self._cores),  # noqa: PLW1509 - one thread
        ) as child:
            try:
                yield child
            finally:
                if child.poll() is None:
                    child.kill()

    def _look(self, child: subprocess.Popen[bytes]) -> tuple[int, float]:
        return self._written(), usage.own_kilobytes(child.pid) / 1024

    def _written(self) -> int:
        return self._output.stat().st_size if self._output.exists() else 0

    def _lines(self) -> int:
        """Whole lines so far; only what is new is read, as the file grows large."""
        if self._output.exists():
            self._counted = min(self._counted, self._written())  # a torn line was cut off
            with self._output.open("rb") as file:
                file.seek(self._counted)
                data = file.read()
            self._counted += len(data)
            self._ends += data.count(b"\n")
        return self._ends
