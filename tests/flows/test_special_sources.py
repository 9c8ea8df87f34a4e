"""Special sources through the whole pipe: from their services, or from the page instead."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.abc
from support.consulting import passing
from support.site import Site, serving
from trio.testing import MockClock

from headwater.actors.breaker import Breaker
from headwater.actors.cache import Cache
from headwater.actors.domain import address, links
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.domain.tiers import Ladder
from headwater.actors.extractor import Extractor
from headwater.actors.fetcher import Fetcher
from headwater.actors.messages.faults import Blocked, NotFound, Unreachable
from headwater.actors.messages.web import ReadPage, ReadRaw
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.services import Services
from headwater.actors.resources.store.store import Store
from headwater.kernel.kernel import Kernel, running

PROSE = b"<title>Weirs</title><p>" + b"A weir raises the water above it, and the mill turns. " * 6
POST = {"code": 200, "tweet": {"text": "low walls", "url": "https://x.com/ada/status/7", "id": "7",
                               "author": {"name": "Ada", "screen_name": "ada"}}}  # fmt: skip


class Loopback:
    """Every name is this machine."""

    async def resolve(self, _: str) -> list[Address]:
        found = address.parse("127.0.0.1")
        assert found is not None
        return [found]


@asynccontextmanager
async def reading(
    folder: Path, *, limit: int = 5, ladder: Ladder | None = None
) -> AsyncIterator[tuple[Site, Kernel, str]]:
    """A kernel whose site is x.com, and whose FxTwitter is at /fx of the same site."""
    async with serving() as site:
        guard = Guard(origins=frozenset({("http", "x.com", site.port)}))
        services = Services({"HEADWATER_FXTWITTER_URL": f"{site.root}/fx"})
        directory = Directory({"EXA_API_KEY": "canary", "HEADWATER_EXA_URL": f"{site.root}/exa"})
        store = Store(str(folder))
        client = Client(guard, resolver=Loopback())
        actors = [
            Cache(store=store, parse=links.parse, normalise=links.normalise, services=services),
            Breaker(limit=limit, directory=directory),
            Fetcher(
                client,
                agent="Headwater/test",
                ladder=ladder,
                directory=directory,
                services=services,
            ),
            Extractor(ladder=ladder, directory=directory, services=services),
        ]
        try:
            async with running(actors) as kernel:
                yield site, kernel, f"http://x.com:{site.port}/ada/status/7"
        finally:
            store.close()


async def test_a_post_comes_from_its_service_and_is_kept_as_a_page(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/fx/status/7", json.dumps(POST).encode())
        page = await kernel.ask(ReadPage(url))
        again = await kernel.ask(ReadPage(url))
    assert "low walls" in page.document.text
    assert page.document.media == "twitter"
    assert (page.cached, again.cached) == (False, True)
    assert site.seen == ["/fx/status/7"]
    assert "user-agent: Headwater/test" in site.heads[0].lower().replace("headwater", "Headwater")


async def test_where_the_service_fails_the_page_is_read(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/fx/status/7", b"{}", status=500)
        site.page("/ada/status/7", PROSE)
        page = await kernel.ask(ReadPage(url))
    assert page.document.media == "html"
    assert site.seen == ["/fx/status/7", "/fx/2/status/7", "/ada/status/7"]


async def test_where_both_fail_the_error_says_how_each_went(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/fx/status/7", b"{}", status=500)
        site.page("/ada/status/7", b"no", status=403)
        with pytest.raises(Blocked) as caught:
            await kernel.ask(ReadPage(url))
    assert caught.value.tiers == ("twitter: HTTP 500", "html: HTTP 403")


async def _stall(_: trio.abc.Stream) -> None:
    await trio.sleep_forever()


@pytest.mark.slow
@pytest.mark.parametrize("copy", [False, True])
async def test_all_ways_together_take_no_longer_than_was_promised(
    tmp_path: Path, mock_clock: MockClock, *, copy: bool
) -> None:
    text = json.dumps({"results": [{"text": "A weir raises the water above it. " * 9}]})
    async with reading(tmp_path, ladder=Ladder(exa=copy)) as (site, kernel, url):
        for target in ("/fx/status/7", "/ada/status/7"):
            site.script(target, _stall)
        site.page("/exa/contents", text.encode(), headers={"Content-Type": "application/json"})
        async with passing(mock_clock, step=1.0):
            try:
                went: str = (await kernel.ask(ReadPage(url))).tier
            except Unreachable as fault:
                went = "; ".join(fault.tiers)
        assert site.seen[:2] == ["/fx/status/7", "/ada/status/7"]
    assert went == (
        "exa:cached" if copy else "twitter: no answer in time; html: no complete answer in time"
    )
    assert mock_clock.current_time() <= 30.0


async def test_what_the_service_has_settled_is_final_and_remembered(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/fx/status/7", b'{"code":404}', status=404)
        for _ in range(2):
            with pytest.raises(NotFound) as caught:
                await kernel.ask(ReadPage(url))
    assert caught.value.tiers == ("twitter: the post 7 does not exist",)
    assert site.seen == ["/fx/status/7"]


async def test_a_service_that_keeps_failing_rests_while_pages_are_read(tmp_path: Path) -> None:
    async with reading(tmp_path, limit=2) as (site, kernel, url):
        site.page("/fx/status/7", b"{}", status=500)
        site.page("/fx/2/status/7", b"{}", status=500)
        site.page("/ada/status/7", PROSE)
        for _ in range(4):
            await kernel.ask(ReadPage(url, refresh=True))
    assert site.seen.count("/fx/status/7") == 1
    assert site.seen.count("/ada/status/7") == 4


async def test_raw_bytes_are_those_of_the_page(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/ada/status/7", b"<p>raw</p>")
        raw = await kernel.ask(ReadRaw(url, limit=100))
    assert raw.body == b"<p>raw</p>"


async def test_a_service_outside_the_allowed_domains_is_not_asked(tmp_path: Path) -> None:
    services = Services({})
    client = Client(Guard(allowed_domains=("x.com",)), resolver=Loopback())
    store = Store(str(tmp_path))
    actors = [
        Cache(store=store, parse=links.parse, normalise=links.normalise, services=services),
        Breaker(),
        Fetcher(client, agent="Headwater/test", services=services),
        Extractor(services=services),
    ]
    async with running(actors) as kernel:
        with pytest.raises(Exception, match="loopback") as caught:
            await kernel.ask(ReadPage("http://x.com/ada/status/7"))
    store.close()
    assert "domain_not_allowed" in str(getattr(caught.value, "tiers", ""))


def topic(*held: int, told: int) -> bytes:
    said = [{"id": n, "username": f"u{n}", "cooked": f"words {n}", "post_number": n} for n in held]
    stream = {"posts": said, "stream": list(range(1, told + 1))}
    value = {"id": 9, "title": "On weirs", "posts_count": told, "post_stream": stream}
    text = json.dumps({"topic_9": json.dumps(value)}).replace('"', "&quot;")
    head = '<meta name="generator" content="Discourse 3"><script></script>'
    return f'{head}<div id="data-preloaded" data-preloaded="{text}"></div>'.encode()


def some(*numbers: int) -> bytes:
    said = [{"id": n, "username": f"u{n}", "cooked": f"words {n}"} for n in numbers]
    return json.dumps({"post_stream": {"posts": said}}).encode()


async def test_a_topic_is_read_on_where_its_page_ends(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/t/on-weirs/9", topic(1, 2, told=25))
        site.page("/t/9/posts.json", some(*range(3, 26)))
        page = await kernel.ask(ReadPage(url.replace("/ada/status/7", "/t/on-weirs/9")))
    text = page.document.text
    assert all(f"**u{n}**" in text for n in range(1, 26))
    assert len(site.seen) == 3
    assert any("post_ids%5B%5D=3&post_ids%5B%5D=4" in target for target in site.seen)
    assert text.count("**u7**") == 1


async def test_a_topic_whose_rest_is_refused_is_what_its_page_holds(tmp_path: Path) -> None:
    async with reading(tmp_path) as (site, kernel, url):
        site.page("/t/on-weirs/9", topic(1, 2, told=25))
        site.page("/t/9/posts.json", b"no", status=403)
        page = await kernel.ask(ReadPage(url.replace("/ada/status/7", "/t/on-weirs/9")))
    assert "## Comments (1 of 24)" in page.document.text
    assert page.document.quality == "partial"
