"""`headwater call`: one tool, run through the same kernel as a client's call."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

import msgspec

from headwater.actors.doors.cli import values
from headwater.actors.doors.cli.command import FAILED, FINE, INTERRUPTED, Command
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.offer import Offer
from headwater.actors.doors.cli.render import printable, render
from headwater.kernel.environment import gather

if TYPE_CHECKING:
    from headwater.actors.messages.calls import Block, CallResult, CallTool
    from headwater.actors.settings import Settings
    from headwater.kernel.actor import Pipe
    from headwater.kernel.inventory import Inventory

EXAMPLES = """\
arguments:
  key=value      a value, read as the tool's schema says; a list as a,b,c or as JSON
  key:=JSON      a value as JSON, whatever the schema says
  --args JSON    all arguments at once; @file reads a file, - standard input

examples:
  headwater call format_bibliography style=apa sources:='[{"url": "https://example.org"}]'
  headwater call format_bibliography --args @sources.json --json

The result goes to standard output, everything else to standard error.
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("tool", help="the tool's name; `headwater tools` lists them")
    parser.add_argument("arguments", nargs="*", metavar="key=value", help="see below")
    parser.add_argument("--args", metavar="JSON", help="all arguments: JSON, @file, or -")
    parser.add_argument("--json", action="store_true", help="print the result's exact JSON")


def run(options: Namespace, console: Console) -> int:
    """Make the call and show what came back."""
    import trio

    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.packaged import Packaged
    from headwater.actors.settings import Settings
    from headwater.kernel.settings import load

    given = gather(os.environ)
    row = Offer(given).find(options.tool)
    schema = msgspec.json.decode(b"{" + row.core + b"}")["inputSchema"]
    arguments = values.read(options.args, options.arguments, schema)
    raw = msgspec.json.encode(arguments)
    settings = load(Settings, given)
    with strays_to_error():
        result = trio.run(place, settings, Packaged(Lists.load(given)), row.name, raw, console)
    if result is None:
        console.complain("headwater: interrupted, the call was cancelled")
        return INTERRUPTED
    show(result, console, as_json=options.json)
    return FAILED if result.failed else FINE


@contextmanager
def strays_to_error() -> Iterator[None]:
    """Whatever a library prints meanwhile, in Python or below it, is not part of the result."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


async def place(
    settings: Settings, inventory: Inventory, name: str, arguments: bytes, console: Console
) -> CallResult | None:
    """One call, from opening the server to closing it; None when it was interrupted."""
    import trio

    from headwater.actors.doors.cli.caller import Watcher
    from headwater.actors.messages.calls import CallTool
    from headwater.actors.service import serving

    result: CallResult | None = None
    watcher = Watcher(name, console)
    with trio.open_signal_receiver(signal.SIGINT) as signals:
        async with serving(settings, inventory) as service, trio.open_nursery() as nursery:

            async def stop_on_interrupt() -> None:
                async for _ in signals:
                    nursery.cancel_scope.cancel()

            nursery.start_soon(stop_on_interrupt)
            nursery.start_soon(watcher.tick)
            result = await _ask(service.kernel, CallTool(name, arguments, watcher, progress=name))
            nursery.cancel_scope.cancel()
    console.status("")
    return result


async def _ask(pipe: Pipe, call: CallTool) -> CallResult:
    """The result. The router words a tool's own faults; this is about the server's."""
    from headwater.actors.messages.calls import CallResult, Text
    from headwater.kernel.faults import Fault

    try:
        return await pipe.ask(call)
    except Fault as fault:
        return CallResult(blocks=(Text(f"{fault}. {fault.hint}"),), failed=True)


def show(result: CallResult, console: Console, *, as_json: bool) -> None:
    """The structure where there is one, then the blocks; of a failed call, its message."""
    from headwater.actors.messages.calls import Text

    if result.failed:
        texts = [block.text for block in result.blocks if isinstance(block, Text)]
        console.complain(*(printable(text) for text in texts))
    if as_json:
        _show_json(result, console)
        return
    if result.structured:
        console.say(*render(msgspec.json.decode(result.structured), console.width))
    if not result.failed:
        for block in result.blocks:
            console.say(*_lines(block))


def _show_json(result: CallResult, console: Console) -> None:
    """The bytes of the structure as they are; content blocks only where there is no structure."""
    document = result.structured
    if not document and not result.failed:
        document = msgspec.json.encode({"content": result.blocks})
    if document:
        console.raw(document)


def _lines(block: Block) -> list[str]:
    from headwater.actors.messages.calls import Embedded, ResourceLink, Text

    if isinstance(block, Text):
        return printable(block.text).split("\n")
    if isinstance(block, ResourceLink):
        return [printable(f"[{block.name}: {block.uri}]")]
    if isinstance(block, Embedded):
        return printable(block.resource.text or f"[{block.resource.uri}]").split("\n")
    return [printable(f"[{block.mime_type}, {len(block.data) * 3 // 4:,} bytes]")]


COMMAND = Command(
    name="call",
    summary="Call one tool and print its result.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
