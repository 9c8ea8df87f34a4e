"""A run as rows of a table."""

from __future__ import annotations

from headwater.benchmarks.report.figures import figure, ratio
from headwater.benchmarks.suite import Row

HEADERS = ("case", "ours", "beside", "ratio", "accepted", "", "what, and beside what")


def cells(row: Row) -> tuple[str, ...]:
    """One row."""
    found = row.measured
    others = [f"{name} {figure(value, found.unit)}" for name, value in found.peers.items()]
    about = "; ".join(filter(None, [row.about, found.floor_name, *others, found.note]))
    return (
        row.name,
        figure(found.ours, found.unit),
        figure(found.floor, found.unit),
        ratio(row.ratio),
        ratio(row.baseline),
        "worse" if row.worse else "ok",
        about,
    )
