"""A run as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from headwater.benchmarks.case import Chart
from headwater.benchmarks.report.bars import OURS, bars
from headwater.benchmarks.report.figures import times
from headwater.benchmarks.report.groups import group_of, grouped
from headwater.benchmarks.report.headlines import Headline, headlines
from headwater.benchmarks.report.style import STYLE
from headwater.benchmarks.report.svg import COLOURS, Colours, chart
from headwater.benchmarks.report.tables import table
from headwater.benchmarks.suite import Results, Row


def page(results: Results) -> str:
    """The whole page."""
    colours = colours_of(results)
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>Headwater benchmarks</title><style>{STYLE}</style></head><body><main>",
        _head(results),
        *_headlines(results),
        *_sections(results, colours),
        "<section><h2>All figures</h2>",
        *table([row for rows in grouped(results.rows).values() for row in rows]),
        "</section>",
        *_machine(results),
        "</main></body></html>",
    ]
    return "".join(parts)


def colours_of(results: Results) -> Colours:
    """One for each program, the same all over the page; what is ours has the first."""
    found = {OURS: 0}
    for name in _programs(results):
        others = sum(map(bool, found.values()))
        found.setdefault(name, 0 if name.startswith(OURS) else 1 + others % (COLOURS - 1))
    return found


def _programs(results: Results) -> Iterator[str]:
    """As they are met from the top of the page."""
    for rows in grouped(results.rows).values():
        for measured in [row.measured for row in rows if row.measured is not None]:
            yield from measured.peers
            yield from (series.name for one in measured.charts for series in one.series)


def _head(results: Results) -> str:
    here = results.machine
    length = "A short run" if results.plan.quick else "A full run"
    beside = "with other programs beside us" if results.plan.peers else "by ourselves"
    where = f"{here.processor}, {here.cores} cores, {here.memory_gb:g} GB"
    return (
        "<header><h1>Headwater benchmarks</h1>"
        f"<p>{length} {beside}, {escape(here.date)}, on {escape(where)}. Every case checks its"
        " result before it counts. A ratio says how many times better we are than what stands"
        " beside us in the same run; ratios travel between machines, times do not.</p></header>"
    )


def _headlines(results: Results) -> Iterator[str]:
    found = list(headlines(results))
    if found:
        yield "<section class=tiles aria-label='Summary'>"
        yield from map(_tile, found)
        yield "</section>"


def _tile(one: Headline) -> str:
    goal = ""
    if one.goal is not None:
        goal = f"<small>goal {one.goal:g}x: {'reached' if one.is_met else 'not reached'}</small>"
    return (
        f"<div class={'good' if one.is_met else 'behind'}><strong>{times(one.times)}x</strong>"
        f"<span>{escape(one.words)}</span><small>{escape(one.figures)}</small>{goal}</div>"
    )


def _sections(results: Results, colours: Colours) -> Iterator[str]:
    for name, rows in grouped(results.rows).items():
        kinds = ["".join(bars(rows, colours)), "".join(_charts(rows, colours))]
        if any(kinds):
            group = group_of(name)
            yield f"<section><h2>{escape(group.title)}</h2><p>{escape(group.about)}</p>"
            yield from (f"<div class=cards>{cards}</div>" for cards in kinds if cards)
            yield "</section>"


def _charts(rows: list[Row], colours: Colours) -> Iterator[str]:
    for row in rows:
        for one in row.measured.charts if row.measured is not None else ():
            yield (
                f"<figure><figcaption><h3>{escape(one.title)}</h3><em>{better(one)}</em>"
                f"{_legend(one, colours)}</figcaption>{chart(one, colours)}</figure>"
            )


def better(given: Chart) -> str:
    """What a good curve looks like."""
    words = [f"{given.better} is better"] if given.better else []
    words += ["logarithmic"] if given.log else []
    words += ["axes do not begin at 0"] if given.kind == "scatter" else []
    return " · ".join(words)


def _legend(given: Chart, colours: Colours) -> str:
    names = [
        f'<li><i class="c{colours.get(series.name, 0)}"></i>{escape(series.name)}</li>'
        for series in given.series
    ]
    return f"<ul>{''.join(names)}</ul>"


def _machine(results: Results) -> Iterator[str]:
    here = results.machine
    facts = {
        "measured": f"{here.date}, in {results.seconds / 60:.1f} minutes",
        "processor": f"{here.processor}, {here.cores} cores",
        "memory": f"{here.memory_gb:g} GB",
        "system": f"{here.system}, Python {here.python}",
        "headwater": here.headwater,
        **here.packages,
        **results.peers,
    }
    yield "<section><h2>Machine and versions</h2><dl>"
    for name, value in facts.items():
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl></section>"
