"""Which text of a page is seen: painted, large enough, on the page, not white on white."""

from __future__ import annotations

from typing import Any

from headwater.actors.readers.pdf.shapes import Area, Box, Sheet

_TINY = 1.5  # points; smaller letters are not for reading
_WHITE = 0xF2  # of 255, in each colour


def is_ghost(line: dict[str, Any]) -> bool:
    """Text that is neither filled nor stroked, as under a scanned page."""
    letters = [span for span in line["spans"] if span["text"].strip()]
    return bool(letters) and all(span["alpha"] == 0 for span in letters)


def is_seen(span: dict[str, Any], order: int, areas: list[Area], sheet: Sheet) -> bool:
    """Whether a reader of the page sees a span; the sheet counts those that nobody does."""
    if not span["text"].strip():
        return True
    box: Box = span["bbox"]
    seen = span["alpha"] > 0 and span["size"] >= _TINY and not _is_covered(box, order, areas)
    if seen and is_white(span["color"]):
        under = [area for area in areas if area.order < order and area.holds(box)]
        seen = bool(under) and not is_white(under[-1].color)
    outside = box[2] < 0 or box[3] < 0 or box[0] > sheet.width or box[1] > sheet.height
    if not seen or outside:
        sheet.hidden += 1
    return seen and not outside


def _is_covered(box: Box, order: int, areas: list[Area]) -> bool:
    """Whether white was painted over it; other colours may be a marker's, which shows through."""
    return any(area.order > order and area.solid and area.holds(box) for area in areas)


def is_white(color: int) -> bool:
    """White, or as good as."""
    return all(color >> shift & 255 >= _WHITE for shift in (0, 8, 16))
