"""The run itself: takes addresses, asks the pipe, writes down what comes."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import msgspec
import trio

from headwater.actors.bulk.crew import Crew
from headwater.actors.bulk.item import Item, Line, Problem
from headwater.actors.bulk.journal import Journal
from headwater.actors.bulk.progress import Tally
from headwater.actors.bulk.reading import Found, encode
from headwater.actors.bulk.schedule import Schedule
from headwater.actors.bulk.wishes import Wishes

AGAIN = frozenset({"network", "rate_limited", "upstream_unavailable"})  # what may pass
PAUSE = 2.0  # seconds before the second try, twice that before the third, …
LONGEST = 120.0  # seconds; a server that asks for more is tried after this, and then given up
WINDOW = 5_000  # items known beforehand: enough hosts to choose from, little memory


class Run:
    """One run. Its pages come in any order; each address is written down once."""

    def __init__(self, crew: Crew, journal: Journal, wishes: Wishes, tally: Tally) -> None:
        self._crew = crew
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
            self._crew.expect()
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
        item.attempts += 1
        well = False
        try:
            found = await self._crew.read(item)
            well = found.problem is None or found.problem.kind not in AGAIN
            if found.resting:
                self._leave_alone(item, found)
            elif found.problem is not None and self._may_pass(item, found.problem):
                self._try_later(item, found.problem)
            else:
                self._write(item, found)
        finally:
            self.running -= 1
            self._schedule.release(item, well=well)
            self._news.set()

    def _leave_alone(self, item: Item, found: Found) -> None:
        """Nobody was asked, so this was no attempt; the host's other pages wait as well."""
        if self._schedule.rest(item, trio.current_time(), min(found.resting, LONGEST)):
            item.attempts -= 1
            self._schedule.add(item)
        else:
            self._write(item, found)

    def _may_pass(self, item: Item, problem: Problem) -> bool:
        left = item.attempts <= self._wishes.retries
        return problem.kind in AGAIN and left and item.given is None

    def _try_later(self, item: Item, problem: Problem) -> None:
        pause = PAUSE * 2 ** (item.attempts - 1) * random.uniform(1, 1.5)  # noqa: S311 - spreads
        asked = min(problem.retry_after_seconds or 0.0, LONGEST)
        self._schedule.add(item, not_before=trio.current_time() + max(pause, asked))
        self.tally.retried += 1

    def _write(self, item: Item, found: Found) -> None:
        if found.problem is not None:
            self.tally.problems[found.problem.kind] += 1
            self.tally.written += self._journal.write(found.line)
            return
        copy = self._copy(item, found) if self._wishes.deduplicate else b""
        self.tally.documents += 1
        self.tally.copies += bool(copy)
        self.tally.written += self._journal.write(copy or found.line)

    def _copy(self, item: Item, found: Found) -> bytes:
        """The line of a text that was there before, which says where; nothing for a new one."""
        known = self._journal.duplicates
        same = known.same(found.digest)
        near = known.near(found.simhash) if found.simhash is not None and not same else ""
        if not same and not near:
            known.learn(item.url, found.digest, found.simhash)
            return b""
        line = msgspec.json.decode(found.line, type=Line)
        return encode(
            msgspec.structs.replace(line, duplicate_of=same, near_duplicate_of=near, text="")
        )
