"""Tables without lines: short texts that stand in columns over several rows."""

from __future__ import annotations

import re

from headwater.actors.readers.pdf.grids import cell_text
from headwater.actors.readers.pdf.shapes import Line, Sheet, Table, rows_of

_LEAST_ROWS = 3
_LONG = 32  # letters of a usual cell, at most; columns of prose have more
_APART = 3.2  # line heights between rows of one table, at most
_WORDS = 3.5  # of a line of prose, at least
_FILLED = 0.4  # share of cells that hold text, at least
_MARK = re.compile(
    r"(?:[\u2022\u25aa\u25cf\u25e6\u2023\u00b7*\u2013\u2014-]|\(?[0-9a-zA-Z]{1,3}[.)])\s*"
)


def loose_tables(sheet: Sheet) -> list[Table]:
    """The tables of a page; their lines leave the sheet."""
    found: list[Table] = []
    for run in _runs(rows_of(sheet.lines)):
        table = _table(run, sheet.number)
        if table is not None:
            found.append(table)
            taken = {id(line) for row in run for line in row}
            sheet.lines = [line for line in sheet.lines if id(line) not in taken]
    return found


def _runs(rows: list[list[Line]]) -> list[list[list[Line]]]:
    """Rows in a row that have several parts; one with a single part only between such."""
    runs: list[list[list[Line]]] = [[]]
    for row in rows:
        run = runs[-1]
        if run and _gap(run[-1], row) > _APART:
            runs.append([])
            run = runs[-1]
        if _parts(row) > 1 or (run and _fits(run, row)):
            run.append(row)
        elif run:
            runs.append([])
    for run in runs:
        while run and _parts(run[-1]) < 2:
            run.pop()
    return [run for run in runs if len(run) >= 2]


def _parts(row: list[Line]) -> int:
    """How many texts a row has; the mark of a list's item is none."""
    return sum(1 for line in row if not _MARK.fullmatch(line.text.strip() + " "))


def _gap(above: list[Line], row: list[Line]) -> float:
    """In line heights."""
    height = max(1.0, row[0].bottom - row[0].top)
    return (min(line.top for line in row) - max(line.bottom for line in above)) / height


def _fits(run: list[list[Line]], row: list[Line]) -> bool:
    """Whether a lone text stands in one column of the rows above, at its edge."""
    columns = _columns(run)
    line = row[0]
    held = [column for column in columns if line.left < column[1] and line.right > column[0]]
    return len(columns) > 2 and len(held) == 1 and _gap(run[-1], row) < 1.6


def _columns(rows: list[list[Line]]) -> list[tuple[float, float]]:
    """Where something stands in any row, from left to right."""
    found: list[tuple[float, float]] = []
    for left, right in sorted((line.left, line.right) for row in rows for line in row):
        if found and left < found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], right))
        else:
            found.append((left, right))
    return found


def _table(run: list[list[Line]], page: int) -> Table | None:
    columns = _columns(run)
    if len(columns) < 2 or len(run) < (_LEAST_ROWS if len(columns) < 4 else 2):
        return None
    texts = [len(line.text) for row in run for line in row]
    if sum(texts) / len(texts) > _LONG or (len(columns) == 2 and max(texts) > 2 * _LONG):
        return None
    if _is_prose(run, columns):
        return None
    grid = [_cells(row, columns) for row in run]
    filled = sum(1 for row in grid for text in row if text)
    if filled < _FILLED * len(grid) * len(columns):
        return None
    lines = [line for row in run for line in row]
    return Table(
        columns[0][0],
        min(line.top for line in lines),
        columns[-1][1],
        max(line.bottom for line in lines),
        grid,
        page,
    )


def _is_prose(run: list[list[Line]], columns: list[tuple[float, float]]) -> bool:
    """Narrow columns of running text: their lines have several words and fill the column."""
    lines = [line for row in run for line in row]
    if sum(len(line.text.split()) for line in lines) < _WORDS * len(lines):
        return False
    full = [
        [
            line.right - line.left > 0.75 * (right - left)
            for line in lines
            if left <= line.left < right
        ]
        for left, right in columns
    ]
    return all(sum(filled) > 0.6 * len(filled) for filled in full)


def _cells(row: list[Line], columns: list[tuple[float, float]]) -> list[str]:
    return [
        cell_text([line for line in row if left - 1 <= line.left < right + 1])
        for left, right in columns
    ]
