"""Charts: their title, and the numbers they were drawn from as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.office.tree import below, child, children, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MOST_POINTS = 2_000
MOST_SERIES = 50


def chart(root: Element | None) -> tuple[str, list[list[str]]]:
    """The title and a table: one row for each category, one column for each series."""
    drawn = child(root, "chart")
    title = " ".join(_words(child(drawn, "title")).split())
    series = list(below(drawn, "ser"))[:MOST_SERIES]
    if not series:
        return title, []
    names = [" ".join(text_of(_cache(child(one, "tx"))).split()) for one in series]
    rows: dict[int, list[str]] = {}
    heads: dict[int, str] = {}
    for column, one in enumerate(series):
        heads |= _points(child(one, "cat")) or _points(child(one, "xVal"))
        values = _points(child(one, "val")) or _points(child(one, "yVal"))
        for place, value in values.items():
            rows.setdefault(place, [""] * len(series))[column] = value
    body = [[heads.get(place, str(place + 1)), *rows[place]] for place in sorted(rows)]
    return title, [["", *names], *body] if body else []


def _words(element: Element | None) -> str:
    return " ".join(text_of(inner) for inner in below(element, "t", "v"))


def _cache(element: Element | None) -> Element | None:
    for name in ("strCache", "numCache"):
        found = next(below(element, name), None)
        if found is not None:
            return next(below(found, "v"), None)
    return next(below(element, "v"), None)


def _points(element: Element | None) -> dict[int, str]:
    found: dict[int, str] = {}
    innermost = next(below(element, "lvl"), element)  # categories may be grouped
    for point in below(innermost, "pt"):
        place = point.get("idx", "")
        if place.isdecimal() and len(place) < 7 and len(found) < MOST_POINTS:
            found[int(place)] = _number(text_of(next(children(point, "v"), None)))
    return found


def _number(written: str) -> str:
    """Numbers are kept as computed, which is more digits than anybody wants to see."""
    try:
        return f"{float(written):.10g}" if "." in written or "E" in written else written
    except ValueError:
        return written
