"""The page of a run, as a browser shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support import screens

from headwater.benchmarks.case import Chart, Measured, Plan, Series
from headwater.benchmarks.machine import here
from headwater.benchmarks.report.page import page
from headwater.benchmarks.suite import Results, Row

CHARTS = (
    Chart(
        "throughput", "calls", "pages/s", (Series("ours", ((1, 10), (8, 60), (32, 200))),), log="x"
    ),
    Chart("quality", "pages/s", "F1", (Series("ours", ((700, 0.9),)),), kind="scatter"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with screens.started() as browser:
        yield browser


@pytest.mark.slow
@pytest.mark.parametrize("width", screens.WIDTHS)
def test_it_fits_the_screen_draws_its_charts_and_asks_for_nothing(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    rows = tuple(
        Row(f"group/case{number}", "what " * 12, found)
        for number, found in enumerate([Measured(0.002, 0.001, "floor", charts=CHARTS)] * 4)
    )
    file = tmp_path / "run.html"
    file.write_text(page(Results(here(), Plan(), rows)))
    with screens.opened(browser, file, width) as shown:
        boxes = shown.eval_on_selector_all(
            "svg polyline, svg circle",
            "found => found.map(one => one.getBoundingClientRect().width)",
        )
    assert len(boxes) == 4 * (1 + 3 + 1)
    assert all(boxes)
