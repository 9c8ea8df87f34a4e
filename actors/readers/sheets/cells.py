"""A sheet's cells as text, and the tables they form."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

Grid = list[list[str]]


def written(value: Any) -> str:
    """A value as a person would write it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
    return str(value).strip()


def spread(grid: Grid, ranges: Sequence[Sequence[Sequence[int]]], start: tuple[int, int]) -> None:
    """Repeat what a merged cell says, so that each row and column can be read alone."""
    for (top, left), (bottom, right) in ranges:
        row, column = top - start[0], left - start[1]
        if not (0 <= row < len(grid) and 0 <= column < len(grid[row])):
            continue
        for line in grid[row : bottom - start[0] + 1]:
            for place in range(column, min(right - start[1] + 1, len(line))):
                line[place] = line[place] or grid[row][column]


def tables(grid: Grid) -> list[Grid]:
    """What empty rows separate."""
    found: list[Grid] = []
    inside = False
    for row in grid:
        if any(row):
            if not inside:
                found.append([])
            found[-1].append(row)
        inside = any(row)
    return found


def columns(rows: Grid) -> int:
    """How many columns are used."""
    return sum(1 for place in range(max(map(len, rows), default=0)) if _used(rows, place))


def _used(rows: Grid, place: int) -> bool:
    return any(place < len(row) and row[place] for row in rows)
