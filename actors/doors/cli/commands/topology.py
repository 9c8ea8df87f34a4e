"""`headwater topology`: which actor takes which message, and what becomes of it."""

from __future__ import annotations

from argparse import Namespace

from headwater.actors.doors.cli.command import FINE, Command, add_json
from headwater.actors.doors.cli.console import Console
from headwater.kernel.actor import Route
from headwater.kernel.topology import render, routes


def run(options: Namespace, console: Console) -> int:
    """Print the pipe."""
    from headwater.actors.service import ACTORS

    table = routes(ACTORS)
    if options.json:
        console.json([_row(route) for route in table])
    else:
        console.say(render(table).removesuffix("\n"))
    return FINE


def _row(route: Route) -> dict[str, object]:
    gives = [kind.__name__ for kind in route.gives]
    return {"actor": route.actor, "takes": route.takes.__name__, "gives": gives}


COMMAND = Command(
    name="topology",
    summary="Print the path of messages through the server.",
    arrange=add_json,
    run=run,
)
