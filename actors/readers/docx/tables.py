"""Tables: a grid in which a merged cell is repeated, so that each row can be read alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from headwater.actors.readers.docx.names import W, number, value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MOST_ROWS = 20_000
WIDEST = 200  # columns


def grid_of(table: Element, text: Callable[[Element], str]) -> list[list[str]]:
    """The rows of a table; `text` writes a cell."""
    rows: list[list[str]] = []
    for row in _rows(table):
        cells: list[str] = [""] * _skipped(row, "gridBefore")
        for cell in _inner(row, "tc"):
            properties = cell.find(W + "tcPr")
            across = max(1, min(number(value(properties, "gridSpan"), 1), WIDEST))
            merge = value(properties, "vMerge")
            if merge is not None and merge != "restart" and rows:
                above = rows[-1][len(cells)] if len(cells) < len(rows[-1]) else ""
                written = above
            else:
                written = text(cell)
            cells += [written] * across
            if len(cells) >= WIDEST:
                break
        rows.append(cells[:WIDEST])
        if len(rows) >= MOST_ROWS:
            break
    return rows


def _rows(table: Element) -> list[Element]:
    """Rows that were deleted while changes were tracked are gone."""
    return [row for row in _inner(table, "tr") if row.find(f"{W}trPr/{W}del") is None]


def _inner(parent: Element, name: str) -> list[Element]:
    """Rows or cells, also inside what only wraps them."""
    found: list[Element] = []
    for element in parent:
        if element.tag == W + name:
            found.append(element)
        elif element.tag in {W + "sdt", W + "sdtContent", W + "customXml", W + "ins"}:
            found += _inner(element, name)
    return found


def _skipped(row: Element, name: str) -> int:
    return max(0, min(number(value(row.find(W + "trPr"), name)), WIDEST))
