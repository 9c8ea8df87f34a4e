"""`headwater tools`: what is offered, what is not and why, and what one tool takes."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import Any

import msgspec

from headwater.actors.doors.cli.command import FINE, Command, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.offer import Offer
from headwater.actors.doors.cli.parameters import parameters
from headwater.actors.doors.mcp.lists import ToolRow
from headwater.actors.doors.mcp.revisions import LATEST_HANDSHAKE
from headwater.actors.settings import Settings
from headwater.kernel.environment import gather
from headwater.kernel.settings import load

EXAMPLES = """\
examples:
  headwater tools                        every tool with its toolset
  headwater tools format_bibliography    what one tool takes
  headwater tools --sizes                what each adds to tools/list, in bytes
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("tool", nargs="?", help="show what this tool takes")
    parser.add_argument("--sizes", action="store_true", help="show the bytes each tool adds")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Print the tools."""
    given = gather(os.environ)
    offer = Offer(given)
    if options.tool:
        offer.offered, offer.refused = [offer.find(options.tool)], {}
    schemas = load(Settings, given).output_schemas
    entries = {row: row.entry(LATEST_HANDSHAKE, output=schemas) for row in offer.offered}
    if options.json:
        console.json(_for_programs(offer, entries, sizes=options.sizes))
    elif options.tool:
        _show_one(entries, console)
    else:
        _show_all(offer, entries, console, sizes=options.sizes)
    return FINE


def _for_programs(offer: Offer, entries: dict[ToolRow, bytes], *, sizes: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "tools": [msgspec.Raw(entry) for entry in entries.values()],
        "notOffered": [
            {"name": row.name, "toolset": row.family, "why": why}
            for row, why in offer.refused.items()
        ],
    }
    if sizes:
        document["bytes"] = {row.name: len(entry) for row, entry in entries.items()}
    return document


def _show_all(
    offer: Offer, entries: dict[ToolRow, bytes], console: Console, *, sizes: bool
) -> None:
    summaries = [msgspec.json.decode(entry)["description"] for entry in entries.values()]
    rows = [[row.name, row.family] for row in entries]
    headers = ["tool", "toolset"]
    if sizes:
        headers.append("bytes")
        rows = [[*row, str(len(entry))] for row, entry in zip(rows, entries.values(), strict=True)]
    if rows:
        full = [[*row, summary] for row, summary in zip(rows, summaries, strict=True)]
        console.table([*headers, "summary"], full)
    total = sum(len(entry) for entry in entries.values())
    more = f", {total:,} bytes" if sizes else ""
    console.say(*([""] if rows else []), f"{len(rows)} offered{more}")
    if offer.refused:
        refused = [[row.name, row.family, why] for row, why in offer.refused.items()]
        console.say("")
        console.table(["not offered", "toolset", "why"], refused)


def _show_one(entries: dict[ToolRow, bytes], console: Console) -> None:
    for row, entry in entries.items():
        tool = msgspec.json.decode(entry)
        console.say(console.paint(row.name, "bold"), tool["description"], "")
        rows = parameters(tool["inputSchema"])
        if rows:
            console.table(["argument", "takes", "default", "about"], rows)
        else:
            console.say("It takes no arguments.")


COMMAND = Command(
    name="tools",
    summary="List the tools that are offered, and why others are not.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
