"""Reads one page in a context of its own, and leaves nothing of it in the browser."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import trio
from msgspec import Struct

from headwater.actors.messages.faults import Empty, Unreachable, WebFault
from headwater.actors.messages.web import Hop
from headwater.actors.resources.browser.line import Gone, Line, Refusal
from headwater.actors.resources.browser.proxy import Pass
from headwater.actors.resources.browser.tab import Tab, script

SECONDS = 30.0  # for one page, as the specification says
READING = 3.0  # of these, for taking the text of a page that does not settle
CLOSING = 3.0  # seconds; a page that cannot be made or closed by then takes the browser with it
WIDTH, HEIGHT = 1280, 1600  # pixels
TALLEST = 8_000  # pixels; what waits to be scrolled to is shown
SHOWN = 0.1  # seconds of quiet after that; what begins to load then is waited for
MOST_TEXT = 8 * 1024 * 1024  # characters of HTML


class Wanted(Struct, frozen=True):
    """A page to be read."""

    url: str
    quiet: float  # seconds without change after which it has settled
    limit: int = MOST_TEXT
    agent: str = ""
    until: float = math.inf  # trio clock, seconds


class Rendered(Struct, frozen=True):
    """A page as a reader would have seen it."""

    url: str
    status: int
    html: str
    removed: dict[str, int]
    hops: tuple[Hop, ...]
    complete: bool


class Place(Struct, frozen=True):
    """An empty page, by the browser's names for its parts."""

    context: str
    target: str
    session: str


async def render(line: Line, given: Pass, wanted: Wanted, place: Place) -> Rendered:
    """The page, or a fault."""
    end = min(wanted.until, trio.current_time() + SECONDS)
    wanted = msgspec.structs.replace(wanted, until=end)
    try:
        with trio.fail_at(end):
            async with _opened(line, given, wanted, place) as tab:
                return await _watched(tab, wanted)
    except trio.TooSlowError:
        raise Unreachable("the browser had no page in time", reason="timeout") from None
    except Refusal as error:
        raise Unreachable(f"the browser could not read it: {error}", reason="browser") from error


async def _watched(tab: Tab, wanted: Wanted) -> Rendered:
    """Read it, unless it crashes meanwhile."""
    found: list[Rendered] = []
    fault: WebFault | Gone | Refusal | None = None
    async with trio.open_nursery() as nursery:

        async def watch() -> None:
            await tab.crashed.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(watch)
        try:
            found.append(await _read(tab, wanted))
        except (WebFault, Gone, Refusal) as error:
            fault = error
        nursery.cancel_scope.cancel()
    if fault is not None:
        raise fault
    if not found:
        raise Unreachable("the page crashed", reason="crash")
    return found[0]


async def _read(tab: Tab, wanted: Wanted) -> Rendered:
    settled = False
    with trio.move_on_at(wanted.until - READING):
        await _go(tab, wanted.url)
        height = await tab.settle(wanted.quiet)
        if height > HEIGHT:
            await tab.call("Emulation.setDeviceMetricsOverride", **_view(min(height, TALLEST)))
            await tab.settle(SHOWN)
        settled = True
    tab.complain()
    html, removed, cut = await tab.look(f"{script('visible')}({wanted.limit})")
    complete = settled and not cut
    return Rendered(tab.url, tab.status, html, removed, tuple(tab.hops), complete)


async def _go(tab: Tab, url: str) -> None:
    went = await tab.call("Page.navigate", url=url)
    problem = went.get("errorText", "")
    if not problem:
        return
    tab.complain()
    if failure := tab.failure():
        raise failure
    if went.get("isDownload") or problem == "net::ERR_ABORTED":
        raise Empty("it is a download, not a page", reason="download")
    raise Unreachable(f"Network error: {problem}", reason="connect")


@asynccontextmanager
async def _opened(line: Line, given: Pass, wanted: Wanted, place: Place) -> AsyncIterator[Tab]:
    """A tab at that place, of which nothing is left."""
    try:
        tab = Tab(line, place.session, place.target, given)
        _prepare(tab, wanted)
        yield tab
    finally:
        line.leave(place.session)
        await close(line, place.context)


async def find_place(line: Line) -> Place:
    """An empty page in a context of its own."""
    made: dict[str, str] = {}
    with trio.move_on_after(CLOSING, shield=True):  # or its name would be lost, and it would stay
        made = await line.call("Target.createBrowserContext", disposeOnDetach=True)
    if not made:
        line.hang_up()
        raise Gone
    context = made["browserContextId"]
    try:
        line.tell("Browser.setDownloadBehavior", behavior="deny", browserContextId=context)
        target = await line.call("Target.createTarget", url="about:blank", browserContextId=context)
        name = target["targetId"]
        attached = await line.call("Target.attachToTarget", targetId=name, flatten=True)
    except BaseException:
        await close(line, context)
        raise
    return Place(context, name, attached["sessionId"])


def _prepare(tab: Tab, wanted: Wanted) -> None:
    """Commands are obeyed in their order, so nobody waits for these."""
    tab.tell("Page.enable")
    tab.tell("Network.enable", maxTotalBufferSize=1, maxResourceBufferSize=1)
    tab.tell("Network.setBypassServiceWorker", bypass=True)
    tab.tell("Fetch.enable", patterns=[{"urlPattern": "*"}], handleAuthRequests=True)
    tab.tell("Page.addScriptToEvaluateOnNewDocument", source=script("without"))
    tab.tell("Emulation.setDeviceMetricsOverride", **_view(HEIGHT))
    calm = {"name": "prefers-reduced-motion", "value": "reduce"}
    tab.tell("Emulation.setEmulatedMedia", features=[calm])
    tab.tell("Emulation.setUserAgentOverride", userAgent=wanted.agent, acceptLanguage="en")


def _view(height: int) -> dict[str, int | bool]:
    return {"width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False}


async def close(line: Line, context: str) -> None:
    """Let nothing of the context be left."""
    with trio.move_on_after(CLOSING, shield=True) as scope:
        try:
            await line.call("Target.disposeBrowserContext", browserContextId=context)
        except (Gone, Refusal):
            return
    if scope.cancelled_caught:
        line.hang_up()
