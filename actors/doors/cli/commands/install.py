"""`headwater install`: makes the server known to a client."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from headwater.actors.doors.cli import merge
from headwater.actors.doors.cli.client import own_command
from headwater.actors.doors.cli.clients import NAMES, Place, claude_command, entry, place_of
from headwater.actors.doors.cli.command import FAILED, FINE, Command, WrongUsage
from headwater.actors.doors.cli.console import Console

EXAMPLES = """\
examples:
  headwater install claude-desktop            show the entry and where it would go
  headwater install claude-desktop --write    put it there
  headwater install vscode --print            only the JSON
  headwater install cursor --project --write --env HEADWATER_TOOLSETS=citation

With --write other entries stay as they are, and the file as it was is kept beside it as .bak.
Claude Code's own program is used where it is installed, unless --project is given.
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("client", choices=NAMES, help="the program that is to start Headwater")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--write", action="store_true", help="write the entry")
    how.add_argument("--print", dest="only", action="store_true", help="print the JSON only")
    parser.add_argument("--project", action="store_true", help="for this folder's project only")
    parser.add_argument("--name", default="headwater", help="the entry's name")
    parser.add_argument(
        "--env", action="append", default=[], metavar="KEY=VALUE", help="a variable for the server"
    )


def run(options: Namespace, console: Console) -> int:
    """Show the entry, print it, or write it."""
    place = place_of(options.client, os.environ, Path.cwd(), project=options.project)
    command, env = own_command(), _variables(options.env)
    wanted = entry(place, command, env)
    document = {place.member: {options.name: wanted}}
    if options.only:
        console.json(document)
        return FINE
    adding = claude_command(options.name, command, env) if _has_own(options) else None
    if not options.write:
        _show(document, place, adding, console)
        return FINE
    if adding:
        return subprocess.run(adding, check=False).returncode and FAILED  # noqa: S603 - shown above
    return _write(place, options.name, wanted, console)


def _has_own(options: Namespace) -> bool:
    """Whether the client has a program of its own for this."""
    return (
        options.client == "claude-code"
        and not options.project
        and shutil.which("claude") is not None
    )


def _variables(typed: list[str]) -> dict[str, str]:
    pairs = [item.partition("=") for item in typed]
    if wrong := [name for name, sign, _ in pairs if not sign or not name]:
        raise WrongUsage(f"--env takes KEY=VALUE, not {wrong[0]!r}")
    return {name: value for name, _, value in pairs}


def _show(
    document: dict[str, Any], place: Place, adding: list[str] | None, console: Console
) -> None:
    if adding:
        console.say("This command adds the server to Claude Code:", "", shlex.join(adding), "")
    else:
        console.say(f"This goes into {place.path}:", "")
        console.json(document)
        console.say("")
    console.say("Nothing has been written; --write does it.")


def _write(place: Place, name: str, wanted: dict[str, Any], console: Console) -> int:
    try:
        change = merge.put(place.path, place.member, name, wanted)
    except merge.CannotMerge as problem:
        console.complain(f"headwater: {problem}")
        return FAILED
    if change == "unchanged":
        console.say(f"{place.path} has this entry already; nothing was written.")
    else:
        console.say(f"{name} {change} in {place.path}", place.after)
    return FINE


COMMAND = Command(
    name="install",
    summary="Make the server known to a client: " + ", ".join(NAMES) + ".",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
