"""`headwater bench`: what this machine can do, and where we stand beside others."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.actors.doors.cli.command import (
    FAILED,
    FINE,
    INTERRUPTED,
    Command,
    WrongUsage,
    add_json,
)
from headwater.actors.doors.cli.console import Console

if TYPE_CHECKING:
    from headwater.benchmarks.suite import Results

EXAMPLES = """\
A case is measured beside a floor, the least that the same work can cost here, or beside another
program in the same run. Ratios can be compared between machines; times cannot.

examples:
  headwater bench                        every case
  headwater bench scrape extract         the cases whose names start so
  headwater bench --peers --html run.html
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("names", nargs="*", help="only cases whose name starts so")
    parser.add_argument("--quick", action="store_true", help="short: checks results and ratios")
    parser.add_argument("--peers", action="store_true", help="install and measure others as well")
    parser.add_argument("--corpus", metavar="FOLDER", default="", help="pages with ground truth")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts")
    parser.add_argument("--docs", metavar="FOLDER", help="write a page of documentation there")
    parser.add_argument("--from", dest="run", metavar="FILE", help="show a run kept as JSON")
    parser.add_argument("--keep", action="store_true", help="keep better ratios as the baseline")
    parser.add_argument("--accept", metavar="REASON", default="", help="keep worse ones too")
    add_json(parser)


def run(options: Namespace, console: Console) -> int:
    """Measure, show, and say whether anything got worse."""
    if options.corpus and not (Path(options.corpus) / "evaluate.py").is_file():
        raise WrongUsage(f"{options.corpus} holds no evaluate.py")
    from headwater.benchmarks import suite
    from headwater.benchmarks.report import markdown, page, terminal

    results = _kept(options.run) if options.run else _measured(options, console)
    if options.json:
        console.json(results)
    else:
        console.table(terminal.HEADERS, [terminal.cells(row) for row in results.rows])
        console.say(*terminal.summary(results))
    if options.html:
        Path(options.html).write_text(page.page(results))
    if not results.whole:
        console.complain("headwater: interrupted; nothing is kept")
        return INTERRUPTED
    if options.docs:
        markdown.write(results, Path(options.docs))
    if options.keep or options.accept:
        suite.keep(results, options.accept)
    return FINE if results.is_fine else FAILED


def _measured(options: Namespace, console: Console) -> Results:
    from headwater.benchmarks import suite
    from headwater.benchmarks.case import Plan

    plan = Plan(quick=options.quick, peers=options.peers, corpus=options.corpus)
    watch = console.status if console.watched else console.complain
    results = suite.run(plan, options.names, watch)
    console.status("")
    if results.whole and not results.rows:
        raise WrongUsage(f"no case starts with {' or '.join(options.names)}")
    return results


def _kept(path: str) -> Results:
    import msgspec

    from headwater.benchmarks.suite import Results

    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=Results)
    except (OSError, msgspec.DecodeError) as problem:
        raise WrongUsage(f"{path} holds no run: {problem}") from None


COMMAND = Command(
    name="bench",
    summary="Measure this machine, beside floors and other programs.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
