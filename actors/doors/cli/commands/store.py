"""`headwater store`: what is kept on this machine, and what to do about it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from headwater.actors.doors.cli.command import FAILED, FINE, Command, WrongUsage, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.settings import Settings
from headwater.kernel.environment import BadSetting, gather
from headwater.kernel.faults import Fault
from headwater.kernel.settings import load

WHAT = ("info", "ls", "show", "gc", "rm", "export")
SHELVES = ("artifacts", "sessions")
LIMIT = 100  # records; what fits a screen or two
NAMED = {"show", "rm"}  # what works on one record
EMPTY: dict[str, Any] = {  # what programs get where nothing is kept yet
    "info": {"shelves": []},
    "ls": {"records": [], "more": False},
    "show": {"record": None, "payloads": []},
    "gc": {"expired": 0, "setAside": 0},
    "rm": {"removed": 0},
}
EXAMPLES = """\
what:
  info                where it is, how many records it holds and how large it is
  ls [TABLE]          the newest records, of one table or of all
  show TABLE NAME     one record: what is known about it, and its text
  gc                  remove what has expired, and damaged files that were set aside
  rm TABLE NAME       remove one record for good; needs --yes
  export [TABLE]      every record as a line of JSON, decrypted, payloads in base64

examples:
  headwater store ls pages --limit 10
  headwater store show pages page/1/https://example.org/
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("what", choices=WHAT, metavar="what", help="see below")
    parser.add_argument("table", nargs="?", default="", help="a table that `info` names")
    parser.add_argument("name", nargs="?", default="", help="a record that `ls` names")
    parser.add_argument("--limit", type=int, default=LIMIT, help=f"most to list ({LIMIT})")
    parser.add_argument("--yes", action="store_true", help="really remove it")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Open the store and do it. Looking never makes one: without a store there is nothing."""
    _check(options)
    settings = load(Settings, gather(os.environ))
    if not _is_there(Path(settings.folder)):
        return _nothing_yet(settings.folder, options, console)

    from headwater.actors.doors.cli.store_actions import ACTIONS
    from headwater.actors.resources.store.shelf import WrongKey
    from headwater.actors.service import store_of

    try:
        with closing(store_of(settings)) as store:
            return ACTIONS[options.what](store, options, console)
    except WrongKey as fault:
        raise BadSetting(str(fault)) from None
    except Fault as fault:
        console.complain(f"headwater: {fault}. {fault.hint}")
        return FAILED


def _check(options: Namespace) -> None:
    what = options.what
    if what in NAMED and not options.name:
        raise WrongUsage(f"store {what} needs a table and a name; `headwater store ls` lists them")
    if what not in NAMED and options.name:
        raise WrongUsage(f"store {what} takes no name")
    if what in {"info", "gc"} and options.table:
        raise WrongUsage(f"store {what} takes no table")
    if options.limit < 1:
        raise WrongUsage("--limit is at least 1")
    if what == "rm" and not options.yes:
        raise WrongUsage("store rm removes the record for good; repeat it with --yes")


def _is_there(folder: Path) -> bool:
    return any((folder / shelf).is_dir() for shelf in SHELVES)


def _nothing_yet(folder: str, options: Namespace, console: Console) -> int:
    if options.json and options.what in EMPTY:
        console.json(EMPTY[options.what])
    elif options.what == "export":
        console.complain(f"nothing is kept yet in {folder}")
    else:
        console.say(f"nothing is kept yet; {folder} is made when the first page is read")
    return FINE


COMMAND = Command(
    name="store",
    summary="See what is kept on this machine, and remove or export it.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
