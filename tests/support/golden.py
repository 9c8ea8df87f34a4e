"""Everything that is generated from the code and committed: the lists, the topology, reference."""

from __future__ import annotations

from pathlib import Path

import msgspec
from support import reference

import headwater.actors.prompts
import headwater.actors.readers
import headwater.actors.readers.html.sites
import headwater.actors.sources
import headwater.actors.tools
import headwater.actors.views
from headwater.actors.doors.mcp import listing
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Reader
from headwater.actors.service import ACTORS
from headwater.actors.sources.source import Source
from headwater.benchmarks.report import markdown
from headwater.benchmarks.suite import Results
from headwater.kernel import topology
from headwater.kernel.discovery import discover, index_of
from headwater.kernel.prompt import Prompt
from headwater.kernel.tool import Tool
from headwater.kernel.view import View

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


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
        **{f"actors/lists/{name}.tsv": text for name, text in (lists | _found()).items()},
        **_run(),
        "tests/golden/topology.txt": topology.render(topology.routes(ACTORS)).encode(),
    }


def _found() -> dict[str, bytes]:
    """What is looked for by a key, and where it is."""
    readers = discover(headwater.actors.readers, "READER", Reader)
    sites = discover(headwater.actors.readers.html.sites, "SITE", Site)
    sources = discover(headwater.actors.sources, "SOURCE", Source)
    return {
        "readers": index_of({at: reader.media for at, reader in readers.items()}),
        "sites": index_of(
            {at: [mark.decode() for mark in site.marks] for at, site in sites.items()}
        ),
        "sources": index_of({at: [one.name, *one.hosts] for at, one in sources.items()}),
    }


def _run() -> dict[str, bytes]:
    """The page of the last accepted benchmark run, from its figures."""
    figures = "benchmarks/run.json"
    kept = msgspec.json.decode((REFERENCE / figures).read_bytes(), type=Results)
    made = {name: text for name, text in markdown.files(kept).items() if name != figures}
    return {f"docs/reference/{name}": text.encode() for name, text in made.items()}


def write(root: Path) -> None:
    """Bring the files up to date."""
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text)


if __name__ == "__main__":
    write(Path.cwd())
