"""A page through the pipe that needs more than a plain request, and how each way went."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio
from support.browser import need_browser
from support.site import Site, serving

from headwater.actors.breaker import Breaker
from headwater.actors.cache import Cache
from headwater.actors.domain import links
from headwater.actors.domain.tiers import Ladder
from headwater.actors.extractor import Extractor
from headwater.actors.fetcher import Fetcher
from headwater.actors.messages.faults import (
    Blocked,
    BrowserUnavailable,
    Empty,
    RateLimited,
    Refused,
    WebFault,
)
from headwater.actors.messages.web import Page, ReadPage
from headwater.actors.resources.browser.browser import browsing
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.stealth import Stealth
from headwater.actors.resources.store.store import Store
from headwater.kernel.kernel import Kernel, running

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser"), pytest.mark.timeout(60)]

SHELL = "<!doctype html><title>Rivers</title><div id=root></div><script>{}</script>"
TEXT = "The river rose in spring and fell in summer, as rivers of this kind always do. "
FILL = f"root.innerHTML = '<h1>Rivers</h1><p>{TEXT * 4}</p><p hidden>secret</p>'"
CHALLENGE = (
    "<title>Just a moment...</title><script>window._cf_chl_opt = {{}}; {}</script>"
    "<p>Checking your browser</p>"
)


@asynccontextmanager
async def reading(
    tmp_path: Path, chosen: str = "", ladder: Ladder | None = None
) -> AsyncIterator[tuple[Site, Kernel]]:
    ladder = ladder or Ladder(browser=True)
    async with serving() as site:
        client = Client(site.guard)
        directory = Directory({"EXA_API_KEY": "canary", "HEADWATER_EXA_URL": f"{site.root}/exa"})
        async with browsing(client.dial, chosen=chosen, pages=2, idle=60) as browser:
            store = Store(str(tmp_path))
            actors = [
                Cache(store=store, parse=links.parse, normalise=links.normalise),
                Breaker(directory=directory),
                Fetcher(
                    client,
                    agent="test",
                    ladder=ladder,
                    browser=browser,
                    stealth=Stealth(client),
                    directory=directory,
                ),
                Extractor(ladder=ladder, directory=directory),
            ]
            async with running(actors) as kernel:
                yield site, kernel
            store.close()


def answer(status: int, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def read(kernel: Kernel, url: str) -> Page | WebFault:
    try:
        return await kernel.ask(ReadPage(url))
    except WebFault as fault:
        return fault


async def test_a_shell_is_rendered_and_kept(tmp_path: Path) -> None:
    need_browser()
    async with reading(tmp_path) as (site, kernel):
        site.page("/", SHELL.format(FILL).encode())
        page = await read(kernel, f"{site.root}/")
        again = await read(kernel, f"{site.root}/")
        assert site.seen.count("/") == 2
    assert isinstance(page, Page)
    assert (page.tier, page.document.quality) == ("browser", "complete")
    assert page.document.text.startswith("# Rivers\n\nThe river rose")
    assert "secret" not in page.document.text
    assert page.document.removed == {"hidden": 1}
    assert isinstance(again, Page)
    assert (again.cached, again.tier, again.document) == (True, "browser", page.document)


async def test_a_page_with_text_needs_no_browser(tmp_path: Path) -> None:
    async with reading(tmp_path, chosen="/nowhere") as (site, kernel):
        site.page("/", f"<p>{TEXT * 4}</p><script>app()</script>".encode())
        page = await read(kernel, f"{site.root}/")
    assert isinstance(page, Page)
    assert page.tier == "html"


async def test_a_challenge_that_leads_on_to_the_page_is_passed(tmp_path: Path) -> None:
    need_browser()
    async with reading(tmp_path) as (site, kernel):
        wall = CHALLENGE.format("setTimeout(() => location.reload(), 300)").encode()
        page = f"<title>Rivers</title><p>{TEXT * 4}</p>".encode()
        site.sequence("/", answer(403, wall), answer(403, wall), answer(200, page))
        passed = await read(kernel, f"{site.root}/")
    assert isinstance(passed, Page)
    assert (passed.tier, passed.status) == ("browser", 200)


async def test_a_challenge_that_stays_is_told_for_each_way(tmp_path: Path) -> None:
    need_browser()
    async with reading(tmp_path) as (site, kernel):
        site.page("/", CHALLENGE.format("").encode(), status=403)
        wall = await read(kernel, f"{site.root}/")
    assert isinstance(wall, Blocked)
    assert wall.tiers[0] == "html: bot challenge"
    assert [tier.partition(":")[0] for tier in wall.tiers] == ["html", "browser"]


async def test_without_a_browser_the_first_answer_is_told_with_what_to_do(tmp_path: Path) -> None:
    async with reading(tmp_path, chosen="/nowhere") as (site, kernel):
        site.page("/shell", SHELL.format(FILL).encode())
        site.page("/thin", b"<p>A few words</p><script>more()</script>")
        site.page("/wall", CHALLENGE.format("").encode(), status=403)
        shell = await read(kernel, f"{site.root}/shell")
        thin = await read(kernel, f"{site.root}/thin")
        wall = await read(kernel, f"{site.root}/wall")
    assert isinstance(shell, BrowserUnavailable)
    assert len(shell.tiers) == 2
    assert shell.tiers[1] == "browser: CHROME_PATH: no program at /nowhere"
    assert isinstance(thin, Page)
    assert (thin.tier, thin.document.quality) == ("html", "partial")
    assert isinstance(wall, Blocked)
    assert wall.tiers[0] == "html: bot challenge"


async def test_a_browser_that_is_turned_off_is_not_missed(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder()) as (site, kernel):
        site.page("/", SHELL.format(FILL).encode())
        fault = await read(kernel, f"{site.root}/")
    assert isinstance(fault, Empty)
    assert len(fault.tiers) == 1


async def test_a_page_that_leads_a_browser_astray_is_refused_for_good(tmp_path: Path) -> None:
    need_browser()
    async with reading(tmp_path, ladder=Ladder(browser=True, exa=True)) as (site, kernel):
        site.page("/", SHELL.format("location = 'http://127.0.0.2:8000/'").encode())
        fault = await read(kernel, f"{site.root}/")
    assert isinstance(fault, Refused)
    assert (fault.reason, fault.hop) == ("loopback_address", 1)


def choosy(site: Site, target: str, status: int, **headers: str) -> None:
    """A page that only browsers are given, by the names that visitors give themselves."""

    async def choose(stream: trio.abc.Stream) -> None:
        allowed = "Chrome/" in site.heads[-1]
        extra = (
            "" if allowed else "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        )
        body = f"<title>Rivers</title><p>{TEXT * 4}</p>" if allowed else "<h1>No</h1>"
        head = f"HTTP/1.1 {200 if allowed else status} X\r\nContent-Type: text/html\r\n{extra}"
        await stream.send_all(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())

    site.script(target, choose)


async def test_a_refusal_is_answered_by_another_dress(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder(stealth=True)) as (site, kernel):
        choosy(site, "/refused", 403)
        choosy(site, "/often", 429)
        refused = await read(kernel, f"{site.root}/refused")
        often = await read(kernel, f"{site.root}/often")
    assert isinstance(refused, Page)
    assert isinstance(often, Page)
    assert {refused.tier, often.tier} == {"stealth"}


async def test_a_server_that_names_a_time_is_left_alone(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder(stealth=True)) as (site, kernel):
        choosy(site, "/often", 429, **{"Retry-After": "30"})
        fault = await read(kernel, f"{site.root}/often")
        assert site.seen == ["/often"]
    assert isinstance(fault, RateLimited)


async def test_without_the_extra_a_refusal_stands(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder()) as (site, kernel):
        choosy(site, "/refused", 403)
        fault = await read(kernel, f"{site.root}/refused")
        assert site.seen == ["/refused"]
    assert isinstance(fault, Blocked)
    assert fault.tiers == ("html: HTTP 403",)


async def test_both_refusals_are_told(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder(stealth=True)) as (site, kernel):
        site.page("/", b"<h1>No</h1>", status=403)
        fault = await read(kernel, f"{site.root}/")
    assert isinstance(fault, Blocked)
    assert fault.tiers == ("html: HTTP 403", "stealth: HTTP 403")


def lend(site: Site, text: str, source: str = "cached") -> None:
    """Let the copy of every page be this text."""
    results = [{"url": "https://site.test/", "title": "Rivers", "text": text}] if text else []
    statuses = [{"id": "x", "status": "success", "source": source}]
    body = msgspec.json.encode({"results": results, "statuses": statuses})
    site.page("/exa/contents", body, headers={"Content-Type": "application/json"})


async def test_a_copy_is_asked_for_when_nothing_else_helped(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder(exa=True)) as (site, kernel):
        site.page("/refused", b"<h1>No</h1>", status=403)
        site.page("/shell", SHELL.format("").encode())
        lend(site, f"# Rivers\n\n{TEXT * 4}", "crawled")
        refused = await read(kernel, f"{site.root}/refused")
        shell = await read(kernel, f"{site.root}/shell")
        assert site.seen == ["/refused", "/exa/contents", "/shell", "/exa/contents"]
        assert "x-api-key: canary" in site.heads[1]
    for page in (refused, shell):
        assert isinstance(page, Page)
        assert (page.tier, page.document.quality) == ("exa:crawled", "complete")
        assert page.document.text.startswith("# Rivers\n\nThe river rose")
        assert page.final_url.endswith(("/refused", "/shell"))


async def test_no_copy_leaves_the_first_fault_with_all_outcomes(tmp_path: Path) -> None:
    async with reading(tmp_path, ladder=Ladder(exa=True)) as (site, kernel):
        site.page("/refused", b"<h1>No</h1>", status=403)
        lend(site, "")
        fault = await read(kernel, f"{site.root}/refused")
        site.page("/exa/contents", b"{}", status=500)
        for number in range(6):
            last = await read(kernel, f"{site.root}/refused?{number}")
        asked = site.seen.count("/exa/contents")
    assert isinstance(fault, Blocked)
    assert fault.tiers == ("html: HTTP 403", "exa: no copy (no text)")
    assert isinstance(last, Blocked)
    assert last.tiers[1].startswith("exa: left alone for")
    assert asked == 6  # once without a copy, five times failing, then no more


@pytest.mark.parametrize(("status", "location"), [(404, ""), (302, "http://127.0.0.2/")])
async def test_no_copy_is_paid_for_what_is_gone_or_forbidden(
    tmp_path: Path, status: int, location: str
) -> None:
    async with reading(tmp_path, ladder=Ladder(stealth=True, exa=True)) as (site, kernel):
        site.page("/", b"", status=status, headers={"Location": location} if location else {})
        lend(site, TEXT)
        fault = await read(kernel, f"{site.root}/")
        assert site.seen == ["/"]
    assert isinstance(fault, WebFault)
    assert fault.code in ("not_found", "validation")
