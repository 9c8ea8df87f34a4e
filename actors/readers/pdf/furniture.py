"""Running heads and feet, and page numbers: on the page, and not of the text."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from headwater.actors.readers.pdf.shapes import Line, Sheet, rows_of

_EDGE = 0.15  # share of the page's height at its top and bottom
_OFTEN = 0.35  # share of the pages that a running head is on; left and right pages may differ
_LARGE = 1.25  # times the usual size
_COUNTED = 10  # numbered lines of a page, at least
_ROWS = 3  # rows at an edge that are looked at
_OUTER = re.compile(r"(\d{1,4})(?:\W.*)?|.*\W(\d{1,4})")
_DIGITS = re.compile(r"\d+|\b[ivxlc]{1,6}\b")
_NUMBER = re.compile(
    r"(?i)[-\u2013\u2014\s|]*(?:page\s*)?(\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?[-\u2013\u2014\s|.]*"
)


def without_furniture(sheets: list[Sheet]) -> None:
    """Takes them off the sheets."""
    for sheet in sheets:
        _drop_line_numbers(sheet)
    counts: Counter[str] = Counter()
    for sheet in sheets:
        counts.update({_form(row) for row in _edges(sheet)})
    least = max(2, _OFTEN * len(sheets)) if len(sheets) > 2 else 3
    sizes = sorted(line.size for sheet in sheets for line in sheet.lines)
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    shift = _shift(sheets)
    for sheet in sheets:
        gone = {
            id(line)
            for row in _edges(sheet)
            if _page_number(row) == sheet.number + shift
            or (counts[_form(row)] >= least and not _is_heading(row, usual))
            or _is_number(row)
            for line in row
        }
        sheet.lines = [line for line in sheet.lines if id(line) not in gone]


def _drop_line_numbers(sheet: Sheet) -> None:
    """Numbers beside the lines of a transcript: they count up in even steps down the whole page."""
    numbers = [line for line in sheet.lines if line.text.strip().isdecimal() and len(line.text) < 6]
    numbers.sort(key=lambda line: line.top)
    column = [line for line in numbers if abs(line.right - numbers[0].right) < 12]
    if len(column) < _COUNTED or column[-1].top - column[0].top < sheet.height / 2:
        return
    values = [int(line.text) for line in column]
    steps = [after.top - before.top for before, after in pairwise(column)]
    even = max(steps) - min(steps) < 0.25 * max(steps)
    counted = {id(line) for line in column}
    others = [line for line in sheet.lines if id(line) not in counted]
    beside = column[0].left < min((line.left for line in others), default=0.0)
    if even and beside and values == list(range(values[0], values[0] + len(values))):
        sheet.lines = others


def _edges(sheet: Sheet) -> list[list[Line]]:
    """The first and last rows, as far as they are at the edge of the page."""
    rows = rows_of(sheet.lines)
    top = [row for row in rows[:_ROWS] if row[0].bottom < sheet.height * _EDGE]
    bottom = [row for row in rows[-_ROWS:] if row[0].top > sheet.height * (1 - _EDGE)]
    return top + [row for row in bottom if row not in top]


def _form(row: list[Line]) -> str:
    """The same for rows that differ in their numbers alone; a title may repeat as a small head."""
    text = " ".join(" ".join(line.text.split()) for line in row).lower()
    side = "top" if row[0].top < 200 else "bottom"
    return f"{side} {row[0].size:.0f} {_DIGITS.sub('#', text)}"


def _shift(sheets: list[Sheet]) -> int:
    """How far printed page numbers are ahead of the places of the pages, where they are known."""
    shifts: Counter[int] = Counter()
    for sheet in sheets:
        numbers = {_page_number(row) for row in _edges(sheet)} - {None}
        shifts.update({number - sheet.number for number in numbers if number is not None})
    best, count = max(shifts.items(), key=lambda found: found[1], default=(0, 0))
    return best if count >= max(3, _OFTEN * len(sheets)) else -(10**9)


def _page_number(row: list[Line]) -> int | None:
    """The number at one end of a short row."""
    text = " ".join(" ".join(line.text.split()) for line in row)
    found = _OUTER.fullmatch(text) if len(text) < 90 else None
    return int(found[1] or found[2]) if found else None


def _is_heading(row: list[Line], usual: float) -> bool:
    """Chapters that are counted and start a page each: large, and different in their number."""
    return row[0].size > _LARGE * usual and "#" in _form(row)


def _is_number(row: list[Line]) -> bool:
    """A page number alone, or at the outer end of a short row."""
    texts = [line.text.strip() for line in row]
    numbers = [text for text in texts if _NUMBER.fullmatch(text)]
    if len(numbers) == len(texts) == 1:
        return True
    ends = _NUMBER.fullmatch(texts[0]) or _NUMBER.fullmatch(texts[-1])
    return len(numbers) == 1 and len(texts) == 2 and ends is not None
