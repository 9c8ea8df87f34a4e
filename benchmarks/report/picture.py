"""One chart as a picture of its own, with its title, legend and colours inside."""

from __future__ import annotations

from html import escape

from headwater.benchmarks.case import Chart
from headwater.benchmarks.report.style import CHART, VARIABLES
from headwater.benchmarks.report.svg import HEIGHT, LETTER, WIDTH, Colours, chart

ABOVE = 24  # for the title
LINE = 18  # for a row of the legend
LEFT = 16


def picture(given: Chart, colours: Colours) -> str:
    """SVG for documents that show pictures; it follows the reader's light or dark."""
    legend, rows = _legend(given, colours)
    height = HEIGHT + ABOVE + rows * LINE
    style = f"{VARIABLES}{CHART}.title{{fill:var(--ink);font-size:14px;font-weight:600}}"
    better = f" ({given.better} is better)" if given.better else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">'
        f"<style>{style}</style>"
        f'<rect width="{WIDTH}" height="{height}" rx="8" style="fill:var(--card)"/>'
        f'<text class="title" x="{LEFT}" y="19">{escape(given.title + better)}</text>{legend}'
        f'<g transform="translate(0 {ABOVE + rows * LINE})">{chart(given, colours)}</g></svg>\n'
    )


def _legend(given: Chart, colours: Colours) -> tuple[str, int]:
    """The names, and how many rows they take."""
    x, row, parts = float(LEFT), 1, []
    for series in given.series:
        width = 24 + len(series.name) * LETTER
        if x > LEFT and x + width > WIDTH:
            x, row = float(LEFT), row + 1
        y = ABOVE + row * LINE - 6
        colour = colours.get(series.name, 0)
        parts.append(f'<circle r="4" cx="{x + 4}" cy="{y - 4}" class="c{colour}"/>')
        parts.append(f'<text class="name" x="{x + 13}" y="{y}">{escape(series.name)}</text>')
        x += width
    return "".join(parts), row
