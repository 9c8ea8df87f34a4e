from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from headwater.benchmarks import baseline
from headwater.benchmarks.baseline import Baseline
from headwater.benchmarks.case import Chart, Measured, Plan, Series
from headwater.benchmarks.machine import here
from headwater.benchmarks.report.figures import figure
from headwater.benchmarks.report.page import page
from headwater.benchmarks.suite import Results, Row

CURVE = Chart("by <size>", "KB", "ms", (Series("ours", ((1, 2), (10, 20))),), log="xy")
FLAT = Chart("nothing", "x", "y", (Series("ours", ((0, 0),)), Series("other", ())))


def row(found: Measured) -> Row:
    return Row("group/case", "what & why", found, found.ratio, 1.0, worse=False)


def test_a_ratio_below_one_is_better_whatever_the_unit() -> None:
    assert Measured(1.0, 2.0).ratio == 0.5
    assert Measured(200.0, 100.0, unit="pages/s", higher=True).ratio == 0.5
    assert Measured(1.0).ratio is None


def test_the_page_needs_nothing_else_and_escapes_what_it_shows() -> None:
    found = Measured(0.002, 0.001, "floor", peers={"<b>peer</b>": 0.1}, charts=(CURVE, FLAT))
    text = page(Results(here(), Plan(), (row(found),)))
    assert "<b>peer" not in text
    assert "by &lt;size&gt;" in text
    assert "2.00x" in text
    assert not re.search(r"(src|href)=|<script|@import|url\(", text)
    HTMLParser().feed(text)


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (0.00234, "s", "2.34 ms"),
        (1234.5, "pages/s", "1,234 pages/s"),
        (None, "s", "-"),
        (0.9, "", "0.9"),
    ],
)
def test_figures_are_short(value: float | None, unit: str, shown: str) -> None:
    assert figure(value, unit) == shown  # type: ignore[arg-type]


def test_a_ratio_may_only_rise_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline, "FILE", tmp_path / "baseline.json")
    kept = Baseline({"a": 1.0, "b": 1.0})
    kept.keep({"a": Measured(2, 1), "b": Measured(0.5, 1)}, "", "today")
    assert kept.ratios == {"a": 1.0, "b": 0.5}
    kept.keep({"a": Measured(2, 1)}, "checks more", "today")
    assert Baseline.load().ratios == {"a": 2.0, "b": 0.5}
    assert kept.accepted[0]["reason"] == "checks more"
    assert kept.is_worse("b", Measured(1, 1), margin=1.5)
    assert not kept.is_worse("new", Measured(9, 1), margin=1.5)
