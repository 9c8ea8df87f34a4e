"""
What is offered, as bytes that were encoded when the package was built.

Part of the start path: reads four small files and imports nothing. Each line is one entry, its
columns separated by tabs, the last ones raw JSON. `listing.py` writes the files from the tools,
views and prompts themselves, and a test compares the two.
"""

from __future__ import annotations

from headwater.actors import lists
from headwater.actors.doors.mcp.revisions import has
from headwater.kernel.environment import BadSetting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from headwater.kernel.environment import Given


class ToolRow:
    """One tool: where it is, what it needs, and the JSON members a client sees."""

    __slots__ = ("core", "extra", "family", "module", "name", "needs", "output")

    def __init__(self, line: bytes) -> None:
        name, family, needs, module, self.core, self.extra, self.output = line.split(b"\t")
        self.name = name.decode()
        self.family = family.decode()
        self.needs = needs.decode().split(",") if needs else []
        self.module = module.decode()

    def entry(self, revision: str, *, output: bool) -> bytes:
        """The tool as `revision` describes it."""
        members = [self.core]
        if has(revision, "2025-03-26"):
            members.append(self.extra)
        if output and self.output and has(revision, "2025-06-18"):
            members.append(self.output)
        return b"{" + b",".join(members) + b"}"


class Row:
    """A resource, template or prompt: its URI or name, its module, and its JSON."""

    __slots__ = ("entry", "module", "name")

    def __init__(self, line: bytes) -> None:
        name, module, self.entry = line.split(b"\t")
        self.name = name.decode()
        self.module = module.decode()


class Lists:
    """Everything offered under the operator's settings."""

    def __init__(
        self,
        tools: list[ToolRow],
        resources: list[Row],
        templates: list[Row],
        prompts: list[Row],
    ) -> None:
        self.tools = tools
        self.resources = resources
        self.templates = templates
        self.prompts = prompts

    @classmethod
    def load(cls, given: dict[str, Given]) -> Lists:
        """The packaged lists, less the tools that the operator did not choose or has no key for."""
        return cls(
            choose([ToolRow(line) for line in _lines("tools")], given),
            [Row(line) for line in _lines("resources")],
            [Row(line) for line in _lines("templates")],
            [Row(line) for line in _lines("prompts")],
        )


def choose(tools: list[ToolRow], given: dict[str, Given]) -> list[ToolRow]:
    """The tools of the chosen toolsets whose keys are there."""
    chosen = _chosen(given)
    families = {tool.family for tool in tools}
    if unknown := sorted(chosen - families - {"all"}):
        accepted = ", ".join(["all", *sorted(families)])
        raise BadSetting(f"HEADWATER_TOOLSETS: no toolset {unknown[0]!r}; use {accepted}")
    return [
        tool
        for tool in tools
        if ("all" in chosen or tool.family in chosen)
        and (not tool.needs or any(name in given for name in tool.needs))
    ]


def _chosen(given: dict[str, Given]) -> set[str]:
    item = given.get("HEADWATER_TOOLSETS")
    if item is None:
        return {"all"}
    names = item.value if isinstance(item.value, list) else str(item.value).split(",")
    return {str(name).strip() for name in names if str(name).strip()} or {"all"}


def _lines(name: str) -> list[bytes]:
    with open(f"{lists.FOLDER}/{name}.tsv", "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms
        return file.read().splitlines()
