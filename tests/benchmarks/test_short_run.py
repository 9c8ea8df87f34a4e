"""The short form of the benchmarks: right results, and no ratio far below the accepted one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from support.server import own_environment

from headwater.benchmarks.suite import Results

HEADWATER = str(Path(sys.executable).with_name("headwater"))
# Measured against something in the same process, so that other programs slow down both.
CASES = ("extract/speed", "extract/quality", "extract/growth", "kernel/pipe", "documents/quality")
# Several processes take part, whose shares of a busy machine are chance: no ratio is held to these.
OVER_PIPES = ("scrape/many/20KB", "search/held")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cases", "held"), [(CASES, True), (OVER_PIPES, False)], ids=["alone", "over pipes"]
)
def test_results_are_right_and_ratios_hold(cases: tuple[str, ...], *, held: bool) -> None:
    done = subprocess.run(
        [HEADWATER, "bench", *cases, "--quick", "--json"],
        env=own_environment(),
        capture_output=True,
        check=False,
    )
    results = msgspec.json.decode(done.stdout, type=Results)
    assert [row.failure for row in results.rows if row.measured is None] == []
    assert sorted(row.name for row in results.rows) == sorted(cases)
    if held:
        assert {row.name: row.worse for row in results.rows if row.worse} == {}
        assert done.returncode == 0
