"""Tables that are ruled: the lines between cells say which belong together."""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct

from headwater.actors.domain.markdown import escape
from headwater.actors.readers.pdf.shapes import Box, Line, Sheet, Table, joined, rows_of
from headwater.actors.readers.pdf.writing import written

Cell = tuple[int, int]  # row and column

_ALIKE = 4  # cells of a row, at least, that have equally many lines
_MOSTLY = 0.85  # of them
_NEAR = 3.0  # points; lines closer than this are one
_MOST = 60  # columns; more are a drawing
_MOST_ROWS = 300
_FILLED = 0.25  # share of cells that hold text, at least


def ruled_tables(sheet: Sheet) -> list[Table]:
    """The tables of a page; their lines leave the sheet."""
    found = []
    for across, down in _clusters(sheet.across, sheet.down):
        xs = _positions([box[0] for box in down], [(box[0], box[2]) for box in across])
        ys = _positions([box[1] for box in across], [(box[1], box[3]) for box in down])
        if not (2 < len(xs) <= _MOST and 2 < len(ys) <= _MOST_ROWS):
            continue
        inside = [line for line in sheet.lines if _holds(xs, ys, line)]
        rows = _rows(inside, Grid(xs, ys, across, down))
        if rows:
            taken = {id(line) for line in inside}
            sheet.lines = [line for line in sheet.lines if id(line) not in taken]
            found.append(Table(xs[0], ys[0], xs[-1], ys[-1], rows, sheet.number))
    return found


class Grid(Struct):
    """Where lines are, and the lines themselves."""

    xs: list[float]
    ys: list[float]
    across: list[Box]
    down: list[Box]


def _rows(inside: list[Line], grid: Grid) -> list[list[str]]:
    """The cells' texts; none where it is no table but a frame or a drawing."""
    owner = _spans(grid)
    places = [(_place(line, grid), line) for line in inside]
    _unmerge(owner, places, grid)
    texts: dict[Cell, list[Line]] = {}
    for place, line in places:
        texts.setdefault(owner[place], []).append(line)
    owners = set(owner.values())
    if len(owners) < 4 or len(texts) < max(2, _FILLED * len(owners)):
        return []
    rows: list[list[str]] = []
    for row in range(len(grid.ys) - 1):
        cells = [owner[row, column] for column in range(len(grid.xs) - 1)]
        rows += _split([texts.get(cell, []) for cell in cells], cells)
    return rows if _is_data(rows) else []


def _place(line: Line, grid: Grid) -> Cell:
    middle = min((line.left + line.right) / 2, line.left + line.size)
    column = bisect_right(grid.xs, middle) - 1
    row = bisect_right(grid.ys, line.middle) - 1
    return min(max(0, row), len(grid.ys) - 2), min(max(0, column), len(grid.xs) - 2)


def _unmerge(owner: dict[Cell, Cell], places: list[tuple[Cell, Line]], grid: Grid) -> None:
    """Cells without a line between them, whose texts stand in columns all the same."""
    held: dict[Cell, list[tuple[Cell, Line]]] = {}
    for place, line in places:
        held.setdefault(owner[place], []).append((place, line))
    for first, lines in held.items():
        columns = {place[1] for place, line in lines if _is_within(line, place[1], grid)}
        if len(columns) > 2 and len(columns) >= 0.6 * len(lines):
            owner |= {cell: cell for cell, other in owner.items() if other == first}


def _is_within(line: Line, column: int, grid: Grid) -> bool:
    return grid.xs[column] - _NEAR <= line.left and line.right <= grid.xs[column + 1] + _NEAR


def _split(cells: list[list[Line]], owners: list[Cell]) -> list[list[str]]:
    """One row, or several where the lines between rows are left out."""
    own = {owner: rows_of(lines) for owner, lines in zip(owners, cells, strict=True) if lines}
    counts = [len(rows) for rows in own.values()]
    usual = max(set(counts), key=counts.count, default=1)
    if usual < 2 or len(own) < _ALIKE or counts.count(usual) < _MOSTLY * len(counts):
        alone = len(set(owners)) == 1 and len(owners) > _ALIKE  # a title over the whole table
        return [[cell_text(lines) for lines in (cells[:1] if alone else cells)]]
    return [
        [
            cell_text(own[owner][part]) if owner in own and part < len(own[owner]) else ""
            for owner in owners
        ]
        for part in range(max(counts))
    ]


def cell_text(lines: list[Line]) -> str:
    """The lines of a cell, in order, as one text."""
    return " ".join(escape(written([joined(row)], plain=True)) for row in rows_of(lines))


def _is_data(rows: list[list[str]]) -> bool:
    """More than one row and column with different text in them."""
    distinct = [row for row in rows if len({text for text in row if text}) > 1]
    return len(distinct) > 1 or (len(distinct) == 1 and len(rows) > 1)


def _spans(grid: Grid) -> dict[Cell, Cell]:
    """For each cell the first of those it is one with, as no line is between them."""
    owner: dict[Cell, Cell] = {}
    xs, ys = grid.xs, grid.ys
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            here = (row, column)
            owner[here] = here
            middle = (ys[row] + ys[row + 1]) / 2
            centre = (xs[column] + xs[column + 1]) / 2
            if column and not _crosses_down(grid.down, xs[column], middle):
                owner[here] = owner[row, column - 1]
            elif row and not _crosses_across(grid.across, ys[row], centre):
                owner[here] = owner[row - 1, column]
    return owner


def _crosses_down(down: list[Box], x: float, y: float) -> bool:
    return any(abs(box[0] - x) <= _NEAR and box[1] - _NEAR <= y <= box[3] + _NEAR for box in down)


def _crosses_across(across: list[Box], y: float, x: float) -> bool:
    return any(abs(box[1] - y) <= _NEAR and box[0] - _NEAR <= x <= box[2] + _NEAR for box in across)


def _holds(xs: list[float], ys: list[float], line: Line) -> bool:
    x = (line.left + line.right) / 2
    return xs[0] - _NEAR <= x <= xs[-1] + _NEAR and ys[0] <= line.middle <= ys[-1]


def _positions(values: list[float], ends: list[tuple[float, float]]) -> list[float]:
    """Where lines are, those close together as one; a table may have no lines at its sides."""
    found: list[float] = []
    outer = [min(end[0] for end in ends), max(end[1] for end in ends)] if ends else []
    for value in sorted(values + outer):
        if not found or value - found[-1] > _NEAR:
            found.append(value)
    return found


def _clusters(across: list[Box], down: list[Box]) -> list[tuple[list[Box], list[Box]]]:
    """Ruled lines that touch one another, from the top of the page down."""
    boxes = sorted({_rounded(box) for box in (*across, *down)}, key=lambda box: box[1])
    groups: list[tuple[Box, list[Box]]] = []
    done: list[tuple[Box, list[Box]]] = []
    for box in boxes:
        done += [group for group in groups if group[0][3] < box[1] - _NEAR]
        groups = [group for group in groups if group[0][3] >= box[1] - _NEAR]
        near = [group for group in groups if _touch(group[0], box)]
        members = [box, *(member for _, group in near for member in group)]
        hull = box
        for area, _ in near:
            hull = _around(hull, area)
        groups = [group for group in groups if group not in near]
        groups.append((hull, members))
    return [
        (
            [box for box in group if box[3] - box[1] <= _NEAR],
            [box for box in group if box[2] - box[0] <= _NEAR],
        )
        for _, group in sorted(done + groups, key=lambda group: group[0][1])
        if len(group) >= 4
    ]


def _rounded(box: Box) -> Box:
    left, top, right, bottom = (round(side, 1) for side in box)
    return left, top, right, bottom


def _touch(one: Box, other: Box) -> bool:
    return (
        one[0] - _NEAR <= other[2]
        and other[0] - _NEAR <= one[2]
        and one[1] - _NEAR <= other[3]
        and other[1] - _NEAR <= one[3]
    )


def _around(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )
