"""A run as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from headwater.benchmarks.case import Chart, Plan
from headwater.benchmarks.report.figures import figure, ratio
from headwater.benchmarks.report.style import STYLE
from headwater.benchmarks.report.svg import COLOURS, chart
from headwater.benchmarks.suite import Results, Row


def page(results: Results) -> str:
    """The whole page."""
    parts = [
        "<!doctype html><html lang=en><head><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>Headwater benchmarks</title><style>{STYLE}</style></head><body><main>",
        _head(results),
        *_charts(results),
        *_tables(results),
        "</main></body></html>",
    ]
    return "".join(parts)


def _head(results: Results) -> str:
    here = results.machine
    facts = [
        ("measured", here.date),
        ("processor", f"{here.processor}, {here.cores} cores"),
        ("memory", f"{here.memory_gb:g} GB"),
        ("system", f"{here.system}, Python {here.python}"),
        ("headwater", here.headwater),
        *here.packages.items(),
    ]
    listed = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts
    )
    return (
        "<header><h1>Headwater benchmarks</h1>"
        f"<p>{_kind(results.plan)} A ratio says how many times better we are than what stands"
        " beside us, in the same run. Absolute figures belong to this machine.</p>"
        f"<dl>{listed}</dl></header>"
    )


def _kind(plan: Plan) -> str:
    length = "A short run" if plan.quick else "A full run"
    return length + (" with other programs beside us." if plan.peers else " by ourselves.")


def _charts(results: Results) -> Iterator[str]:
    drawn = [(row, one) for row in results.rows if row.measured for one in row.measured.charts]
    if not drawn:
        return
    yield '<section class="charts" aria-label="Charts">'
    for row, one in drawn:
        caption = f"<h2>{escape(_title(row, one))}</h2>{_legend(one)}"
        yield f"<figure><figcaption>{caption}</figcaption>{chart(one)}</figure>"
    yield "</section>"


def _title(row: Row, given: Chart) -> str:
    return f"{given.title} · {row.name}" if "distribution" in given.title else given.title


def _legend(given: Chart) -> str:
    names = [
        f'<li><i class="c{number % COLOURS}"></i>{escape(series.name)}</li>'
        for number, series in enumerate(given.series)
    ]
    return f"<ul>{''.join(names)}</ul>"


def _tables(results: Results) -> Iterator[str]:
    groups: dict[str, list[Row]] = {}
    for row in results.rows:
        groups.setdefault(row.name.partition("/")[0], []).append(row)
    for name, rows in groups.items():
        yield f"<section><h2>{escape(name)}</h2><div class=scroll><table><thead><tr>"
        yield "<th>case</th><th>what</th>"
        for head in ("ours", "beside", "ratio"):
            yield f"<th class=number>{head}</th>"
        yield "<th>others</th>"
        yield "</tr></thead><tbody>"
        yield from map(_row, rows)
        yield "</tbody></table></div></section>"


def _row(row: Row) -> str:
    found = row.measured
    if found is None:
        return (
            f"<tr><td>{escape(row.name)}</td><td>{escape(row.about)}</td>"
            f'<td colspan=5 class="worse">{escape(row.failure)}</td></tr>'
        )
    others = ", ".join(f"{name} {figure(value, found.unit)}" for name, value in found.peers.items())
    better = found.ratio is not None and found.ratio > 1
    beside = f"{figure(found.floor, found.unit)} {found.floor_name}" if found.floor else "-"
    note = f"<small>{escape(found.note)}</small>" if found.note else ""
    kind = "worse" if row.worse else "better" if better else ""
    cells = [
        f"<td>{escape(row.name)}</td><td>{escape(row.about)}{note}</td>",
        f"<td class=number>{escape(figure(found.ours, found.unit))}</td>",
        f"<td class=number>{escape(beside)}</td>",
        f'<td class="number {kind}">{ratio(found.ratio)}</td>',
        f"<td>{escape(others)}</td>",
    ]
    return f"<tr>{''.join(cells)}</tr>"
