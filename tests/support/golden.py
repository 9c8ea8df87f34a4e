"""Everything that is generated from the code and committed: the lists, the topology, reference."""

from __future__ import annotations

from pathlib import Path

from support import reference

import headwater.actors.prompts
import headwater.actors.tools
import headwater.actors.views
from headwater.actors.doors.mcp import listing
from headwater.actors.service import ACTORS
from headwater.kernel import topology
from headwater.kernel.discovery import discover
from headwater.kernel.prompt import Prompt
from headwater.kernel.tool import Tool
from headwater.kernel.view import View


def files() -> dict[str, bytes]:
    """Contents by path from the repository's root."""
    tools = discover(headwater.actors.tools, "TOOL", Tool)
    views = discover(headwater.actors.views, "VIEW", View)
    prompts = discover(headwater.actors.prompts, "PROMPT", Prompt)
    lists = listing.files(tools, views, prompts)
    offers = reference.offers(views.values(), prompts.values())
    return {
        "docs/reference/tools.md": reference.tools(tools.values()).encode(),
        "docs/reference/settings.md": reference.settings().encode(),
        "docs/reference/resources-and-prompts.md": offers.encode(),
        **{f"actors/lists/{name}.tsv": text for name, text in lists.items()},
        "tests/golden/topology.txt": topology.render(topology.routes(ACTORS)).encode(),
    }


def write(root: Path) -> None:
    """Bring the files up to date."""
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text)


if __name__ == "__main__":
    write(Path.cwd())
