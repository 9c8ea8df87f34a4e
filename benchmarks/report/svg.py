"""Charts as SVG, small and without scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape

from msgspec import Struct

from headwater.benchmarks.case import Chart, Series

WIDTH, HEIGHT = 460, 290
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 16, 46
COLOURS = 6  # classes c0 … c5 of the page's style sheet; ours is the first


class Axis(Struct, frozen=True):
    """From values to places."""

    low: float
    high: float
    log: bool
    begin: float
    end: float

    def place(self, value: float) -> float:
        """Where a value stands."""
        low, high, at = (self._scale(one) for one in (self.low, self.high, value))
        share = (at - low) / (high - low) if high > low else 0.5
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Round values along it."""
        if self.log:
            return _powers(self.low, self.high)
        step = _step((self.high - self.low) / 4 or 1)
        first = math.ceil(self.low / step) * step
        return [first + step * number for number in range(int((self.high - first) / step) + 1)]

    def _scale(self, value: float) -> float:
        return math.log10(max(value, 1e-12)) if self.log else value


def chart(given: Chart) -> str:
    """One chart with its axes, lines and legend."""
    across = _axis(given, 0, log="x" in given.log, begin=LEFT, end=WIDTH - RIGHT)
    up = _axis(given, 1, log="y" in given.log, begin=HEIGHT - BOTTOM, end=TOP)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(given.title)}">',
        *_grid(across, up),
        *_names(given),
    ]
    for number, series in enumerate(given.series):
        draw = _dots if given.kind == "scatter" or len(series.points) == 1 else _line
        parts += draw(series, number % COLOURS, across.place, up.place)
        if given.kind == "scatter":
            parts += _labels(series, across.place, up.place)
    return "".join([*parts, "</svg>"])


def _axis(given: Chart, which: int, *, log: bool, begin: float, end: float) -> Axis:
    values = [point[which] for series in given.series for point in series.points] or [0.0]
    low, high = min(values), max(values)
    if log:
        return Axis(low / 1.15, high * 1.15, log, begin, end)
    if given.kind == "scatter":
        room = (high - low or high or 1.0) * 0.15
        return Axis(low - room, high + room, log, begin, end)
    return Axis(0.0, high * 1.08 or 1.0, log, begin, end)


def _grid(across: Axis, up: Axis) -> Iterator[str]:
    for value in up.ticks():
        y = up.place(value)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield (
            f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" '
            f'text-anchor="end">{_short(value)}</text>'
        )
    for value in across.ticks():
        x = across.place(value)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        yield (
            f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" '
            f'text-anchor="middle">{_short(value)}</text>'
        )


def _names(given: Chart) -> Iterator[str]:
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield (
        f'<text class="axis" x="{middle}" y="{HEIGHT - 10}" '
        f'text-anchor="middle">{escape(given.x)}</text>'
    )
    yield (
        f'<text class="axis" transform="translate(13 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" '
        f'text-anchor="middle">{escape(given.y)}</text>'
    )


Place = Callable[[float], float]


def _line(series: Series, colour: int, across: Place, up: Place) -> Iterator[str]:
    points = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in series.points)
    yield f'<polyline class="c{colour}" points="{points}"/>'
    if len(series.points) <= 12:
        yield from _dots(series, colour, across, up)


def _dots(series: Series, colour: int, across: Place, up: Place) -> Iterator[str]:
    for x, y in series.points:
        label = escape(f"{series.name}: {_short(x)}, {_short(y)}")
        yield (
            f'<circle class="c{colour}" cx="{across(x):.1f}" cy="{up(y):.1f}" r="4">'
            f"<title>{label}</title></circle>"
        )


def _labels(series: Series, across: Place, up: Place) -> Iterator[str]:
    """Names beside points, on the side where there is room."""
    for x, y in series.points:
        left = across(x) > WIDTH * 0.6
        side = f'x="{across(x) - 9:.1f}" text-anchor="end"' if left else f'x="{across(x) + 9:.1f}"'
        yield f'<text class="name" {side} y="{up(y) + 4:.1f}">{escape(series.name)}</text>'


def _powers(low: float, high: float) -> list[float]:
    """1, 2, 5, 10 … between two values; only the tens where there are many."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    factors = (1, 2, 5) if len(exponents) <= 3 else (1,)
    values = [factor * 10.0**exponent for exponent in exponents for factor in factors]
    return [value for value in values if low <= value <= high]


def _step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _short(value: float) -> str:
    if value >= 1000:
        return f"{value / 1000:.3g}k"
    return f"{value:.3g}"
