"""Puts the tools that only tests offer where the packaged lists are read from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from support.tools import PROMPTS, TOOLS, VIEWS

from headwater.actors.doors.mcp import listing
from headwater.kernel.tool import Tool

MODULE = "from support.tools import TOOLS\nTOOL = TOOLS[{key!r}]\n"


def write(folder: Path, tools: Mapping[str, Tool] = TOOLS) -> Path:
    """A folder of lists, and one module per tool in it; the folder must be importable from."""
    modules = {f"offered_{tool.name}": tool for tool in tools.values()}
    for key, tool in tools.items():
        (folder / f"offered_{tool.name}.py").write_text(MODULE.format(key=key))
    listing.write(folder, listing.files(modules, VIEWS, PROMPTS))
    return folder
