"""A run as rows of a table."""

from __future__ import annotations

from headwater.benchmarks.case import Measured
from headwater.benchmarks.report.figures import figure, ratio, times
from headwater.benchmarks.report.headlines import headlines
from headwater.benchmarks.suite import Results, Row

HEADERS = ("case", "ours", "beside", "ratio", "", "what, and beside what")


def cells(row: Row) -> tuple[str, ...]:
    """One row."""
    found = row.measured
    if found is None:
        return (row.name, "-", "-", "-", "failed", f"{row.about}; {row.failure}")
    worse = [f"{to}: {ratio(accepted)} was accepted" for to, accepted in row.worse.items()]
    about = "; ".join(filter(None, [row.about, *_others(found), found.note, *worse]))
    return (
        row.name,
        figure(found.ours, found.unit),
        f"{figure(found.floor, found.unit)} {found.floor_name}" if found.floor else "-",
        ratio(found.ratio),
        "worse" if row.worse else "ok",
        about,
    )


def summary(results: Results) -> list[str]:
    """What it comes to, and how long it took."""
    found = [
        f"{times(one.times)}x {one.words}: {one.figures}"
        + (f", goal {one.goal:g}x {'reached' if one.is_met else 'not reached'}" if one.goal else "")
        for one in headlines(results)
    ]
    return ["", *found, f"{len(results.rows)} cases in {results.seconds:.0f} s"]


def _others(found: Measured) -> list[str]:
    measured = [
        f"{name} {figure(value, found.unit)} ({ratio(found.times_better(value))})"
        for name, value in found.peers.items()
    ]
    return measured + [f"{name} left out: {reason}" for name, reason in found.left_out.items()]
