from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest
import trio
from support.outcomes import Told
from support.site import Site, Together, serving

from headwater.actors import fetcher as module
from headwater.actors.domain.guard import Guard
from headwater.actors.fetcher import Fetcher
from headwater.actors.messages.faults import (
    Blocked,
    LoginNeeded,
    NotFound,
    RateLimited,
    Refused,
    Unreachable,
    Upstream,
    WebFault,
)
from headwater.actors.messages.web import (
    Dial,
    Extract,
    Fetch,
    HostOutcome,
    PageFailed,
    Response,
)
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.robots import Robots

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
BUSY = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serving() as site:
        yield site


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.001)


def build(
    site: Site, *, robots: bool = False, seconds: float = 30.0, beside: Site | None = None
) -> Fetcher:
    origins = {site.origin, beside.origin if beside else site.origin}
    client = Client(Guard(origins=frozenset(origins)))
    rules = Robots(client, "Headwater") if robots else None
    fetcher = Fetcher(client, agent="Headwater/test", robots=rules, seconds=seconds)
    fetcher.pipe = Told()
    return fetcher


@pytest.fixture
async def fetcher(site: Site) -> AsyncIterator[Fetcher]:
    fetcher = build(site)
    yield fetcher
    await fetcher.close()


def told(fetcher: Fetcher) -> list[bool]:
    assert isinstance(fetcher.pipe, Told)
    return [news.ok for news in fetcher.pipe.news if isinstance(news, HostOutcome)]


async def answer(fetcher: Fetcher, ready: Dial) -> Response:
    came = await fetcher.dial(ready)
    assert isinstance(came, Extract)
    return came.response


async def test_one_get_brings_a_page(site: Site, fetcher: Fetcher) -> None:
    site.page("/a?q=1", b"hello", headers={"ETag": '"x"'})
    response = await answer(fetcher, site.dial("/a?q=1"))
    assert (response.status, response.body, response.header("etag")) == (200, b"hello", '"x"')
    assert site.seen == ["/a?q=1"]
    assert "user-agent: Headwater/test" in site.heads[0]
    assert "accept: text/markdown, text/html" in site.heads[0]
    assert told(fetcher) == [True]


async def test_connections_are_kept_for_the_next_page(site: Site, fetcher: Fetcher) -> None:
    site.page("/a")
    for _ in range(5):
        await fetcher.dial(site.dial("/a"))
    assert site.connections == 1


async def test_redirects_are_followed_and_listed(site: Site, fetcher: Fetcher) -> None:
    site.redirect("/a", to="b", status=301)
    site.redirect("/b", to=f"{site.root}/c")
    site.page("/c", b"there")
    response = await answer(fetcher, site.dial("/a"))
    assert response.url == f"{site.root}/c"
    assert [(hop.url, hop.status) for hop in response.hops] == [
        (f"{site.root}/a", 301),
        (f"{site.root}/b", 302),
    ]


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("http://10.0.0.1/", "private_address"),
        ("http://169.254.169.254/latest", "cloud_metadata"),
        ("http://[::ffff:127.0.0.1]/", "transition_address"),
        ("http://localhost/", "local_name"),
        ("file:///etc/passwd", "scheme"),
        ("http://user:secret@a.example/", "credentials"),
        ("http://[::1", "invalid"),
        ("http://127.0.0.1:25/", "port"),
    ],
)
async def test_every_hop_is_checked_and_a_refusal_is_final(
    site: Site, fetcher: Fetcher, to: str, reason: str
) -> None:
    site.redirect("/out", to=to)
    with pytest.raises(Refused) as caught:
        await fetcher.dial(site.dial("/out"))
    assert (caught.value.reason, caught.value.hop) == (reason, 1)
    assert site.seen == ["/out"]


@pytest.mark.parametrize(
    "page",
    [
        {"body": b'<meta http-equiv="Refresh" content="0; url=http://10.0.0.1/">'},
        {"headers": {"Refresh": "0;url=http://10.0.0.1/"}},
    ],
)
async def test_a_refresh_is_checked_like_a_redirect(
    site: Site, fetcher: Fetcher, page: dict[str, object]
) -> None:
    site.page("/out", **page)  # type: ignore[arg-type]  # a table of keyword arguments
    with pytest.raises(Refused, match="private address"):
        await fetcher.dial(site.dial("/out"))


async def test_a_page_that_renews_itself_is_the_page(site: Site, fetcher: Fetcher) -> None:
    site.page("/live", b"news", headers={"Refresh": "5; url=/live"})
    assert (await answer(fetcher, site.dial("/live"))).body == b"news"
    assert site.seen == ["/live"]


async def test_circles_end(site: Site, fetcher: Fetcher) -> None:
    site.redirect("/loop", to="/loop")
    with pytest.raises(Upstream, match="More than 10"):
        await fetcher.dial(site.dial("/loop"))
    assert len(site.seen) == 11
    site.page("/x", b'<meta http-equiv=refresh content="0;/y">')
    site.page("/y", b'<meta http-equiv=refresh content="0;/x">')
    with pytest.raises(Upstream, match="circle"):
        await fetcher.dial(site.dial("/x"))
    site.redirect("/nowhere", to="")
    with pytest.raises(Upstream, match="nowhere"):
        await fetcher.dial(site.dial("/nowhere"))


@pytest.mark.parametrize(
    ("status", "kind", "well"),
    [
        (401, LoginNeeded, True),
        (403, Blocked, True),
        (404, NotFound, True),
        (410, NotFound, True),
        (418, Blocked, True),
        (451, Blocked, True),
        (429, RateLimited, False),
    ],
)
async def test_a_definite_answer_is_not_asked_for_twice(
    site: Site, fetcher: Fetcher, status: int, kind: type[WebFault], *, well: bool
) -> None:
    site.page("/a", status=status)
    with pytest.raises(kind):
        await fetcher.dial(site.dial("/a"))
    assert site.seen == ["/a"]
    assert told(fetcher) == [well]


async def test_a_passing_failure_is_tried_once_more(site: Site, fetcher: Fetcher) -> None:
    site.sequence("/busy", BUSY, OK)
    site.sequence("/lost", b"", b"", OK)
    assert (await answer(fetcher, site.dial("/busy"))).body == b"hi"
    assert (await answer(fetcher, site.dial("/lost"))).body == b"hi"
    site.sequence("/down", BUSY)
    with pytest.raises(Upstream):
        await fetcher.dial(site.dial("/down"))
    assert site.seen.count("/down") == 2
    assert told(fetcher) == [True, True, False]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7), ("999999", 600), ("Wed, 21 Oct 2065 07:28:00 GMT", 600), ("soon", None)],
)
async def test_the_servers_own_waiting_time_is_reported_and_capped(
    site: Site, fetcher: Fetcher, value: str, seconds: float | None
) -> None:
    site.page("/a", status=429, headers={"Retry-After": value})
    with pytest.raises(RateLimited) as caught:
        await fetcher.dial(site.dial("/a"))
    assert caught.value.retry_after == seconds
    assert isinstance(fetcher.pipe, Told)
    outcome, failed = fetcher.pipe.news
    host = site.root.removeprefix("http://")
    assert outcome == HostOutcome(host, ok=False, retry_after=seconds or 0.0)
    assert isinstance(failed, PageFailed)
    assert failed.retry_after == seconds


async def test_what_is_held_is_asked_about(site: Site, fetcher: Fetcher) -> None:
    site.raw("/a", b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n', close=False)
    response = await answer(fetcher, site.dial("/a", etag='"v1"'))
    assert response.not_modified
    assert 'if-none-match: "v1"' in site.heads[0]
    site.redirect("/b", to="/a")
    with pytest.raises(Upstream, match="304"):
        await fetcher.dial(site.dial("/b", etag='"v1"'))
    assert "if-none-match" not in site.heads[-1]


async def test_the_hop_that_gave_what_is_held_is_asked_about_it(
    site: Site, fetcher: Fetcher
) -> None:
    site.redirect("/b", to="/a")
    site.raw("/a", b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n', close=False)
    given = site.want("/a", etag='"v1"').validators
    want = msgspec.structs.replace(site.want("/b"), validators=given)
    response = await answer(fetcher, Dial(want, not_before=0.0))
    assert (response.not_modified, len(response.hops)) == (True, 1)
    assert ["if-none-match" in head for head in site.heads] == [False, True]


async def test_a_redirect_to_another_host_asks_the_breaker_first(site: Site) -> None:
    async with serving() as other:
        fetcher = build(site, beside=other)
        site.redirect("/a", to=f"{other.root}/b")
        other.page("/b", b"there")
        onward = await fetcher.dial(site.dial("/a"))
        assert isinstance(onward, Fetch)
        assert onward.url.href == f"{site.root}/a"
        assert onward.onward is not None
        assert onward.onward.url.href == f"{other.root}/b"
        assert other.seen == []

        response = await answer(fetcher, Dial(onward, not_before=0.0))
        await fetcher.close()
    assert (response.url, response.body) == (f"{other.root}/b", b"there")
    assert [hop.url for hop in response.hops] == [f"{site.root}/a"]


async def test_a_page_longer_than_wanted_is_cut(site: Site, fetcher: Fetcher) -> None:
    site.page("/long", b"x" * 5000)
    response = await answer(fetcher, site.dial("/long", limit=1000))
    assert (len(response.body), response.truncated) == (1000, True)


@pytest.mark.slow
@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"])
async def test_one_deadline_covers_silence_and_dripping(site: Site, start: bytes) -> None:
    async def drip(stream: trio.abc.Stream) -> None:
        await stream.send_all(start)
        while True:
            await stream.send_all(b"x" if start else b"")
            await trio.sleep(0.02)

    site.script("/drip", drip)
    fetcher = build(site, seconds=0.3)
    with pytest.raises(Unreachable) as caught:
        await fetcher.dial(site.dial("/drip"))
    assert caught.value.reason == "timeout"
    assert told(fetcher) == [False]


async def test_robots_are_obeyed_when_asked_to(site: Site) -> None:
    site.page("/robots.txt", b"User-agent: headwater\nDisallow: /private\nAllow: /private/open")
    site.page("/private/open")
    fetcher = build(site, robots=True)
    with pytest.raises(Blocked) as caught:
        await fetcher.dial(site.dial("/private/a"))
    assert caught.value.reason == "robots"
    await fetcher.dial(site.dial("/private/open"))
    assert site.seen == ["/robots.txt", "/private/open"]
    await fetcher.close()


async def test_a_hundred_slow_pages_of_one_host_are_read_side_by_side(site: Site) -> None:
    together = Together(40)
    site.script("/slow", together.answer)
    fetcher = build(site)
    async with trio.open_nursery() as nursery:
        for number in range(100):
            nursery.start_soon(fetcher.dial, site.dial(f"/slow?{number}"))
    assert len(site.seen) == 100
    assert site.connections == together.most == 40
    await fetcher.close()


async def test_a_cancelled_read_closes_its_connection(site: Site, fetcher: Fetcher) -> None:
    entered, gone = trio.Event(), trio.Event()

    async def stall(stream: trio.abc.Stream) -> None:
        entered.set()
        assert await stream.receive_some(1) == b""
        gone.set()
        raise trio.BrokenResourceError

    site.script("/stall", stall)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fetcher.dial, site.dial("/stall"))
        await entered.wait()
        nursery.cancel_scope.cancel()
    await gone.wait()
