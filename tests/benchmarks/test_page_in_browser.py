"""The page of a run, as a browser shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from support import screens

from headwater.benchmarks.case import Chart, Measured, Plan, Series
from headwater.benchmarks.machine import here
from headwater.benchmarks.report.page import page
from headwater.benchmarks.suite import Results, Row

NAMES = ("headwater", "web-researcher-mcp", "mcp-server-fetch", "trafilatura", "rs-trafilatura")
CHARTS = (
    Chart(
        "throughput", "calls", "pages/s", (Series("ours", ((1, 10), (8, 60), (32, 200))),), log="x"
    ),
    Chart(
        "quality",
        "pages/s",
        "F1",
        tuple(Series(name, ((700 - place, 0.9),)) for place, name in enumerate(NAMES)),
        kind="scatter",
        log="x",
    ),
)
FOUND = Measured(
    0.002,
    0.001,
    "floor",
    peers={"web-researcher-mcp": 0.004, "mcp-server-fetch": 2.0},
    left_out={"rs-trafilatura": "cannot be installed: " + "no-wheel-for-this-python " * 8},
    charts=CHARTS,
    note="what it cost; " * 12,
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with screens.started() as browser:
        yield browser


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [Row(f"group{number}/case", "what " * 12, FOUND) for number in range(4)]
    rows += [
        Row("scrape/many/20KB", "pages", FOUND),
        Row("a/b", "", None, failure="AssertionError"),
    ]
    path = tmp_path / "run.html"
    path.write_text(page(Results(here(), Plan(peers=True), tuple(rows), peers={"peer": "1.0"})))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("width", screens.WIDTHS)
def test_it_fits_the_screen_draws_its_charts_and_asks_for_nothing(
    browser: Browser, file: Path, width: int
) -> None:
    with screens.opened(browser, file, width) as shown:
        boxes = widths(shown, "svg polyline, svg circle")
        bars = widths(shown, ".bar i")
        readable = shown.eval_on_selector_all(
            "svg text", "found => found.map(one => one.getBoundingClientRect().height)"
        )
    assert len(boxes) == 5 * (1 + 3 + len(NAMES))
    assert all(boxes)
    assert len(bars) == 5 * 3
    assert all(bars)
    assert min(readable) >= 9  # pixels


@pytest.mark.slow
def test_no_label_lies_on_another(browser: Browser, file: Path) -> None:
    overlap = """found => found.some((one, n) => found.slice(n + 1).some(other => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
    }))"""
    with screens.opened(browser, file, screens.WIDTHS[0]) as shown:
        charts = shown.query_selector_all("svg")
        assert len(charts) == 10
        assert not any(chart.eval_on_selector_all("text", overlap) for chart in charts)


def widths(shown: Page, selector: str) -> list[float]:
    found: list[float] = shown.eval_on_selector_all(
        selector, "found => found.map(one => one.getBoundingClientRect().width)"
    )
    return found
