"""`headwater lenses`: which sets of places can be searched, and whether one's own can be used."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from headwater.actors.doors.cli.command import FAILED, FINE, Command, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.messages.lenses import Lens, Lenses
from headwater.actors.settings import Settings
from headwater.kernel.environment import gather
from headwater.kernel.settings import load

WHAT = ("ls", "check")
EXAMPLES = """\
what:
  ls          every lens: its name, how many domains it has, what it is for
  check       read the files of a folder or one file; CUSTOM_LENSES_PATH if none is given

examples:
  headwater lenses ls
  headwater lenses check ~/lenses
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("what", choices=WHAT, metavar="what", help="see below")
    parser.add_argument("path", nargs="?", default="", help="a folder of lenses, or one file")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """List them, or say what is wrong with them."""
    from headwater.actors.resources import lenses

    path = options.path or load(Settings, gather(os.environ)).custom_lenses_path
    known = lenses.load(path)
    return (
        _check(known, path, options, console)
        if options.what == "check"
        else _list(known, options, console)
    )


def _list(known: Lenses, options: Namespace, console: Console) -> int:
    rows = list(known.lenses.values())
    if options.json:
        console.json([_row(lens) for lens in rows])
    else:
        cells = [(lens.name, _places(lens), lens.description) for lens in rows]
        console.table(("lens", "searches", "what for"), cells)
    for problem in known.problems:
        console.complain(f"headwater: {problem}")
    return FINE


def _check(known: Lenses, path: str, options: Namespace, console: Console) -> int:
    own = [lens for lens in known.lenses.values() if lens.own]
    if options.json:
        console.json({"lenses": [_row(lens) for lens in own], "problems": known.problems})
    else:
        for lens in own:
            console.say(f"{lens.name}: {_places(lens)}")
        if not path:
            console.say("CUSTOM_LENSES_PATH is not set, and no folder was given.")
        for problem in known.problems:
            console.complain(problem)
    return FAILED if known.problems else FINE


def _row(lens: Lens) -> dict[str, object]:
    row = {"name": lens.name, "description": lens.description, "domains": lens.domains}
    return {**row, "cx": lens.cx, "goggle": lens.goggle, "own": lens.own}


def _places(lens: Lens) -> str:
    kinds = [(f"{len(lens.domains)} domains", lens.domains), ("an engine", lens.cx)]
    return ", ".join(name for name, given in [*kinds, ("a goggle", lens.goggle)] if given)


COMMAND = Command(
    name="lenses",
    summary="List the search lenses, or check your own.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
