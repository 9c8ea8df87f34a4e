"""Every figure of a run, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from headwater.benchmarks.case import Measured
from headwater.benchmarks.report.figures import figure, ratio
from headwater.benchmarks.suite import Row

HEADS = ("case", "ours", "beside", "ratio", "others, and how many times better we are")


def table(rows: list[Row]) -> Iterator[str]:
    """One table; it scrolls by itself where the screen is narrow."""
    yield "<div class=scroll><table><thead><tr>"
    for number, head in enumerate(HEADS):
        yield f"<th{' class=number' if number in {1, 3} else ''}>{head}</th>"
    yield "</tr></thead><tbody>"
    yield from map(_row, rows)
    yield "</tbody></table></div>"


def _row(row: Row) -> str:
    name = f"<td><code>{escape(row.name)}</code><small>{escape(row.about)}</small></td>"
    found = row.measured
    if found is None:
        return f"<tr>{name}<td colspan=4 class=worse>{escape(row.failure)}</td></tr>"
    beside = f"{figure(found.floor, found.unit)} {found.floor_name}" if found.floor else "-"
    kind = "worse" if row.worse else "better" if (found.ratio or 0) > 1 else ""
    return (
        f"<tr>{name}<td class=number>{escape(figure(found.ours, found.unit))}</td>"
        f"<td>{escape(beside)}</td><td class='number {kind}'>{ratio(found.ratio)}</td>"
        f"<td>{''.join(_others(found))}</td></tr>"
    )


def _others(found: Measured) -> Iterator[str]:
    for name, value in found.peers.items():
        shown = f"{name} {figure(value, found.unit)}, {ratio(found.times_better(value))}"
        yield f"<div>{escape(shown)}</div>"
    for name, reason in found.left_out.items():
        yield f"<div class=soft>{escape(name)} left out: {escape(reason)}</div>"
    for part in filter(None, found.note.split("; ")):
        yield f"<small>{escape(part)}</small>"
