"""Which tools are offered under the operator's settings, and why the others are not."""

from __future__ import annotations

import difflib
from pathlib import Path

from headwater.actors import lists
from headwater.actors.doors.cli.command import WrongUsage
from headwater.actors.doors.mcp.lists import ToolRow, choose
from headwater.actors.providers.provider import packaged
from headwater.kernel.environment import Given


class Offer:
    """Every tool of the package, in two parts."""

    def __init__(self, given: dict[str, Given]) -> None:
        rows = every_tool()
        self.offered = choose(rows, given)
        self.refused = {row: _why_not(row, given) for row in rows if row not in self.offered}

    def find(self, name: str) -> ToolRow:
        """The offered tool of that name, or WrongUsage with the reason."""
        for row in self.offered:
            if row.name == name:
                return row
        for row, reason in self.refused.items():
            if row.name == name:
                raise WrongUsage(f"{name} is not offered: {reason}")
        close = difflib.get_close_matches(name, [row.name for row in self.offered], n=1)
        hint = f"did you mean {close[0]}?" if close else "`headwater tools` lists what there is"
        raise WrongUsage(f"there is no tool {name!r}; {hint}")


def every_tool() -> list[ToolRow]:
    """All tools of the package, offered or not."""
    lines = Path(lists.FOLDER, "tools.tsv").read_bytes().splitlines()
    return [ToolRow(line) for line in lines]


def used_keys() -> set[str]:
    """The key variables that some tool or provider of this build looks at."""
    wanted = {name for row in every_tool() for name in row.needs}
    for provider in packaged().values():
        for credential in provider.credentials:
            wanted |= {credential.variable, *credential.instead}
    return wanted | {provider.variable for provider in packaged().values()}


def _why_not(row: ToolRow, given: dict[str, Given]) -> str:
    if row.needs and not any(name in given for name in row.needs):
        return f"needs {' or '.join(row.needs)}"
    return f"its toolset {row.family} is not among HEADWATER_TOOLSETS"
