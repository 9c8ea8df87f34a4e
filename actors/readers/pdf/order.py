"""The order in which a page is read: down the first column, then down the next."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.readers.pdf.shapes import Item, Line, in_line, runs_left

_STEP = 2.0  # points; how finely the page is looked through
_NARROWEST = 8.0  # points of a gutter
_LEAST = 3  # lines in each column
_CROSSING = 0.4  # share of items that may lie across a gutter: titles, wide tables
_FULL = 0.45  # share of its column that a usual line of prose fills
_DEEPEST = 4


class _Gutter(Struct):
    left: float
    right: float


def ordered(items: list[Item], depth: int = 0) -> list[Item]:
    """Items in reading order. What lies across the columns ends what is above it."""
    items = sorted(items, key=lambda item: (item.top, item.left))
    gutter = _gutter(items) if depth < _DEEPEST else None
    if gutter is None:
        return _by_lines(items)
    done: list[Item] = []
    sides: tuple[list[Item], list[Item]] = ([], [])
    for item in items:
        if item.right <= gutter.right:
            sides[0].append(item)
        elif item.left >= gutter.left:
            sides[1].append(item)
        else:
            done += [*_beside(sides, depth), item]
            sides = ([], [])
    return [*done, *_beside(sides, depth)]


def _beside(sides: tuple[list[Item], list[Item]], depth: int) -> list[Item]:
    """Two columns; where the script runs to the left, so do they."""
    text = "".join(item.text for side in sides for item in side if isinstance(item, Line))
    first, second = reversed(sides) if runs_left(text) else sides
    return [*ordered(first, depth + 1), *ordered(second, depth + 1)]


def _by_lines(items: list[Item]) -> list[Item]:
    """From the top down, and on one line from left to right."""
    found: list[Item] = []
    row: list[Item] = []
    for item in items:
        if row and item.middle > row[0].top and item.top < row[0].middle:
            row.append(item)
            continue
        found += _across(row)
        row = [item]
    return found + _across(row)


def _across(row: list[Item]) -> list[Item]:
    lines = [item for item in row if isinstance(item, Line)]
    if len(lines) == len(row):
        return [*in_line(lines)]
    return sorted(row, key=lambda item: item.left)


def _gutter(items: list[Item]) -> _Gutter | None:
    """The widest strip with prose on both sides of it."""
    if len(items) < 2 * _LEAST:
        return None
    left, right = min(item.left for item in items), max(item.right for item in items)
    strips = _strips(items, left, right)
    good = [strip for strip in strips if _parts_prose(items, strip, left, right)]
    return max(good, key=lambda strip: strip.right - strip.left, default=None)


def _strips(items: list[Item], left: float, right: float) -> list[_Gutter]:
    """Where few items are, away from the edges."""
    count = int((right - left) / _STEP) + 2
    changes = [0] * (count + 1)
    for item in items:
        changes[int((item.left - left) / _STEP)] += 1
        changes[int((item.right - left) / _STEP) + 1] -= 1
    strips: list[_Gutter] = []
    covering, start = 0, -1
    most = _CROSSING * len(items)
    edge = 0.12 * (right - left)
    for place in range(count):
        covering += changes[place]
        here = left + place * _STEP
        free = covering <= most and left + edge < here < right - edge
        if free and start < 0:
            start = place
        elif not free and start >= 0:
            strips += _narrowed(items, left + start * _STEP, here)
            start = -1
    return strips


def _narrowed(items: list[Item], left: float, right: float) -> list[_Gutter]:
    """A strip between the items beside it, those across it aside."""
    middle = (left + right) / 2
    ends = [item.right for item in items if left - 1 <= item.right <= right and item.left < left]
    starts = [item.left for item in items if left <= item.left <= right + 1 and item.right > right]
    low = max((end for end in ends if end <= middle + 40), default=left)
    high = min((start for start in starts if start > low), default=right)
    return [_Gutter(low, high)] if high - low >= _NARROWEST else []


def _parts_prose(items: list[Item], gutter: _Gutter, left: float, right: float) -> bool:
    first = [item for item in items if item.right <= gutter.right]
    second = [item for item in items if item.left >= gutter.left]
    if min(len(first), len(second)) < _LEAST:
        return False
    shared = min(max(item.bottom for item in first), max(item.bottom for item in second)) - max(
        min(item.top for item in first), min(item.top for item in second)
    )
    return (
        shared > 0
        and _is_prose(first, gutter.left - left)
        and _is_prose(second, right - gutter.right)
    )


def _is_prose(items: list[Item], width: float) -> bool:
    """Whether usual lines fill their column; the cells of a table do not."""
    lines = [item for item in items if isinstance(item, Line)]
    wide = sum(1 for line in lines if line.right - line.left > _FULL * width)
    return bool(lines) and wide >= 0.5 * len(lines)
