"""The browser: started for the first page that needs it, shared by a few, ended when idle."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio

from headwater.actors.domain.tiers import CHALLENGE, is_single_page
from headwater.actors.messages.faults import BrowserUnavailable, Unreachable, WebFault
from headwater.actors.messages.web import Fetch
from headwater.actors.resources.browser import find, line, page, process, proxy

if TYPE_CHECKING:
    from headwater.actors.resources.browser.line import Line
    from headwater.actors.resources.browser.page import Place, Rendered, Wanted
    from headwater.actors.resources.browser.proxy import Dial, Proxy

QUIET = 0.5  # seconds, as the specification says
QUIET_SINGLE_PAGE = 2.0
QUIET_CHALLENGE = 5.0  # seconds; challenges think for a while, then lead on to the page
TURN = 20.0  # seconds to wait for a free place


class _Live:
    """A running browser."""

    def __init__(self, line: Line, proxy: Proxy) -> None:
        self.line = line
        self.proxy = proxy
        self.pages = 0
        self.over = trio.Event()  # when nothing of it is left
        self.used = trio.current_time()
        self._spare: Place | None = None

    async def place(self, nursery: trio.Nursery) -> Place:
        """An empty page: the one that is ready, or a new one. The next is made meanwhile."""
        place, self._spare = self._spare, None
        if place is None:
            place = await page.find_place(self.line)
        nursery.start_soon(self._prepare)
        return place

    async def _prepare(self) -> None:
        """Making a page takes as long as reading many, so one is kept ready."""
        try:
            place = await page.find_place(self.line)
        except (line.Gone, line.Refusal):
            return
        if self._spare is None:
            self._spare = place
        else:
            await page.close(self.line, place.context)


class Browser:
    """At most `pages` at once, in one browser, which ends after `idle` seconds without any."""

    def __init__(
        self, nursery: trio.Nursery, dial: Dial, *, chosen: str, pages: int, idle: float
    ) -> None:
        self._nursery = nursery
        self._dial = dial
        self._chosen = chosen
        self._places = trio.CapacityLimiter(pages)
        self._idle = idle
        self._starting = trio.Lock()
        self._live: _Live | None = None

    @property
    def is_running(self) -> bool:
        """Whether a browser is there now."""
        return self._live is not None and not self._live.line.gone

    async def ended(self) -> None:
        """Wait until the browser that is there now has ended, with all its processes."""
        if self._live is not None:
            await self._live.over.wait()

    async def open_pages(self) -> int:
        """How many pages it has open, by its own account; one may be an empty one kept ready."""
        if self._live is None or not self.is_running:
            return 0
        known = await self._live.line.call("Target.getBrowserContexts")
        return len(known["browserContextIds"])

    async def render(self, want: Fetch) -> Rendered:
        """The page as a reader would see it, or a fault."""
        turn = min(trio.current_time() + TURN, want.deadline)
        with trio.move_on_at(turn) as waiting:
            await self._places.acquire_on_behalf_of(want_token := object())
        if waiting.cancelled_caught:
            raise Unreachable("every page of the browser is busy", reason="busy")
        try:
            return await self._render(want)
        finally:
            self._places.release_on_behalf_of(want_token)

    async def _render(self, want: Fetch) -> Rendered:
        live = await self._running()
        live.pages += 1
        try:
            with live.proxy.admit() as given:
                place = await live.place(self._nursery)
                return await page.render(live.line, given, _wanted(want, live.line.agent), place)
        except line.Gone:
            raise BrowserUnavailable("the browser ended while it read", reason="crash") from None
        except line.Refusal as error:
            raise BrowserUnavailable(
                f"the browser has no place: {error}", reason="crash"
            ) from error
        finally:
            live.pages -= 1
            live.used = trio.current_time()

    async def _running(self) -> _Live:
        async with self._starting:
            if self._live is None or not self.is_running:
                program = await trio.to_thread.run_sync(find.find, self._chosen, os.environ)
                started: _Live | WebFault = await self._nursery.start(self._run, program)
                if isinstance(started, WebFault):
                    raise started
                self._live = started
            return self._live

    async def _run(self, program: str, task_status: trio.TaskStatus[_Live | WebFault]) -> None:
        """From start to end."""
        way_out = proxy.Proxy(self._dial)
        async with way_out.listening() as address, process.running(program, address) as answering:
            if isinstance(answering, BrowserUnavailable):
                task_status.started(answering)
                return
            live = _Live(answering, way_out)
            task_status.started(live)
            await self._until_idle(live)
            answering.gone = True
        live.over.set()

    async def _until_idle(self, live: _Live) -> None:
        while not live.line.gone:
            since = trio.current_time() - live.used
            if not live.pages and since >= self._idle:
                return
            await live.line.ended(self._idle if live.pages else self._idle - since)


@asynccontextmanager
async def browsing(dial: Dial, *, chosen: str, pages: int, idle: float) -> AsyncIterator[Browser]:
    """A browser to be had while the block runs; none is started before it is needed."""
    async with trio.open_nursery() as nursery:
        yield Browser(nursery, dial, chosen=chosen, pages=pages, idle=idle)
        nursery.cancel_scope.cancel()


def _wanted(want: Fetch, agent: str) -> Wanted:
    quiet = QUIET_SINGLE_PAGE if is_single_page(want.url.host) else QUIET
    if CHALLENGE in want.before.reasons:
        quiet = QUIET_CHALLENGE
    return page.Wanted(want.url.href, quiet, min(want.limit, page.MOST_TEXT), agent, want.deadline)
