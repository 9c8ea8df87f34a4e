"""`headwater demo`: starts the server as a client would and shows each call with its time."""

from __future__ import annotations

import os
from argparse import Namespace

from headwater.actors.doors.cli.client import own_command
from headwater.actors.doors.cli.command import FAILED, FINE, Command, add_json
from headwater.actors.doors.cli.console import Console, State
from headwater.actors.doors.cli.demo.stage import Outcome, perform
from headwater.actors.doors.cli.demo.steps import STEPS
from headwater.actors.doors.cli.render import indent, printable
from headwater.actors.doors.cli.table import cells, wrap

INDENT = " " * 4
_MARKS: dict[str, State] = {"ok": "ok", "off": "problem", "not offered": "note"}


def run(options: Namespace, console: Console) -> int:
    """Play every step; one that is off makes the exit code 1."""
    environ = {**os.environ, "HEADWATER_RESULT": "both"}  # the steps read both forms
    outcomes: list[Outcome] = []
    for outcome in perform(STEPS, own_command(), environ):
        outcomes.append(outcome)
        if not options.json:
            _show(outcome, console)
    off = sum(outcome.state == "off" for outcome in outcomes)
    if options.json:
        console.json({"ok": not off, "steps": outcomes})
    else:
        done = sum(outcome.state == "ok" for outcome in outcomes)
        console.say("", f"{done} of {len(STEPS)} steps done, {off} off")
    return FAILED if off else FINE


def _show(outcome: Outcome, console: Console) -> None:
    spent = "" if outcome.state == "not offered" else f"{outcome.milliseconds:,.2f} ms"
    title = console.paint(f"{outcome.title:<34}", "bold")
    console.say(f"{console.mark(_MARKS[outcome.state])} {title} {spent:>12}".rstrip())
    width = None if console.width is None else max(console.width - len(INDENT), 20)
    for line in outcome.lines:
        shown = printable(line)
        parts = wrap(shown, width) if width and cells(shown) > width else [shown]
        console.say(*(console.paint(part, "dim") for part in indent(parts, INDENT)))


COMMAND = Command(
    name="demo",
    summary="Start the server as a client would and show each call with its time.",
    arrange=add_json,
    run=run,
)
