"""The pipe, read from type hints and printed. The printout is a golden file."""

from __future__ import annotations

from collections.abc import Iterable

from headwater.kernel.actor import Actor, Route, routes_of


def routes(actors: Iterable[type[Actor]]) -> list[Route]:
    """Every route of these actors."""
    return [route for actor in actors for route in routes_of(actor)]


def render(table: Iterable[Route]) -> str:
    """One line per hop: who takes what, what becomes of it, and who takes that."""
    table = list(table)
    takers = {route.takes: route.actor for route in table}
    rows = [
        (route.actor, route.takes.__name__, given.__name__, takers.get(given, "answer"))
        for route in table
        for given in route.gives
    ]
    rows += [(route.actor, route.takes.__name__, "", "") for route in table if not route.gives]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "".join(_line(row, widths) for row in sorted(rows))


def _line(row: tuple[str, str, str, str], widths: list[int]) -> str:
    actor, takes, gives, taker = row
    start = f"{actor:<{widths[0]}}  {takes:<{widths[1]}}"
    end = f"-> {gives:<{widths[2]}}  {taker}" if gives else "(tell)"
    return f"{start}  {end}".rstrip() + "\n"
