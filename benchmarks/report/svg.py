"""Charts as SVG, small and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape

from headwater.benchmarks.case import Chart, Series
from headwater.benchmarks.report.axis import Axis, axis_of
from headwater.benchmarks.report.figures import short

WIDTH, HEIGHT = 380, 250
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 14, 44
COLOURS = 8  # classes c0 … c7 of the page's style sheet; ours is the first
LETTER = 6.9  # width of a letter of a label, about
MANY = 14  # points; more are drawn as a line alone

Colours = Mapping[str, int]
Place = Callable[[float], float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def chart(given: Chart, colours: Colours) -> str:
    """One chart with its axes and lines; the legend is the page's."""
    across = axis_of(given, 0, begin=LEFT, end=WIDTH - RIGHT)
    up = axis_of(given, 1, begin=HEIGHT - BOTTOM, end=TOP)
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg {box} role="img" aria-label="{escape(given.title)}">',
        *_grid(across, up),
        *_names(given),
    ]
    for series in reversed(given.series):  # ours is the first, and above the others
        draw = _dots if given.kind == "scatter" or len(series.points) == 1 else _line
        parts += draw(series, colours.get(series.name, 0), across.place, up.place)
    if given.kind == "scatter":
        parts += _labels(given, across.place, up.place)
    return "".join([*parts, "</svg>"])


def _grid(across: Axis, up: Axis) -> Iterator[str]:
    for value in up.ticks():
        y = up.place(value)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
        yield f"{short(value)}</text>"
    for value in across.ticks():
        x = across.place(value)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        yield f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">'
        yield f"{short(value)}</text>"


def _names(given: Chart) -> Iterator[str]:
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text class="axis" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">'
    yield f"{escape(given.x)}</text>"
    height = (TOP + HEIGHT - BOTTOM) / 2
    yield f'<text class="axis" transform="translate(13 {height}) rotate(-90)" text-anchor="middle">'
    yield f"{escape(given.y)}</text>"


def _line(series: Series, colour: int, across: Place, up: Place) -> Iterator[str]:
    points = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in series.points)
    yield f'<polyline class="c{colour}" points="{points}"><title>{escape(series.name)}</title>'
    yield "</polyline>"
    if len(series.points) <= MANY:
        yield from _dots(series, colour, across, up)


def _dots(series: Series, colour: int, across: Place, up: Place) -> Iterator[str]:
    for x, y in series.points:
        label = escape(f"{series.name}: {short(x)}, {short(y)}")
        yield f'<circle class="c{colour}" cx="{across(x):.1f}" cy="{up(y):.1f}" r="4">'
        yield f"<title>{label}</title></circle>"


def _labels(given: Chart, across: Place, up: Place) -> Iterator[str]:
    """Names beside points, where nothing else is."""
    dots = [(across(x), up(y)) for series in given.series for x, y in series.points]
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y in dots]
    for series in given.series:
        for x, y in series.points:
            box = _free(across(x), up(y), len(series.name) * LETTER, taken)
            taken.append(box)
            yield f'<text class="name" x="{box[0]:.1f}" y="{box[3] - 3:.1f}">'
            yield f"{escape(series.name)}</text>"


def _free(x: float, y: float, width: float, taken: list[Box]) -> Box:
    """The first place around a point that fits and overlaps nothing."""
    places = [
        (left, y + down)
        for down in (-7.0, -22.0, 8.0, -37.0, 23.0)
        for left in (x + 9, x - 9 - width, x - width / 2)
    ]
    boxes = [(left, top, left + width, top + 14) for left, top in places]
    inside = [box for box in boxes if box[0] >= LEFT + 2 and box[2] <= WIDTH - 2 and box[1] >= 0]
    free = (box for box in inside if not any(_overlap(box, other) for other in taken))
    return next(free, boxes[0])


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
