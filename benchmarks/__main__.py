"""`python -m headwater.benchmarks` is `headwater bench`."""

from __future__ import annotations

import sys

from headwater.actors.doors.cli import run

if __name__ == "__main__":
    sys.exit(run(["bench", *sys.argv[1:]]))
