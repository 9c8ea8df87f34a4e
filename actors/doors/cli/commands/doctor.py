"""`headwater doctor`: what is wrong, and how to put it right."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable

from headwater.actors.doors.cli.checks import machine, routing, server, setup
from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.doors.cli.command import FAILED, FINE, Command, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.table import wrap
from headwater.actors.settings import Settings
from headwater.kernel.environment import BadSetting, gather
from headwater.kernel.settings import load, problems

CHECKS: tuple[Callable[[Patient], Finding], ...] = (
    machine.versions,
    machine.packages,
    machine.native,
    setup.settings,
    setup.data_folder,
    setup.keys,
    routing.routing,
    setup.lenses,
    machine.browser,
    server.packaged_lists,
    server.answers,
)


def run(options: Namespace, console: Console) -> int:
    """Look at everything; a problem makes the exit code 1, a note does not."""
    patient = _admit()
    findings: list[Finding] = []
    for check in CHECKS:
        console.status(f"checking {check.__name__.replace('_', ' ')}")
        findings.append(check(patient))
        console.status("")
        if not options.json:
            _show(findings[-1], console)
    bad = sum(finding.state == "problem" for finding in findings)
    if options.json:
        console.json({"ok": not bad, "findings": findings})
    else:
        console.say("", f"{bad} to put right" if bad else "nothing to put right")
    return FAILED if bad else FINE


def _admit() -> Patient:
    environ = dict(os.environ)
    try:
        given = gather(environ)
    except BadSetting as problem:
        return Patient(environ, {}, None, (str(problem),))
    if wrong := problems(Settings, given):
        return Patient(environ, given, None, tuple(wrong))
    return Patient(environ, given, load(Settings, given))


def _show(finding: Finding, console: Console) -> None:
    width = 10_000 if console.width is None else max(console.width - 18, 20)
    first, *rest = wrap(finding.detail, width)
    console.say(f"{console.mark(finding.state)} {finding.name:<15} {first}")
    fix = wrap(f"fix: {finding.fix}", width) if finding.fix else []
    console.say(*(" " * 18 + line for line in [*rest, *fix]))


COMMAND = Command(
    name="doctor",
    summary="Check the installation and say how to put right what is wrong.",
    arrange=add_json,
    run=run,
)
