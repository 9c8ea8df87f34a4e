"""A run from the first address to the summary: opens the pipe, the input and the output."""

from __future__ import annotations

import os
import signal
import time
from argparse import Namespace
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal, Protocol

import trio

from headwater.actors.bulk import parquet, progress
from headwater.actors.bulk.crew import crew_of
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.journal import Journal, forget_failures
from headwater.actors.bulk.progress import Tally
from headwater.actors.bulk.reading import Reading, settle
from headwater.actors.bulk.run import Run
from headwater.actors.bulk.sources import lines, sitemap, warc
from headwater.actors.bulk.wishes import Wishes
from headwater.actors.desk import QuietDesk
from headwater.actors.service import serving
from headwater.actors.settings import Settings
from headwater.kernel.inventory import Inventory
from headwater.kernel.tool import Desk

Ended = Literal["done", "nothing", "interrupted"]

MOST = 8  # processes by themselves; each holds 40 MB, and one writes the lines of all
TICK = 0.25  # seconds between looks at a terminal
QUIET_TICK = 10.0  # seconds between lines elsewhere


class Screen(Protocol):
    """Where a run is watched."""

    watched: bool

    def complain(self, *lines: str) -> None:
        """Something that is not a result."""

    def status(self, text: str) -> None:
        """What is going on."""


async def bulk(
    settings: Settings, inventory: Inventory, options: Namespace, screen: Screen
) -> Ended:
    """Read everything that the options name."""
    path, target = _paths(options.output)
    if options.retry_failed and path is not None:
        screen.complain(f"{forget_failures(path):,} errors are tried again")
    wishes = _wishes(options)
    with Journal(path) as journal:
        tally = Tally(started=time.monotonic(), done_before=journal.count, total=_total(options))
        async with serving(wishes.settings(settings), inventory) as service:
            settle()
            desk = QuietDesk(service.kernel)
            async with crew_of(Reading(desk, wishes), wishes, _helpers(options)) as crew:
                run = Run(crew, journal, wishes, tally)
                finished = await _watched(run, _items(options, desk), screen)
        screen.status("")
        if finished and path is not None and target is not None:
            await trio.to_thread.run_sync(parquet.convert, path, target)
            path.unlink()
    return _end(run, screen, finished=finished, resumable=path is not None)


async def _watched(run: Run, items: AsyncIterator[Item], screen: Screen) -> bool:
    """Whether it came to its end before somebody interrupted it."""
    finished = False
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def stop_on_signal() -> None:
                async for _ in signals:
                    nursery.cancel_scope.cancel()

            nursery.start_soon(stop_on_signal)
            nursery.start_soon(_report, run, screen)
            await run.read_all(items)
            finished = True
            nursery.cancel_scope.cancel()
    return finished


async def _report(run: Run, screen: Screen) -> None:
    """A line that changes on a terminal, a line now and then elsewhere."""
    while True:
        await trio.sleep(TICK if screen.watched else QUIET_TICK)
        text = progress.news(run.tally, time.monotonic(), running=run.running)
        if screen.watched:
            screen.status(progress.bar(run.tally) + text)
        else:
            screen.complain(text)


def _end(run: Run, screen: Screen, *, finished: bool, resumable: bool) -> Ended:
    tally = run.tally
    screen.complain(*progress.summary(tally, time.monotonic()))
    if not finished:
        hint = "; the same command goes on from here" if resumable else ""
        screen.complain(f"interrupted{hint}")
        return "interrupted"
    return "done" if tally.documents or not tally.problems else "nothing"


def _paths(output: str) -> tuple[Path | None, Path | None]:
    """Where lines go, and what they are made into at the end."""
    if output == "-":
        return None, None
    path = Path(output)
    if path.suffix != ".parquet":
        return path, None
    parquet.check()
    return path.with_name(path.name + ".jsonl"), path


def _items(options: Namespace, desk: Desk) -> AsyncIterator[Item]:
    if options.sitemap:
        return sitemap.items(desk, options.sitemap)
    if options.input != "-" and warc.is_warc(Path(options.input)):
        return warc.items(Path(options.input))
    return lines.items(options.input)


def _total(options: Namespace) -> int | None:
    """How many addresses there are, where that can be known cheaply."""
    path = Path(options.input)
    if not options.input or options.input == "-" or warc.is_warc(path):
        return None
    return lines.count(path)


def _helpers(options: Namespace) -> int:
    """How many processes read besides this one: one for each core, and none for a single one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    wanted: int = options.processes or min(cores or 1, MOST)
    return wanted if wanted > 1 else 0


def _wishes(options: Namespace) -> Wishes:
    return Wishes(
        concurrency=options.concurrency,
        per_host=options.per_host,
        delay=options.delay,
        timeout=options.timeout,
        retries=options.retries,
        deduplicate=not options.keep_duplicates,
        text=not options.no_text,
        limit=options.limit,
    )
