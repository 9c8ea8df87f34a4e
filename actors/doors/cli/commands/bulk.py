"""`headwater bulk`: many pages, one line of JSON for each, through the same pipe as one page."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from headwater.actors.doors.cli.command import FAILED, FINE, INTERRUPTED, Command, WrongUsage
from headwater.actors.doors.cli.console import Console
from headwater.kernel.environment import gather

EXAMPLES = """\
input:
  FILE        addresses, one on a line; lines that start with # are left out
  -           the same from standard input
  *.warc.gz   recorded answers, read without contacting anybody (known by its first bytes)
  --sitemap   the address of a sitemap or of an index of sitemaps

output:
  One line of JSON for each address, in no particular order: a document, or its error. The same
  command goes on where an interrupted one ended; no address is read or written twice. A file
  whose name ends in .parquet is written as Parquet (needs headwater[parquet]).

examples:
  headwater bulk urls.txt -o pages.jsonl
  headwater bulk --sitemap https://example.org/sitemap.xml -o site.jsonl --per-host 2 --delay 1
  headwater bulk crawl.warc.gz -o crawl.parquet
"""


def arrange(parser: ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("input", nargs="?", default="", help="see below")
    parser.add_argument("--sitemap", metavar="URL", default="", help="read the pages it names")
    parser.add_argument("-o", "--output", default="-", help="file; standard output if not given")
    parser.add_argument("--concurrency", type=int, default=64, help="pages at a time (64)")
    parser.add_argument("--per-host", type=int, default=8, help="pages at a time of a host (8)")
    parser.add_argument("--processes", type=int, help="that read (one for each core, 8 at most)")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds between starts at a host")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for a page (30)")
    parser.add_argument("--retries", type=int, default=2, help="tries after a failure (2)")
    parser.add_argument("--limit", type=int, help="most pages to read in this run")
    parser.add_argument("--no-text", action="store_true", help="everything but the text")
    parser.add_argument("--keep-duplicates", action="store_true", help="copies with their text")
    parser.add_argument(
        "--retry-failed", action="store_true", help="first forget the errors in the output"
    )


def run(options: Namespace, console: Console) -> int:
    """Read everything, and sum up."""
    _check(options)
    import trio

    from headwater.actors.bulk.job import bulk
    from headwater.actors.bulk.journal import Busy, NotOurs
    from headwater.actors.bulk.parquet import NoParquet
    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.packaged import Packaged
    from headwater.actors.settings import Settings
    from headwater.kernel.faults import Fault
    from headwater.kernel.settings import load

    given = gather(os.environ)
    settings = load(Settings, given)
    try:
        ended = trio.run(bulk, settings, Packaged(Lists.load(given)), options, console)
    except Busy:
        raise WrongUsage(f"another run is writing to {options.output}") from None
    except NotOurs as problem:
        text = f"{options.output} holds something else ({problem}); give another file with -o"
        raise WrongUsage(text) from None
    except OSError as problem:
        raise WrongUsage(f"{problem.filename or options.output}: {problem.strerror}") from None
    except NoParquet:
        raise WrongUsage("writing Parquet needs: pip install 'headwater[parquet]'") from None
    except Fault as fault:
        console.complain(f"headwater: {fault}. {fault.hint}")
        return FAILED
    return {"done": FINE, "nothing": FAILED, "interrupted": INTERRUPTED}[ended]


def _check(options: Namespace) -> None:
    if bool(options.input) == bool(options.sitemap):
        raise WrongUsage("give either a file (or -) or --sitemap")
    if options.input not in {"", "-"} and not Path(options.input).is_file():
        raise WrongUsage(f"there is no file {options.input}")
    if options.input == "-" and sys.stdin.isatty():
        raise WrongUsage("- reads addresses from standard input, and nothing is piped in")
    for name, least in (("concurrency", 1), ("per_host", 1), ("delay", 0), ("retries", 0)):
        if getattr(options, name) < least:
            raise WrongUsage(f"--{name.replace('_', '-')} is at least {least}")
    if options.timeout <= 0:
        raise WrongUsage("--timeout is more than 0")
    if options.processes is not None and options.processes < 1:
        raise WrongUsage("--processes is at least 1")
    if options.limit is not None and options.limit < 1:
        raise WrongUsage("--limit is at least 1")
    if options.output == "-" and options.retry_failed:
        raise WrongUsage("--retry-failed needs the output of a run before: -o FILE")


COMMAND = Command(
    name="bulk",
    summary="Read many pages into lines of JSON, politely, and go on after any interruption.",
    arrange=arrange,
    run=run,
    examples=EXAMPLES,
)
