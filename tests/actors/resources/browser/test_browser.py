from __future__ import annotations

import os

import pytest
import trio
from support.browser import browser_for, browsers_of, wanted
from support.site import Site, Together, serving

from headwater.actors.messages.faults import BrowserUnavailable, Empty, Unreachable, WebFault
from headwater.actors.messages.web import Hop
from headwater.actors.resources.browser import page as page_module
from headwater.actors.resources.browser.browser import Browser, browsing
from headwater.actors.resources.browser.page import Rendered
from headwater.actors.resources.http.client import Client

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser"), pytest.mark.timeout(60)]

MADE = """<!doctype html><title>Rivers</title><div id=root></div>
<script>
setTimeout(async () => {
  const answer = await fetch('/data');
  root.innerHTML = '<h1>Rivers</h1><p>' + (await answer.text()) + '</p>';
}, 50);
</script>"""
TEXT = b"The river rose in spring and fell in summer, as rivers of this kind always do."


async def render(site: Site, target: str = "/") -> Rendered:
    outcome = await attempt(site, target)
    assert isinstance(outcome, Rendered), outcome
    return outcome


async def attempt(site: Site, target: str = "/") -> Rendered | WebFault:
    async with browser_for(site.guard) as browser:
        try:
            return await browser.render(wanted(site.root + target))
        except WebFault as fault:
            return fault


async def test_text_that_a_script_fetches_is_in_the_page() -> None:
    async with serving() as site:
        site.page("/", MADE.encode())
        site.page("/data", TEXT)
        page = await render(site)
    assert TEXT.decode() in page.html
    assert (page.url, page.status, page.complete) == (f"{site.root}/", 200, True)
    assert "<script" not in page.html


async def test_redirects_are_told_and_the_last_status_counts() -> None:
    async with serving() as site:
        site.redirect("/old", to="/new", status=301)
        site.page("/new", b"<p>gone</p>", status=410)
        page = await render(site, "/old")
    assert page.hops == (Hop(f"{site.root}/old", 301),)
    assert (page.url, page.status) == (f"{site.root}/new", 410)


async def test_what_is_for_the_eye_is_not_loaded() -> None:
    async with serving() as site:
        site.page("/", b"<img src=/i.png><video src=/v.mp4></video><p>text</p>")
        await render(site)
    assert {"/i.png", "/v.mp4"}.isdisjoint(site.seen)


async def test_a_page_that_asks_and_opens_windows_is_read() -> None:
    async with serving() as site:
        script = b"<p>before</p><script>alert(1); confirm(2); open('/other'); print()</script>"
        site.page("/", script + b"<p>after</p>")
        page = await render(site)
    assert "after" in page.html


async def test_a_download_is_no_page() -> None:
    async with serving() as site:
        headers = {"Content-Disposition": "attachment; filename=a.bin"}
        site.page("/", b"bytes", headers=headers)
        outcome = await attempt(site)
    assert isinstance(outcome, Empty)
    assert "download" in str(outcome)


async def test_a_host_that_does_not_answer_is_unreachable() -> None:
    async with serving() as site:
        site.raw("/", b"")
        outcome = await attempt(site)
    assert isinstance(outcome, Unreachable)


async def test_a_page_that_never_rests_is_given_as_far_as_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_module, "SECONDS", 5.0)
    async with serving() as site:
        site.page(
            "/", b"<p>text</p><p id=p></p><script>setInterval(() => p.append('x'), 20)</script>"
        )
        page = await render(site)
    assert "text" in page.html
    assert not page.complete


async def test_a_page_that_hangs_is_given_up_and_the_next_one_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as site:
        site.page("/hang", b"<p>text</p><script>while (true) {}</script>")
        site.page("/", b"<p>text</p>")
        async with browser_for(site.guard) as browser:
            with monkeypatch.context() as hurry:
                hurry.setattr(page_module, "SECONDS", 5.0)
                with pytest.raises((Unreachable, BrowserUnavailable)):
                    await browser.render(wanted(f"{site.root}/hang"))
            assert "text" in (await browser.render(wanted(site.root))).html


async def test_a_browser_that_dies_is_replaced() -> None:
    async with serving() as site:
        site.page("/", b"<p>text</p>")
        async with browser_for(site.guard) as browser:
            await browser.render(wanted(site.root))
            for process in browsers_of(os.getpid()):
                if "keeper.py" in process:
                    os.kill(int(process.split()[0]), 9)
            await browser.ended()
            assert "text" in (await browser.render(wanted(site.root))).html


async def test_each_page_starts_without_what_others_left() -> None:
    async with serving() as site:
        site.page(
            "/leave", b"<script>document.cookie='a=1'; localStorage.a = 1</script><p>left</p>"
        )
        site.page(
            "/look", b"<p id=p></p><script>p.append(document.cookie + localStorage.a)</script>"
        )
        async with browser_for(site.guard) as browser:
            await browser.render(wanted(f"{site.root}/leave"))
            page = await browser.render(wanted(f"{site.root}/look"))
    assert '<p id="p">undefined</p>' in page.html


async def test_no_more_pages_are_open_than_there_are_places() -> None:
    async with serving() as site:
        together = Together(3)
        for number in range(8):
            site.script(f"/{number}", together.answer)
        async with browser_for(site.guard, pages=3) as browser:
            async with trio.open_nursery() as nursery:
                for number in range(8):
                    nursery.start_soon(browser.render, wanted(f"{site.root}/{number}"))
        assert together.most == 3


async def test_an_idle_browser_ends_and_comes_back() -> None:
    async with serving() as site:
        site.page("/", b"<p>text</p>")
        async with browser_for(site.guard, idle=0.2) as browser:
            await browser.render(wanted(site.root))
            await browser.ended()
            assert browsers_of(os.getpid()) == []
            assert "text" in (await browser.render(wanted(site.root))).html


async def test_a_hundred_cancelled_pages_leave_nothing() -> None:
    async with serving() as site:
        site.script("/", _never)
        async with browser_for(site.guard, pages=8) as browser:
            await _cancel(browser, site, 100)
            site.page("/text", b"<p>text</p>")
            page = await browser.render(wanted(f"{site.root}/text"))
            pages = await browser.open_pages()
        assert "text" in page.html
        assert pages <= 1  # an empty one is kept ready
    assert browsers_of(os.getpid()) == []


async def _never(stream: trio.abc.Stream) -> None:
    await stream.send_all(b"HTTP/1.1 200 X\r\nContent-Type: text/html\r\n\r\n<p>text")
    await trio.sleep_forever()


async def _cancel(browser: Browser, site: Site, times: int) -> None:
    """Leave at different moments, from before the start to the middle of a page."""

    async def one(number: int) -> None:
        with trio.move_on_after(0.02 * number):
            await browser.render(wanted(f"{site.root}/"))

    async with trio.open_nursery() as nursery:
        for number in range(times):
            nursery.start_soon(one, number)


async def test_no_browser_is_a_fault_that_says_what_to_do() -> None:
    async with serving() as site:
        client = Client(site.guard)
        for chosen, words in (
            ("/nowhere/chrome", "no program at"),
            ("/bin/false", "launch failed"),
        ):
            async with browsing(client.dial, chosen=chosen, pages=1, idle=1.0) as browser:
                with pytest.raises(BrowserUnavailable, match=words):
                    await browser.render(wanted(site.root))
    assert browsers_of(os.getpid()) == []
