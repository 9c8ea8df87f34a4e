"""Everything that is generated from the code and committed: the lists, the topology, reference."""

from __future__ import annotations

from pathlib import Path

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
    lists = listing.files(
        discover(headwater.actors.tools, "TOOL", Tool),
        discover(headwater.actors.views, "VIEW", View),
        discover(headwater.actors.prompts, "PROMPT", Prompt),
    )
    return {
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
