"""What was typed, as a command and its options."""

from __future__ import annotations

import difflib
import sys
from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter

from headwater import __version__
from headwater.actors.doors.cli import commands
from headwater.actors.doors.cli.command import Command
from headwater.kernel.discovery import discover

ORDER = (
    "serve",
    "tools",
    "call",
    "extract",
    "install",
    "doctor",
    "config",
    "store",
    "sessions",
    "lenses",
    "bulk",
    "topology",
    "demo",
    "bench",
)

NOTES = """\
`headwater COMMAND --help` says more about one of them.

exit codes: 0 fine; 1 the call or a check failed; 2 wrong usage or settings; 130 interrupted
"""


def parse(arguments: list[str]) -> tuple[Command, Namespace]:
    """The command and its options. Like argparse, it ends the program where neither is there."""
    known = find()
    parser = _parser(known)
    if not arguments:
        parser.print_help()
        sys.exit(0)
    chosen = parser.parse_args(arguments)
    command = known.get(chosen.command)
    if command is None:
        close = difflib.get_close_matches(chosen.command, known, n=1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"
        parser.error(f"unknown command {chosen.command!r}{hint}")
    return command, parser_of(command).parse_intermixed_args(chosen.rest)


def find() -> dict[str, Command]:
    """Every command by name, the ones people start with first."""
    found = {command.name: command for command in discover(commands, "COMMAND", Command).values()}
    places = {name: place for place, name in enumerate(ORDER)}
    return dict(sorted(found.items(), key=lambda item: (places.get(item[0], len(ORDER)), item[0])))


def parser_of(command: Command) -> ArgumentParser:
    """The parser of one command."""
    parser = ArgumentParser(
        prog=f"headwater {command.name}",
        description=command.summary,
        epilog=command.examples or None,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.arrange(parser)
    return parser


def _parser(known: dict[str, Command]) -> ArgumentParser:
    width = max(len(name) for name in known)
    listed = [f"  {name:<{width}}  {command.summary}" for name, command in known.items()]
    parser = ArgumentParser(
        prog="headwater",
        usage="headwater COMMAND …",
        description="Research for agents over MCP: evidence with its sources.\n\ncommands:\n"
        + "\n".join(listed),
        epilog=NOTES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"headwater {__version__}")
    parser.add_argument("command", help=SUPPRESS)
    parser.add_argument("rest", nargs=REMAINDER, help=SUPPRESS)
    return parser
