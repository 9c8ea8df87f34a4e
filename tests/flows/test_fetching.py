"""Breaker and fetcher in a kernel, between two ends that stand in for cache and extractor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from support.site import Site, serving

from headwater.actors.breaker import Breaker
from headwater.actors.domain import links
from headwater.actors.fetcher import Fetcher
from headwater.actors.messages.faults import HostResting, NotFound, Upstream
from headwater.actors.messages.web import Document, Extract, Fetch, Page, ReadPage
from headwater.actors.resources.http.client import Client
from headwater.kernel.actor import Actor, Policy, handle
from headwater.kernel.kernel import Kernel, running


class Ends(Actor):
    policy = Policy(workers=8)

    @handle
    async def start(self, want: ReadPage) -> Fetch:
        url = links.parse(want.url)
        return Fetch(url, want.url, links.normalise(url), limit=100_000)

    @handle
    async def end(self, got: Extract) -> Page:
        found = got.response
        document = Document(found.body.decode("latin-1"), "text")
        return Page(got.want.asked, found.url, found.status, "text/html", "", document, found.hops)


@asynccontextmanager
async def reading(limit: int = 2) -> AsyncIterator[tuple[Site, Kernel]]:
    async with serving() as site:
        fetcher = Fetcher(Client(site.guard), agent="Headwater/test")
        async with running([Ends(), Breaker(limit=limit), fetcher]) as kernel:
            yield site, kernel


async def test_a_page_is_read_through_the_pipe() -> None:
    async with reading() as (site, kernel):
        site.redirect("/a", to="/b")
        site.page("/b", b"text")
        page = await kernel.ask(ReadPage(f"{site.root}/a#part"))
        assert (page.document.text, page.final_url) == ("text", f"{site.root}/b")


async def test_equal_reads_in_flight_are_one_get() -> None:
    async with reading() as (site, kernel):
        site.page("/a")
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(kernel.ask, ReadPage(f"{site.root}/a"))
        assert site.seen == ["/a"]


async def test_missing_pages_never_close_a_host_and_failing_ones_do() -> None:
    async with reading() as (site, kernel):
        for number in range(10):
            with pytest.raises(NotFound):
                await kernel.ask(ReadPage(f"{site.root}/missing{number}"))
        site.raw("/broken", b"HTTP/9 nonsense\r\n\r\n")
        for number in range(2):
            with pytest.raises(Upstream):
                await kernel.ask(ReadPage(f"{site.root}/broken?{number}"))
        asked = len(site.seen)
        with pytest.raises(HostResting) as caught:
            await kernel.ask(ReadPage(f"{site.root}/other"))
        assert caught.value.retry_after is not None
        assert 30 < caught.value.retry_after <= 60
        assert len(site.seen) == asked


async def test_a_reader_that_leaves_frees_everything() -> None:
    async with reading() as (site, kernel):
        stalled = trio.Event()

        async def stall(_: trio.abc.Stream) -> None:
            stalled.set()
            await trio.sleep_forever()

        site.script("/stall", stall)
        free = kernel.free
        async with trio.open_nursery() as nursery:
            nursery.start_soon(kernel.ask, ReadPage(f"{site.root}/stall"))
            await stalled.wait()
            nursery.cancel_scope.cancel()
        await trio.testing.wait_all_tasks_blocked()
        assert kernel.free == free
