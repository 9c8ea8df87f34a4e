"""`headwater extract`: the main content of one page, from a file, an address or standard input."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.actors.doors.cli.command import FAILED, FINE, Command, WrongUsage, add_json
from headwater.actors.doors.cli.console import Console
from headwater.actors.doors.cli.render import printable

if TYPE_CHECKING:
    from headwater.actors.messages.web import RawPage
    from headwater.extraction import Block, Document

LARGEST = 50_000_000  # bytes of a page; far more than any page for people has
SHOWN = 60  # characters of a block's text in the explanation
EXAMPLES = """\
examples:
  headwater extract page.html --url https://example.org/page
  headwater extract https://example.org/ --json
  curl -s https://example.org/ | headwater extract - --explain

An address is fetched as the server fetches it: private addresses are refused. --explain lists
every block of the page with the probability that it is content, and why it was kept or left out.
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("page", metavar="FILE|URL|-", help="the page; - is standard input")
    parser.add_argument("--url", default="", help="the page's address, for its relative links")
    parser.add_argument("--explain", action="store_true", help="tell about every block")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Read the page and print what it holds."""
    from headwater.extraction import explain

    if options.page.startswith(("http://", "https://")):
        page = _fetched(options.page, console)
        if page is None:
            return FAILED
        body, address, kind = page.body, options.url or page.final_url, page.content_type
    else:
        body, address, kind = _given(options.page), options.url, ""
    document, blocks = explain(body, address, kind)
    if options.json:
        told = {"document": document, "blocks": blocks} if options.explain else document
        console.json(told)
    elif options.explain:
        _show_blocks(document, blocks, console)
    else:
        console.say(*printable(document.markdown).split("\n"))
    return FINE


def _given(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read(LARGEST) if name == "-" else Path(name).read_bytes()[:LARGEST]
    except OSError as problem:
        raise WrongUsage(f"cannot read {name}: {problem.strerror}") from problem


def _fetched(url: str, console: Console) -> RawPage | None:
    """The page as the server would get it; None where it cannot be had, which is told."""
    import msgspec
    import trio

    from headwater.actors.doors.cli.commands.call import strays_to_error
    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.messages.web import ReadRaw
    from headwater.actors.packaged import Packaged
    from headwater.actors.service import serving
    from headwater.actors.settings import Settings
    from headwater.kernel.environment import gather
    from headwater.kernel.faults import Fault
    from headwater.kernel.settings import load

    given = gather(os.environ)
    settings = msgspec.structs.replace(load(Settings, given), audit=False)

    async def fetch() -> RawPage | Fault:
        async with serving(settings, Packaged(Lists.load(given))) as service:
            try:
                return await service.kernel.ask(ReadRaw(url, LARGEST, refresh=True))
            except Fault as fault:
                return fault

    with strays_to_error():
        answer = trio.run(fetch)
    if isinstance(answer, Fault):
        console.complain(printable(f"headwater: {answer}. {answer.hint}"))
        return None
    return answer


def _show_blocks(document: Document, blocks: list[Block], console: Console) -> None:
    rows = [
        (
            "keep" if block.kept else "drop",
            f"{block.probability:.2f}",
            block.reason,
            block.path,
            printable(" ".join(block.text.split()))[:SHOWN],
        )
        for block in blocks
    ]
    console.table(("", "content", "because", "where", "text"), rows)
    console.say(f"{document.kind}, expected to be {document.confidence:.0%} right")


COMMAND = Command(
    name="extract",
    summary="Print the main content of one page as Markdown.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
