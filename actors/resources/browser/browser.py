"""The browser: started for the first page that needs it, shared by a few, ended when idle."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from headwater.actors.domain.tiers import CHALLENGE, is_single_page
from headwater.actors.messages.faults import BrowserUnavailable, Unreachable, WebFault
from headwater.actors.messages.web import Fetch
from headwater.actors.resources.browser.find import find
from headwater.actors.resources.browser.line import Gone, Line
from headwater.actors.resources.browser.page import MOST_TEXT, Rendered, Wanted, render
from headwater.actors.resources.browser.process import running
from headwater.actors.resources.browser.proxy import Dial, Proxy

QUIET = 0.5  # seconds, as the specification says
QUIET_SINGLE_PAGE = 2.0
QUIET_CHALLENGE = 5.0  # seconds; challenges think for a while, then lead on to the page
TURN = 20.0  # seconds to wait for a free place


class _Live:
    """A running browser."""

    def __init__(self, line: Line, proxy: Proxy, agent: str) -> None:
        self.line = line
        self.proxy = proxy
        self.agent = agent
        self.pages = 0
        self.used = trio.current_time()


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

    async def render(self, want: Fetch) -> Rendered:
        """The page as a reader would see it, or a fault."""
        with trio.move_on_after(TURN) as waiting:
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
                return await render(live.line, given, _wanted(want, live.agent))
        except Gone:
            raise BrowserUnavailable("the browser ended while it read", reason="crash") from None
        finally:
            live.pages -= 1
            live.used = trio.current_time()

    async def _running(self) -> _Live:
        async with self._starting:
            if self._live is None or self._live.line.gone:
                program = await trio.to_thread.run_sync(find, self._chosen, os.environ)
                started: _Live | WebFault = await self._nursery.start(self._run, program)
                if isinstance(started, WebFault):
                    raise started
                self._live = started
            return self._live

    async def _run(self, program: str, task_status: trio.TaskStatus[_Live | WebFault]) -> None:
        """From start to end."""
        proxy = Proxy(self._dial)
        try:
            async with proxy.listening() as address, running(program, address) as line:
                live = _Live(line, proxy, await _agent(line))
                task_status.started(live)
                await self._until_idle(live)
                line.gone = True
        except BrowserUnavailable as fault:
            task_status.started(fault)

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
    return Wanted(want.url.href, quiet, min(want.limit, MOST_TEXT), agent)


async def _agent(line: Line) -> str:
    """The browser's own name; that nobody looks at its window is nobody's business."""
    version = await line.call("Browser.getVersion")
    return str(version["userAgent"]).replace("HeadlessChrome", "Chrome")
