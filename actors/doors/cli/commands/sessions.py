"""`headwater sessions`: research that was done on this machine, and what to do with it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from headwater.actors.doors.cli.command import FINE, Command, WrongUsage, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.settings import Settings
from headwater.kernel.environment import gather
from headwater.kernel.settings import load

WHAT = ("ls", "show", "export", "rm")
FORMATS = ("markdown", "json", "html")
EXAMPLES = """\
what:
  ls             the sessions there are, the last used first
  show ID        one session: its goal, steps, questions and sources
  export ID      a report, to standard output or into a file
  rm ID          forget a session for good; needs --yes

An ID may be cut short, as long as it names one session.

examples:
  headwater sessions export 3f2a --format html --output report.html
  headwater sessions show 3f2a --step 4
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("what", choices=WHAT, metavar="what", help="see below")
    parser.add_argument("id", nargs="?", default="", help="a session that `ls` names")
    parser.add_argument("--step", type=int, help="show: this step in full")
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="export: its form")
    parser.add_argument("--output", metavar="FILE", help="export: where to write it")
    parser.add_argument("--verify-links", action="store_true", help="export: check the sources")
    parser.add_argument("--yes", action="store_true", help="rm: really forget it")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Do it with the same kernel as a server. Looking makes no store."""
    _check(options)
    given = gather(os.environ)
    settings = load(Settings, given)
    if options.what == "ls" and not (Path(settings.folder) / "sessions").is_dir():
        console.json({"sessions": []}) if options.json else console.say("there are no sessions")
        return FINE

    import trio

    from headwater.actors.doors.cli.commands.call import strays_to_error
    from headwater.actors.doors.cli.session_actions import act
    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.packaged import Packaged

    with strays_to_error():
        done = trio.run(act, settings, Packaged(Lists.load(given)), options, console)
    return done.show(console)


def _check(options: Namespace) -> None:
    if (options.what == "ls") == bool(options.id):
        takes = "takes no ID" if options.id else "needs an ID; `headwater sessions ls` lists them"
        raise WrongUsage(f"sessions {options.what} {takes}")
    if options.what == "rm" and not options.yes:
        raise WrongUsage("sessions rm forgets the session for good; repeat it with --yes")
    if options.step is not None and options.what != "show":
        raise WrongUsage("--step goes with show")
    if options.what != "export" and (options.output or options.verify_links):
        raise WrongUsage("--output and --verify-links go with export")


COMMAND = Command(
    name="sessions",
    summary="List, show, export or remove research sessions.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
