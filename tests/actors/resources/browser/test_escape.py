"""
Every way in which a page can make a browser connect somewhere, pointed at a forbidden place.

The place is on loopback and counts connections and datagrams. The same ways, pointed at the site
itself, show that they work at all.
"""

from __future__ import annotations

import pytest
import trio
from support.browser import browser_for, forbidden, wanted
from support.site import Site, serving

from headwater.actors.domain import address
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Refused, Unreachable
from headwater.actors.resources.browser.browser import Browser

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser"), pytest.mark.timeout(120)]

# The page itself goes elsewhere.
LEADING = {
    "download": "<a id=a download href='{to}'>a</a><script>a.click()</script>",
    "meta refresh": "<meta http-equiv=refresh content='0;url={to}'>",
    "location": "<script>location = '{to}'</script>",
    "location later": "<script>setTimeout(() => location.replace('{to}'), 200)</script>",
    "form post": "<form id=f method=post action='{to}'></form><script>f.submit()</script>",
    "form get": "<form id=f action='{to}'></form><script>f.submit()</script>",
    "click": "<a id=a href='{to}'>a</a><script>a.click()</script>",
    "open here": "<script>open('{to}', '_self')</script>",
    "from a frame": "<iframe srcdoc=\"<script>top.location = '{to}'</script>\"></iframe>",
    "navigation interface": "<script>navigation.navigate('{to}')</script>",
}
# The page stays, and asks for something.
ASKING = {
    "iframe": "<iframe src='{to}'></iframe>",
    "iframe in srcdoc": "<iframe srcdoc=\"<iframe src='{to}'></iframe>\"></iframe>",
    "iframe redirect": "<iframe src='/redirect'></iframe>",
    "fetch": "<script>fetch('{to}').catch(() => 0)</script>",
    "fetch no-cors": "<script>fetch('{to}', {{mode: 'no-cors'}}).catch(() => 0)</script>",
    "fetch post": "<script>fetch('{to}', {{method: 'POST', body: 'x'}}).catch(() => 0)</script>",
    "fetch redirect": "<script>fetch('/redirect', {{mode: 'no-cors'}}).catch(() => 0)</script>",
    "xhr": "<script>x = new XMLHttpRequest(); x.open('GET', '{to}'); x.send()</script>",
    "script": "<script src='{to}'></script>",
    "module": "<script type=module src='{to}'></script>",
    "import": "<script>import('{to}').catch(() => 0)</script>",
    "stylesheet": "<link rel=stylesheet href='{to}'>",
    "css import": "<style>@import '{to}';</style>",
    "websocket": "<script>new WebSocket('{to}'.replace('http', 'ws'))</script>",
    "event source": "<script>new EventSource('{to}')</script>",
    "worker": (
        "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('{to}').catch(() => 0)\"])))"
        "</script>"
    ),
    "worker import": (
        "<script>new Worker(URL.createObjectURL(new Blob([\"importScripts('{to}')\"])))</script>"
    ),
    "object": "<object data='{to}' type='text/html'></object>",
    "embed": "<embed src='{to}' type='text/html'>",
    "preload": "<link rel=preload as=fetch crossorigin href='{to}'>",
    "modulepreload": "<link rel=modulepreload href='{to}'>",
}
# Refused to every page, wherever it would lead; or the browser does it only sometimes.
NEVER = {
    "image": "<img src='{to}'>",
    "source set": "<img srcset='{to} 2x'>",
    "background": "<body style=\"background: url('{to}')\">",
    "font": (
        "<style>@font-face {{ font-family: f; src: url('{to}') }} p {{ font-family: f }}</style>"
    ),
    "video": "<video src='{to}' autoplay></video>",
    "audio": "<audio src='{to}' autoplay></audio>",
    "track": "<video><track default src='{to}'></video>",
    "poster": "<video poster='{to}'></video>",
    "svg use": "<svg><use href='{to}#a'/><image href='{to}'/></svg>",
    "beacon": "<script>navigator.sendBeacon('{to}', 'x')</script>",
    "ping": "<a id=a ping='{to}' href='#x'>a</a><script>a.click()</script>",
    "keepalive": "<script>fetch('{to}', {{keepalive: true}}).catch(() => 0)</script>",
    "popup": "<script>open('{to}')</script>",
    "popup by click": "<a id=a target=_blank href='{to}'>a</a><script>a.click()</script>",
    "prefetch": "<link rel=prefetch href='{to}'>",
    "preconnect": "<link rel=preconnect href='{to}'>",
    "dns prefetch": "<link rel=dns-prefetch href='{to}'>",
    "prerender": (
        "<script type=speculationrules>"
        '{{"prerender": [{{"source": "list", "urls": ["{to}"]}}],'
        ' "prefetch": [{{"source": "list", "urls": ["{to}"]}}]}}</script>'
    ),
    "manifest": "<link rel=manifest href='{to}'>",
    "icon": "<link rel=icon href='{to}'>",
    "shared worker": "<script>try {{ new SharedWorker('{to}') }} catch {{}}</script>",
    "service worker": (
        "<script>navigator.serviceWorker?.register('/worker.js').catch(() => 0)</script>"
    ),
    "webrtc": (
        "<iframe id=i srcdoc='x'></iframe><script>"
        "for (const W of [window, i.contentWindow]) try {{"
        " const p = new W.RTCPeerConnection({{iceServers: [{{urls: 'stun:{host}'}},"
        " {{urls: 'turn:{host}?transport=tcp', username: 'u', credential: 'c'}}]}});"
        " p.createDataChannel('d'); p.createOffer().then((o) => p.setLocalDescription(o))"
        "}} catch {{}}"
        "</script>"
    ),
    "webtransport": "<script>try {{ new WebTransport('https://{host}/') }} catch {{}}</script>",
    "fenced frame": "<fencedframe></fencedframe><portal src='{to}'></portal>",
    "css image set": "<style>p {{ background: image-set('{to}' 1x) }}</style>",
    "cursor": "<style>body {{ cursor: url('{to}'), auto }}</style>",
    "favicon of a frame": "<iframe srcdoc=\"<link rel=icon href='{to}'>\"></iframe>",
    "file": "<iframe src='file:///etc/passwd'></iframe><script>open('file:///etc/passwd')</script>",
}
FEW = 6  # ways on one page
SPELLINGS = (
    "127.0.0.1",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0.0.0.0",  # noqa: S104 - where a page would go, not where we listen
    "[::1]",
    "[::ffff:127.0.0.1]",
    "rebound.test",
    "metadata.google.internal",
)
PROSE = b"<p>The river rose in spring and fell in summer, as rivers of this kind do.</p>"


class Rebound:
    """Says that every name is on this machine."""

    async def resolve(self, name: str) -> list[Address]:
        found = address.parse("127.0.0.1")
        assert found is not None, name
        return [found]


def lay_out(site: Site, to: str) -> dict[str, str]:
    """A page for each way that leads on, and one for a few of the others; by name, where it is."""
    together = {**ASKING, **NEVER}
    parts = [[name] for name in LEADING] + [
        list(together)[start : start + FEW] for start in range(0, len(together), FEW)
    ]
    for number, names in enumerate(parts):
        site.page(f"/{number}", b"<!doctype html><title>T</title>" + PROSE + _ways(names, to))
    for number in range(len({**LEADING, **together})):
        site.page(f"/reached{number}", PROSE)
    site.redirect("/redirect", to=f"{to}/reached-redirect")
    script = {"Content-Type": "text/javascript"}
    site.page("/worker.js", f"fetch('{to}/reached-worker')".encode(), headers=script)
    return {name: f"/{number}" for number, names in enumerate(parts) for name in names}


def _ways(names: list[str], to: str) -> bytes:
    host = to.partition("//")[2]
    ways = {**LEADING, **ASKING, **NEVER}
    places = {name: f"{to}/reached{number}" for number, name in enumerate(ways)}
    return "".join(ways[name].format(to=places[name], host=host) for name in names).encode()


async def render_all(browser: Browser, site: Site, pages: dict[str, str]) -> dict[str, str]:
    """What came of each."""
    outcomes: dict[str, str] = {}

    async def one(name: str, target: str) -> None:
        try:
            page = await browser.render(wanted(site.root + target))
        except (Refused, Unreachable) as fault:
            outcomes[name] = fault.code
        else:
            outcomes[name] = "page" if page.html else "empty"

    async with trio.open_nursery() as nursery:
        limit = trio.Semaphore(4)

        async def limited(name: str, target: str) -> None:
            async with limit:
                await one(name, target)

        for target in sorted(set(pages.values())):
            nursery.start_soon(limited, target, target)
    return {name: outcomes[target] for name, target in pages.items()}


async def test_no_page_reaches_a_forbidden_place_in_any_way() -> None:
    async with serving() as site, forbidden() as place:
        pages = lay_out(site, f"http://127.0.0.1:{place.port}")
        async with browser_for(site.guard, pages=4) as browser:
            outcomes = await render_all(browser, site, pages)
        assert (place.connections, place.datagrams) == (0, 0)
    assert {name: outcomes[name] for name in LEADING} == dict.fromkeys(LEADING, "validation")
    assert {outcomes[name] for name in {**ASKING, **NEVER}} == {"page"}


async def test_the_same_ways_work_where_they_are_allowed() -> None:
    async with serving() as site:
        pages = lay_out(site, site.root)
        guard = Guard(origins=frozenset({site.origin, ("https", *site.origin[1:])}))
        async with browser_for(guard, pages=4) as browser:
            await render_all(browser, site, pages)
        seen = {target.partition("?")[0] for target in site.seen}
    ways = {name: f"/reached{number}" for number, name in enumerate({**LEADING, **ASKING})}
    missing = [name for name, target in ways.items() if target not in seen]
    assert [name for name in missing if "redirect" not in name and name != "download"] == []
    assert "/reached-redirect" in seen


async def test_no_spelling_of_a_forbidden_place_is_reached() -> None:
    async with serving() as site, forbidden() as place:
        for number, host in enumerate(SPELLINGS):
            to = f"http://{host}:{place.port}/"
            script = f"fetch('{to}', {{mode: 'no-cors'}}).catch(() => 0)"
            socket = f"try {{ new WebSocket('{to}'.replace('http', 'ws')) }} catch {{}}"
            text = f"<iframe src='{to}'></iframe><script>{script};{socket}</script>"
            site.page(f"/stay{number}", text.encode() + PROSE)
            site.redirect(f"/go{number}", to=to)
        async with browser_for(site.guard, pages=4, resolver=Rebound()) as browser:
            pages = {
                f"{kind}{number}": f"/{kind}{number}"
                for number in range(len(SPELLINGS))
                for kind in ("stay", "go")
            }
            outcomes = await render_all(browser, site, pages)
        assert (place.connections, place.datagrams) == (0, 0)
    wrong = {name for name, found in outcomes.items() if found != _expected(name)}
    assert wrong == set()


async def test_the_operators_domains_bind_the_browser_too() -> None:
    guard = Guard(allow_private=True, allowed_domains=("127.0.0.1",))
    async with serving() as site, forbidden("127.0.0.2") as place:
        pages = lay_out(site, f"http://127.0.0.2:{place.port}")
        few = {name: pages[name] for name in ("location", "iframe", "fetch", "websocket", "worker")}
        async with browser_for(guard, pages=4) as browser:
            outcomes = await render_all(browser, site, few)
        assert (place.connections, place.datagrams) == (0, 0)
    assert outcomes == dict.fromkeys(few, "page") | {"location": "validation"}


def _expected(name: str) -> str:
    return "validation" if name.startswith("go") else "page"
