"""`headwater config`: each setting, its value, and where that came from."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from headwater.actors.doors.cli.command import FINE, Command, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.offer import used_keys
from headwater.actors.keys import KEYS
from headwater.actors.settings import Settings
from headwater.kernel.environment import config_path, gather
from headwater.kernel.settings import Setting, describe, load

EXAMPLES = """\
examples:
  headwater config          every setting; secrets only as set or not set
  headwater config path     where the settings file is looked for
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("what", nargs="?", choices=["path"], help="print only the file's path")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Print the settings."""
    path = config_path(os.environ)
    if options.what == "path":
        console.json({"path": path}) if options.json else console.say(path)
        return FINE
    given = gather(os.environ)
    settings = [_effective(item, load(Settings, given)) for item in describe(Settings, given)]
    used = used_keys()
    if options.json:
        console.json({"file": path, "settings": [_row(item, used) for item in settings]})
        return FINE
    rows = [[item.name, _worded(item, used), _short(item.origin), item.about] for item in settings]
    console.table(["setting", "value", "origin", "what it does"], rows)
    there = "" if Path(path).is_file() else " (not there)"
    console.say("", f"settings file: {_short(path)}{there}")
    return FINE


def _effective(item: Setting, settings: Settings) -> Setting:
    """With the folder that is used where none is set."""
    return replace(item, value=settings.folder) if item.name == "HEADWATER_HOME" else item


def _worded(item: Setting, used: set[str]) -> str:
    """A setting's value, for people."""
    if isinstance(item.value, tuple):
        return ", ".join(item.value)
    if isinstance(item.value, bool):
        return "true" if item.value else "false"
    value = _short(str(item.value)) or "not set"
    unused = item.origin != "default" and item.name in _NAMES and item.name not in used
    return f"{value}, not used yet" if unused else value


def _short(path: str) -> str:
    """A path as people write it."""
    home = os.environ.get("HOME", "").rstrip("/")
    return f"~{path.removeprefix(home)}" if home and path.startswith(f"{home}/") else path


def _row(item: Setting, used: set[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"name": item.name, "value": item.value, "origin": item.origin}
    if item.name in _NAMES:
        row["used"] = item.name in used
    return {**row, "secret": item.secret, "about": item.about}


_NAMES = {variable.name for variable in KEYS}

COMMAND = Command(
    name="config",
    summary="Print every setting, its value and where that came from.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
