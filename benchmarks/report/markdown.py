"""A run as a page of the documentation, with its charts as pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from headwater.benchmarks.case import Chart, Measured
from headwater.benchmarks.report.figures import figure, ratio, times
from headwater.benchmarks.report.groups import group_of, grouped
from headwater.benchmarks.report.headlines import headlines
from headwater.benchmarks.report.page import better, colours_of, page
from headwater.benchmarks.report.picture import picture
from headwater.benchmarks.suite import Results, Row

SHOWN = ("Throughput, ", "Quality against", "Bulk, ", "Memory over")  # charts on the page itself
DIGITS = 4  # of a figure that is kept


def write(results: Results, folder: Path) -> None:
    """`benchmarks.md`, and beside it a folder with the charts, the whole page and the figures."""
    for old in (folder / "benchmarks").glob("*.svg"):
        old.unlink()
    for name, content in files(rounded(results)).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


def files(results: Results) -> dict[str, str]:
    """What is written, by its name."""
    colours = colours_of(results)
    charts = {f"benchmarks/{_slug(one)}.svg": picture(one, colours) for one in _shown(results)}
    return {
        "benchmarks.md": text(results),
        "benchmarks/run.html": page(results),
        "benchmarks/run.json": msgspec.json.encode(results).decode() + "\n",
        **charts,
    }


def rounded(results: Results) -> Results:
    """With no more digits than mean something."""
    return msgspec.convert(_round(msgspec.to_builtins(results)), Results)


def _round(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {key: _round(one) for key, one in value.items()}
    return [_round(one) for one in value] if isinstance(value, list | tuple) else value


def text(results: Results) -> str:
    """The page."""
    return "\n".join([*_head(results), *_summary(results), *_charts(results), *_tables(results)])


def _head(results: Results) -> Iterator[str]:
    here = results.machine
    length = "short" if results.plan.quick else "full"
    yield "# The last accepted run"
    yield ""
    where = f"{here.processor}, {here.cores} cores, {here.memory_gb:g} GB, {here.system}"
    yield (
        f"{here.date}, on {where}, Python {here.python};"
        f" a {length} run of {results.seconds / 60:.1f} minutes."
    )
    yield (
        "This page is generated; [how to measure](../how-to/measure.md) says how it is renewed, and"
        " [the whole run with all charts](benchmarks/run.html) opens in a browser."
    )
    yield "A ratio says how many times better we are than what stands beside us in the same run."
    yield ""


def _summary(results: Results) -> Iterator[str]:
    yield "| times better | at | figures | goal |"
    yield "| ---: | --- | --- | --- |"
    for one in headlines(results):
        goal = f"{one.goal:g}x, {'reached' if one.is_met else 'not reached'}" if one.goal else ""
        yield f"| **{times(one.times)}x** | {one.words} | {one.figures} | {goal} |"
    yield ""


def _shown(results: Results) -> list[Chart]:
    return [
        one
        for rows in grouped(results.rows).values()
        for row in rows
        if row.measured is not None
        for one in row.measured.charts
        if one.title.startswith(SHOWN)
    ]


def _charts(results: Results) -> Iterator[str]:
    for one in _shown(results):
        yield f"![{one.title} ({better(one)})](benchmarks/{_slug(one)}.svg)"
    yield ""


def _slug(given: Chart) -> str:
    return re.sub(r"[^a-z0-9]+", "-", given.title.lower()).strip("-")


def _tables(results: Results) -> Iterator[str]:
    for name, rows in grouped(results.rows).items():
        group = group_of(name)
        yield f"## {group.title}"
        yield ""
        yield from filter(None, [group.about, ""])
        yield ""
        yield "| case | what | ours | beside | ratio | others |"
        yield "| --- | --- | ---: | ---: | ---: | --- |"
        yield from map(_row, rows)
        yield ""
    yield from _versions(results)


def _row(row: Row) -> str:
    found = row.measured
    if found is None:
        return f"| `{row.name}` | {row.about} | failed | | | {_cell(row.failure)} |"
    beside = f"{figure(found.floor, found.unit)} {found.floor_name}" if found.floor else ""
    shown = f"| {figure(found.ours, found.unit)} | {beside} | {ratio(found.ratio)}"
    return f"| `{row.name}` | {row.about} {shown} | {_cell('; '.join(_others(found)))} |"


def _others(found: Measured) -> Iterator[str]:
    for name, value in found.peers.items():
        yield f"{name} {figure(value, found.unit)} ({ratio(found.times_better(value))})"
    for name, reason in found.left_out.items():
        yield f"{name} left out: {reason}"
    yield from filter(None, [found.note])


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def _versions(results: Results) -> Iterator[str]:
    named = {"headwater": results.machine.headwater, **results.machine.packages, **results.peers}
    yield "Versions: " + ", ".join(f"{name} {version}" for name, version in named.items()) + "."
    yield ""
