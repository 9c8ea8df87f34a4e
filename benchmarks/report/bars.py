"""Us beside others, as bars: one card for each case that others took part in."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from headwater.benchmarks.case import Measured
from headwater.benchmarks.report.figures import figure, ratio
from headwater.benchmarks.report.svg import Colours
from headwater.benchmarks.suite import Row

OURS = "headwater"
CUT = 15  # times the shortest; longer bars are cut


def bars(rows: list[Row], colours: Colours) -> Iterator[str]:
    """
    The cards; bars begin at nothing, so that their lengths can be compared.

    One that would leave all others invisible is cut, and looks it.
    """
    for row in rows:
        if row.measured is not None and row.measured.peers:
            yield _card(row, row.measured, colours)


def _card(row: Row, found: Measured, colours: Colours) -> str:
    better = "higher is better" if found.higher else "lower is better"
    values = {OURS: found.ours, **found.peers}
    most = max(value for value in values.values() if value <= CUT * min(values.values()))
    cut = " · striped bars go on" if most < max(values.values()) and not found.higher else ""
    most = most if cut else max(values.values())
    lines = [
        f"<li><b>{escape(name)}</b><span class=bar><i class='c{colours.get(name, 0)}"
        f"{' cut' if value > most else ''}'"
        f' style="width:{min(max(value / most * 100, 0.6), 100):.1f}%"></i></span>'
        f"<span class=number>{_value(found, name, value)}</span></li>"
        for name, value in values.items()
    ]
    title = escape(row.about[:1].upper() + row.about[1:])
    return (
        f"<figure><figcaption><h3>{title}</h3><em>{better}{cut}</em></figcaption>"
        f"<ul class=bars>{''.join(lines)}</ul></figure>"
    )


def _value(found: Measured, name: str, value: float) -> str:
    shown = escape(figure(value, found.unit))
    if name == OURS:
        return shown
    better = found.times_better(value)
    kind = "better" if better is not None and better > 1 else ""
    return f"{shown} <small class='{kind}'>{ratio(better)}</small>"
