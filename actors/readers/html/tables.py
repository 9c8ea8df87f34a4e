"""Tables of data as pipe tables; tables that only lay things out as what is in them."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

_WIDEST = 60  # columns
_LONGEST = 5_000  # rows
_CELL = 2_000  # characters; a longer cell holds prose, so the table is layout


def table(node: LexborNode, write: Callable[[LexborNode], str]) -> str:
    """Markdown of a table. Spanned cells are repeated as empty ones so that columns line up."""
    rows = [row for row in node.css("tr")[:_LONGEST] if _owner(row) == node.mem_id]
    grid = _grid(rows, write)
    caption = node.css_first("caption")
    title = write(caption).strip() if caption is not None else ""
    width = max((len(row) for row in grid), default=0)
    if _is_layout(node, grid, width):
        cells = [cell for row in grid for cell in row if cell]
        return "\n\n".join([title, *cells] if title else cells)
    lines = [_line(row + [""] * (width - len(row))) for row in grid]
    lines.insert(1, "|" + " --- |" * width)
    return (f"{title}\n\n" if title else "") + "\n".join(lines)


def _grid(rows: list[LexborNode], write: Callable[[LexborNode], str]) -> list[list[str]]:
    grid: list[list[str]] = []
    hanging: dict[int, int] = {}  # column -> rows it is still taken by a cell above
    for row in rows:
        cells: list[str] = []
        for cell in row.css("td, th"):
            if cell.parent is None or cell.parent.mem_id != row.mem_id:
                continue
            _fill(cells, hanging)
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for column in range(len(cells), len(cells) + across):
                if down > 1:
                    hanging[column] = down
            cells += [write(cell).strip(), *([""] * (across - 1))]
            if len(cells) > _WIDEST:
                break
        _fill(cells, hanging)
        hanging = {column: left - 1 for column, left in hanging.items() if left > 1}
        if any(cells):
            grid.append(cells[:_WIDEST])
    return grid


def _fill(cells: list[str], hanging: dict[int, int]) -> None:
    """Leave the places free that a cell of a row above reaches into."""
    while hanging.get(len(cells), 0) > 0 and len(cells) < _WIDEST:
        hanging[len(cells)] = hanging[len(cells)]
        cells.append("")


def _span(cell: LexborNode, name: str) -> int:
    text = (cell.attributes.get(name) or "1").strip()
    return max(1, min(_WIDEST, int(text))) if text.isdecimal() and len(text) < 6 else 1


def _owner(row: LexborNode) -> int:
    parent = row.parent
    while parent is not None and parent.tag != "table":
        parent = parent.parent
    return parent.mem_id if parent is not None else 0


def _is_layout(node: LexborNode, grid: list[list[str]], width: int) -> bool:
    if width < 2 or node.css_first("td table, th table") is not None:
        return True
    if (node.attributes.get("role") or "") in {"presentation", "none"}:
        return True
    return any(len(cell) > _CELL for row in grid for cell in row)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
