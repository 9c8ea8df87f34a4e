"""The fixtures behind the real HTTP door: python -m support.conformance.serve 127.0.0.1:0."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from support.conformance import asking, content
from support.conformance.views import PROMPTS, VIEWS

from headwater.actors.doors.http.address import parse
from headwater.actors.doors.http.process import serve_forever
from headwater.actors.doors.mcp.listing import lists_of
from headwater.actors.doors.mcp.lists import Lists, ToolRow
from headwater.actors.settings import Settings
from headwater.kernel.inventory import Loaded

TOOLS = [*content.TOOLS, *asking.TOOLS]

# More of JSON Schema than a struct gives rise to; the suite looks whether a listing keeps it.
ADDRESS = {"type": "object", "properties": {"street": {"type": "string"}}}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"$anchor": "addressDef", **ADDRESS}},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def lists() -> Lists:
    made = lists_of(
        {f"fixture.{tool.name}": tool for tool in TOOLS},
        {f"fixture.{view.name}": view for view in VIEWS},
        {f"fixture.{prompt.name}": prompt for prompt in PROMPTS},
    )
    for row in made.tools:
        if row.name == "json_schema_2020_12_tool":
            _describe(row)
    return made


def _describe(row: ToolRow) -> None:
    core = msgspec.json.decode(b"{%b}" % row.core)
    row.core = msgspec.json.encode({**core, "inputSchema": SCHEMA})[1:-1]


def inventory() -> Loaded:
    return Loaded(TOOLS, VIEWS, PROMPTS)


if __name__ == "__main__":
    sys.exit(serve_forever(Settings(), inventory(), lists(), parse(sys.argv[1])))
