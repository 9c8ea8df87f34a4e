"""Writes what `lists.py` reads: tools, views and prompts as lines of pre-encoded JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from headwater.actors.doors.mcp.lists import Lists, Row, ToolRow
from headwater.kernel.prompt import Prompt
from headwater.kernel.schema import schema_of
from headwater.kernel.tool import Tool
from headwater.kernel.view import View


def tool_line(module: str, tool: Tool) -> bytes:
    """One line of tools.tsv."""
    core = {
        "name": tool.name,
        "description": tool.summary,
        "inputSchema": {"type": "object", **schema_of(tool.takes)},
    }
    annotations = {
        "readOnlyHint": tool.read_only,
        "destructiveHint": False,
        "idempotentHint": tool.idempotent,
        "openWorldHint": tool.open_world,
    }
    if tool.read_only:
        del annotations["destructiveHint"]  # says nothing about a tool that only reads
    extra = {**({"title": tool.title} if tool.title else {}), "annotations": annotations}
    output = {} if tool.gives is object else {"outputSchema": schema_of(tool.gives)}
    columns = [tool.name, tool.family, ",".join(tool.needs), module]
    return _line(columns, core, extra, output)


def view_line(module: str, view: View) -> bytes:
    """One line of resources.tsv or templates.tsv."""
    address = "uriTemplate" if view.is_template else "uri"
    entry = {address: view.uri, "name": view.name, "description": view.about}
    entry |= {"mimeType": view.mime_type}
    if view.title:
        entry["title"] = view.title
    return b"\t".join([view.uri.encode(), module.encode(), msgspec.json.encode(entry)])


def prompt_line(module: str, prompt: Prompt) -> bytes:
    """One line of prompts.tsv."""
    entry: dict[str, Any] = {"name": prompt.name, "description": prompt.about}
    if prompt.title:
        entry["title"] = prompt.title
    entry["arguments"] = [
        {"name": argument.name, "description": argument.about, "required": argument.required}
        for argument in prompt.arguments
    ]
    return b"\t".join([prompt.name.encode(), module.encode(), msgspec.json.encode(entry)])


def files(
    tools: Mapping[str, Tool], views: Mapping[str, View], prompts: Mapping[str, Prompt]
) -> dict[str, bytes]:
    """The four files, by name."""
    plain = {module: view for module, view in views.items() if not view.is_template}
    templates = {module: view for module, view in views.items() if view.is_template}
    return {
        "tools": _file([tool_line(module, tool) for module, tool in tools.items()]),
        "resources": _file([view_line(module, view) for module, view in plain.items()]),
        "templates": _file([view_line(module, view) for module, view in templates.items()]),
        "prompts": _file([prompt_line(module, prompt) for module, prompt in prompts.items()]),
    }


def lists_of(
    tools: Mapping[str, Tool], views: Mapping[str, View], prompts: Mapping[str, Prompt]
) -> Lists:
    """The lists straight from the values, for doors that need not start in milliseconds."""
    made = {name: text.splitlines() for name, text in files(tools, views, prompts).items()}
    return Lists(
        [ToolRow(line) for line in made["tools"]],
        [Row(line) for line in made["resources"]],
        [Row(line) for line in made["templates"]],
        [Row(line) for line in made["prompts"]],
    )


def write(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files."""
    folder.mkdir(exist_ok=True)
    for name, text in contents.items():
        (folder / f"{name}.tsv").write_bytes(text)


def _file(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in sorted(lines))


def _line(columns: list[str], *objects: dict[str, Any]) -> bytes:
    """Columns, then objects without their braces: a reader puts the members it wants together."""
    members = [msgspec.json.encode(value)[1:-1] for value in objects]
    return b"\t".join([column.encode() for column in columns] + members)
