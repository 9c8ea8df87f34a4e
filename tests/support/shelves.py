"""Shelves for store tests, and a program that writes to one until it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from headwater.actors.resources.store.place import Place
from headwater.actors.resources.store.shelf import Shelf
from headwater.kernel.faults import Fault

ROOT = Path(__file__).parents[2]


def shelf(
    home: Path,
    name: str = "sessions",
    *,
    key: str = "",
    previous: str = "",
    cap: int | None = None,
    clock: Callable[[], float] = time.time,
) -> Shelf:
    """A shelf without the event loop around it."""
    return Shelf(Place(home, name, key=key, previous=previous, cap=cap, clock=clock))


def wait(submit: Callable[..., None], *args: Any, **options: Any) -> Any:
    """What became of a write."""
    settled = threading.Event()
    outcome: list[Any] = []

    def done(result: Any, fault: Fault | None) -> None:
        outcome[:] = [result, fault]
        settled.set()

    submit(*args, done=done, **options)
    assert settled.wait(60)
    if outcome[1] is not None:
        raise outcome[1]
    return outcome[0]


def put(at: Shelf, name: str, payload: bytes, *, table: str = "t", expires: float = 0.0) -> None:
    """Write and wait until it is safe."""
    wait(at.submit_put, table, name, payload, expires=expires)


def get(at: Shelf, name: str, table: str = "t") -> bytes | None:
    """The payload."""
    record = at.get(table, name)
    return None if record is None else record.payload


def command(home: Path, who: str) -> list[str]:
    """Run `main` below in another process."""
    return [sys.executable, __file__, str(home), who]


def run(script: str, home: Path) -> str:
    """What another process prints that runs the lines with a shelf called `at`."""
    start = "import os, sys\nfrom pathlib import Path\nfrom support.shelves import *\n"
    lines = f"{start}at = shelf(Path(sys.argv[1]))\n{script}\nat.close()\n"
    arguments = [sys.executable, "-c", lines, str(home)]
    done = subprocess.run(arguments, env=environment(), capture_output=True, check=True, text=True)
    return done.stdout


def environment() -> dict[str, str]:
    """What that process needs to find us."""
    path = os.pathsep.join([str(ROOT / "native/python"), str(ROOT / "tests")])
    return {**os.environ, "PYTHONPATH": path}


def main(home: str, who: str) -> None:
    """Append numbers and say each one that is safe, until killed or told to stop."""
    at = shelf(Path(home))
    number = 0
    while not (Path(home) / "stop").exists():
        number += 1
        wait(at.submit_append, "t", who, b"%d" % number + b"." * (number % 7) * 900)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
    at.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
