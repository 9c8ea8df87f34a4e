"""A few reading processes, started when first needed and kept warm for a while."""

from __future__ import annotations

import math
import os

import trio

from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.reader import Given
from headwater.actors.resources.documents.frames import Outcome
from headwater.actors.resources.documents.process import Gone, Process
from headwater.kernel.trace import log

MOST = 4  # processes
IDLE = 120.0  # seconds a process is kept without work
LARGE = 8 * 1024 * 1024  # bytes; a process that read more is not kept, as it keeps the memory
SECONDS = 25.0  # for one document, whatever its process does; its own limit counts work only


class Documents:
    """
    Reads documents elsewhere.

    A reader that leaves takes its process with it: parsers cannot be interrupted, only ended.
    """

    def __init__(self, *, most: int | None = None, seconds: float = SECONDS) -> None:
        self._room = trio.CapacityLimiter(most or min(MOST, os.cpu_count() or 1))
        self._seconds = seconds
        self._idle: list[tuple[Process, float]] = []  # and since when
        self._watched = False

    async def read(self, given: Given, until: float = math.inf) -> Document:
        """The document, or `Unreadable`, by a moment of the trio clock at the latest."""
        with trio.move_on_at(until):
            async with self._room:
                with trio.move_on_after(self._seconds):
                    return _document(await self._outcome(given), given.media)
        raise Unreadable("reading it took too long and was stopped", reason="too_large")

    async def close(self) -> None:
        """End all processes."""
        while self._idle:
            await self._idle.pop()[0].end()

    async def _outcome(self, given: Given) -> Outcome:
        """A process that was kept may have died meanwhile; a fresh one dies of the document."""
        process = await self._take()
        try:
            return await self._ask(process, given)
        except Gone:
            if not process.started:
                raise _too_much() from None
        try:
            return await self._ask(Process(), given)
        except Gone:
            raise _too_much() from None

    async def _ask(self, process: Process, given: Given) -> Outcome:
        reusable = False
        try:
            outcome = await process.read(given)
            reusable = len(given.body) < LARGE and not _is_too_large(outcome)
        finally:
            if reusable:
                self._put_back(process)
            else:
                await process.end()
        return outcome

    async def _take(self) -> Process:
        """The one used last: it is warmest, and the others can grow old."""
        await self._retire()
        while self._idle:
            process, _ = self._idle.pop()
            if process.alive:
                return process
            await process.end()
        return Process()

    def _put_back(self, process: Process) -> None:
        self._idle.append((process, trio.current_time()))
        if not self._watched:
            self._watched = True
            trio.lowlevel.spawn_system_task(self._grow_old)

    async def _grow_old(self) -> None:
        """Runs while any process is idle."""
        while self._idle:
            await trio.sleep(IDLE)
            await self._retire()
        self._watched = False

    async def _retire(self) -> None:
        now = trio.current_time()
        old = [entry for entry in self._idle if now - entry[1] >= IDLE]
        self._idle = [entry for entry in self._idle if now - entry[1] < IDLE]
        for process, _ in old:
            await process.end()


def _too_much() -> Unreadable:
    return Unreadable(
        "reading it took more time or memory than a document may have", reason="too_large"
    )


def _is_too_large(outcome: Outcome) -> bool:
    return outcome.problem is not None and outcome.problem.reason == "too_large"


def _document(outcome: Outcome, media: str) -> Document:
    if outcome.document is not None:
        return outcome.document
    problem = outcome.problem
    if problem is None:
        raise Unreadable("nothing came of reading it", reason="broken")
    if problem.trace:
        log("document_reader_failed", media=media, trace=problem.trace)
    raise Unreadable(
        problem.message,
        reason=problem.reason,
        known=problem.known,
        tiers=(f"document: {problem.reason}",),
    )
