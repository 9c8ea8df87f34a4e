from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

from headwater.benchmarks import baseline
from headwater.benchmarks.baseline import Baseline
from headwater.benchmarks.case import Chart, Measured, Plan, Series
from headwater.benchmarks.machine import here
from headwater.benchmarks.report import markdown
from headwater.benchmarks.report.figures import figure
from headwater.benchmarks.report.page import page
from headwater.benchmarks.suite import Results, Row

CURVE = Chart("by <size>", "KB", "ms", (Series("ours", ((1, 2), (10, 20))),), log="xy")
FLAT = Chart("nothing", "x", "y", (Series("ours", ((0, 0),)), Series("other", ())))


def row(found: Measured) -> Row:
    return Row("group/case", "what & why", found)


def test_a_ratio_above_one_is_better_whatever_the_unit() -> None:
    assert Measured(1.0, 2.0).ratio == 2
    assert Measured(200.0, 100.0, unit="pages/s", higher=True).ratio == 2
    assert Measured(1.0).ratio is None
    assert Measured(1.0, 2.0, "floor", peers={"peer": 8.0}).ratios == {"floor": 2, "peer": 8}


def test_the_page_needs_nothing_else_and_escapes_what_it_shows() -> None:
    found = Measured(0.002, 0.001, "floor", peers={"<b>peer</b>": 0.1}, charts=(CURVE, FLAT))
    text = page(Results(here(), Plan(), (row(found),)))
    assert "<b>peer" not in text
    assert "by &lt;size&gt;" in text
    assert "0.50x" in text
    assert not re.search(r"(src|href)=|<script|@import|url\(", text)
    HTMLParser().feed(text)


def test_the_documentation_shows_the_run_and_keeps_it(tmp_path: Path) -> None:
    memory = Chart("Memory over time", "s", "MB", (Series("headwater", ((1, 2), (2, 3))),))
    found = Measured(
        400.123456,
        100.0,
        "one at a time",
        unit="pages/s",
        higher=True,
        peers={"web-researcher-mcp": 200.0},
        left_out={"mcp-server-fetch": "took longer than 120 s"},
        charts=(memory,),
    )
    rows = (Row("scrape/many/20KB", "what", found), Row("new/one", "what", None, failure="broke"))
    results = Results(here(), Plan(), rows)
    markdown.write(results, tmp_path)
    text = (tmp_path / "benchmarks.md").read_text()
    assert "| **2.00x** | pages a second, 20 KB, 32 at once |" in text
    assert "3x, not reached" in text
    assert "mcp-server-fetch left out: took longer than 120 s" in text
    assert "broke" in text
    assert "](benchmarks/memory-over-time.svg)" in text
    kept = msgspec.json.decode((tmp_path / "benchmarks" / "run.json").read_bytes(), type=Results)
    assert kept.rows[0].measured is not None
    assert kept.rows[0].measured.ours == 400.1
    picture = ET.parse(tmp_path / "benchmarks" / "memory-over-time.svg")  # noqa: S314
    assert "headwater" in "".join(picture.getroot().itertext())
    assert "Memory over time" in (tmp_path / "benchmarks" / "run.html").read_text()


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (0.00234, "s", "2.34 ms"),
        (1234.5, "pages/s", "1,234 pages/s"),
        (None, "s", "-"),
        (0.9, "F1", "F1 0.900"),
    ],
)
def test_figures_are_short(value: float | None, unit: str, shown: str) -> None:
    assert figure(value, unit) == shown  # type: ignore[arg-type]


def test_a_ratio_may_only_fall_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline, "FILE", tmp_path / "baseline.json")
    kept = Baseline({"a / floor": 1.0, "b / floor": 1.0})
    kept.keep({"a": Measured(2, 1, "floor"), "b": Measured(0.5, 1, "floor")}, "", "today")
    assert kept.ratios == {"a / floor": 1.0, "b / floor": 2.0}
    kept.keep({"a": Measured(2, 1, "floor", peers={"peer": 4})}, "checks more", "today")
    assert Baseline.load().ratios == {"a / floor": 0.5, "a / peer": 2.0, "b / floor": 2.0}
    assert [one["reason"] for one in kept.accepted] == ["checks more"]
    assert kept.worse("b", Measured(1, 1, "floor"), margin=1.5) == {"floor": 2.0}
    assert kept.worse("b", Measured(0.6, 1, "floor"), margin=1.5) == {}
    assert kept.worse("new", Measured(9, 1, "floor"), margin=1.5) == {}
