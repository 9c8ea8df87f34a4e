"""The run itself: takes addresses, asks the pipe, writes down what comes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator

import trio
from msgspec import Struct

from headwater import _native
from headwater.actors.bulk.duplicates import SHORT
from headwater.actors.bulk.item import Item, Line, Problem
from headwater.actors.bulk.journal import Journal
from headwater.actors.bulk.progress import Tally
from headwater.actors.bulk.schedule import Schedule
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.web import Page, ReadGiven, ReadPage
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

AGAIN = frozenset({"network", "rate_limited", "upstream_unavailable"})  # what may pass
PAUSE = 2.0  # seconds before the second try, twice that before the third, …
LONGEST = 120.0  # seconds; a server that asks for more is tried after this, and then given up
MUCH = 20_000  # characters; fingerprinting less takes no longer than the way to a thread
WINDOW = 5_000  # items known beforehand: enough hosts to choose from, little memory


class Wishes(Struct, frozen=True):
    """How a run is to go about it."""

    concurrency: int = 64
    per_host: int = 8
    delay: float = 0.0  # seconds between starts at one host
    timeout: float = 30.0  # seconds for one page
    retries: int = 2
    deduplicate: bool = True
    text: bool = True
    limit: int | None = None  # pages


class Run:
    """One run. Its pages come in any order; each address is written down once."""

    def __init__(self, desk: Desk, journal: Journal, wishes: Wishes, tally: Tally) -> None:
        self._desk = desk
        self._journal = journal
        self._wishes = wishes
        self._schedule = Schedule(per_host=wishes.per_host, delay=wishes.delay)
        self._exhausted = False
        self._news = trio.Event()
        self._room = trio.Event()
        self.tally = tally
        self.running = 0

    async def read_all(self, items: AsyncIterator[Item]) -> None:
        """Read everything; returns when every item is written down."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._fill, items)
            while not (self._exhausted and not self._schedule.waiting and not self.running):
                self._start_what_can(nursery)
                await self._wait()
            nursery.cancel_scope.cancel()

    async def _fill(self, items: AsyncIterator[Item]) -> None:
        """Take new addresses as long as there is room for them."""
        taken = 0
        async for item in items:
            if not self._journal.claim(item.url):
                continue
            while self._schedule.waiting >= self._window(item):
                self._room = trio.Event()
                await self._room.wait()
            self._schedule.add(item)
            self._news.set()
            taken += 1
            if taken == self._wishes.limit:
                break
        self._exhausted = True
        self._news.set()

    def _window(self, item: Item) -> int:
        """Recorded answers are held in memory, so few of them are taken beforehand."""
        return WINDOW if item.given is None else self._wishes.concurrency

    def _start_what_can(self, nursery: trio.Nursery) -> None:
        now = trio.current_time()
        while self.running < self._wishes.concurrency:
            item = self._schedule.take(now)
            if item is None:
                break
            self.running += 1
            nursery.start_soon(self._work, item)
        self._room.set()

    async def _wait(self) -> None:
        """Until something ended, something came, or it is time for something that waits."""
        self._news = trio.Event()
        moment = self._schedule.next_moment()
        if moment is None or self.running >= self._wishes.concurrency:
            await self._news.wait()
            return
        with trio.move_on_at(moment):
            await self._news.wait()

    async def _work(self, item: Item) -> None:
        try:
            line = await self._read(item)
            if line is not None:
                self._write(line)
        finally:
            self.running -= 1
            self._schedule.release(item)
            self._news.set()

    async def _read(self, item: Item) -> Line | None:
        """Its line, or nothing when it is tried again later."""
        item.attempts += 1
        try:
            page = await self._ask(item)
        except Fault as fault:
            return self._later_or_never(item, fault)
        return await self._line(item, page)

    async def _ask(self, item: Item) -> Page:
        if item.given is not None:
            return await self._desk.ask(ReadGiven(item.given))
        with trio.move_on_after(self._wishes.timeout):
            return await self._desk.ask(ReadPage(item.url, kept=False))
        raise TooSlow(f"no complete answer in {self._wishes.timeout:g} s")

    def _later_or_never(self, item: Item, fault: Fault) -> Line | None:
        asked = fault.retry_after if isinstance(fault, WebFault) else None
        if fault.code in AGAIN and item.attempts <= self._wishes.retries and item.given is None:
            pause = PAUSE * 2 ** (item.attempts - 1) * random.uniform(1, 1.5)  # noqa: S311 - spreads
            moment = trio.current_time() + max(pause, min(asked or 0.0, LONGEST))
            self._schedule.add(item, not_before=moment)
            self.tally.retried += 1
            return None
        tiers = fault.tiers if isinstance(fault, WebFault) else ()
        return Line(item.url, Problem(fault.code, str(fault), asked, tiers), attempts=item.attempts)

    async def _line(self, item: Item, page: Page) -> Line:
        text = page.document.text
        digest = hashlib.sha256(text.encode()).hexdigest()
        simhash = None
        if self._wishes.deduplicate and len(text) >= SHORT:
            simhash = await self._fingerprint(text)
        known = self._journal.duplicates
        same = known.same(digest) if self._wishes.deduplicate else ""
        near = known.near(simhash) if simhash is not None and not same else ""
        if not same and not near:
            known.learn(item.url, digest, simhash)
        facts = page.document.facts
        return Line(
            url=item.url,
            final_url=page.final_url,
            status=page.status,
            content_type=page.content_type,
            title=facts.title,
            authors=facts.authors,
            site=facts.site,
            published=facts.published,
            modified=facts.modified,
            language=facts.language,
            description=facts.description,
            page_type=page.document.page_type,
            quality=page.document.quality,
            extracted_by=page.tier,
            fetched_at=page.fetched_at,
            attempts=item.attempts,
            content_id=page.content_id,
            digest=digest,
            simhash=simhash,
            duplicate_of=same,
            near_duplicate_of=near,
            removed=page.document.removed,
            text=text if self._wishes.text and not same and not near else "",
        )

    async def _fingerprint(self, text: str) -> int:
        if len(text) < MUCH:
            return _native.simhash([text])[0]
        return (await self._desk.compute(_native.simhash, [text]))[0]

    def _write(self, line: Line) -> None:
        self.tally.written += self._journal.write(line)
        if line.error is not None:
            self.tally.problems[line.error.kind] += 1
            return
        self.tally.documents += 1
        self.tally.copies += bool(line.duplicate_of or line.near_duplicate_of)


class TooSlow(Fault):
    """The page took longer than the run allows."""

    code = "network"
    hint = "Raise --timeout, or try again later."
