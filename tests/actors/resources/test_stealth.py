from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import trio
from support.certificates import contexts
from support.site import Site, serving

from headwater.actors.domain import address, links
from headwater.actors.domain.address import Address
from headwater.actors.domain.guard import Guard
from headwater.actors.messages.faults import Refused, Unreachable, Upstream
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Request
from headwater.actors.resources.stealth import Stealth

pytestmark = pytest.mark.slow  # loading the library takes longer than most tests


class Names:
    """Every name is the site's; how often it was asked."""

    def __init__(self, *found: str) -> None:
        self.found = [one for one in map(address.parse, found) if one is not None]
        self.asked: list[str] = []

    async def resolve(self, name: str) -> list[Address]:
        self.asked.append(name)
        return self.found


def dressed(site: Site, *found: str, trusted: str = "", name: str = "") -> tuple[Stealth, Names]:
    names = Names(*(found or ("127.0.0.1",)))
    origin = (site.origin[0], name or site.origin[1], site.port)
    guard = Guard(origins=frozenset({origin}))
    return Stealth(Client(guard, resolver=names), trusted=trusted), names


def asking(url: str, limit: int = 1_000_000) -> Request:
    return Request(links.parse(url), limit=limit)


async def test_it_looks_like_a_browser_and_says_nothing_else() -> None:
    async with serving() as site:
        site.page("/", b"<p>text</p>", headers={"X-One": "1"})
        stealth, _ = dressed(site)
        answer = await stealth.send(asking(site.root))
    assert (answer.status, answer.body) == (200, b"<p>text</p>")
    assert ("x-one", "1") in answer.headers
    sent = site.heads[0].lower()
    assert "chrome/" in sent
    assert "sec-ch-ua:" in sent
    assert "headwater" not in sent
    assert "headless" not in sent


async def test_it_goes_to_the_checked_address_and_looks_nothing_up() -> None:
    async with serving() as site:
        site.page("/")
        stealth, names = dressed(site, name="nowhere.test")
        answer = await stealth.send(asking(f"http://nowhere.test:{site.port}/"))
    assert answer.status == 200
    assert names.asked == ["nowhere.test"]
    assert f"host: nowhere.test:{site.port}" in site.heads[0].lower()


@pytest.mark.parametrize("found", [("127.0.0.1",), ("93.184.216.34", "127.0.0.1"), ("::1",)])
async def test_what_the_guard_refuses_is_not_dialled(found: tuple[str, ...]) -> None:
    async with serving() as site:
        stealth, _ = dressed(site, *found)
        with pytest.raises(Refused):
            await stealth.send(asking(f"http://inside.test:{site.port}/"))
        assert site.connections == 0


async def test_a_redirect_is_told_and_not_followed() -> None:
    async with serving() as site:
        site.redirect("/", to="http://127.0.0.2/")
        stealth, _ = dressed(site)
        answer = await stealth.send(asking(site.root))
    assert (answer.status, answer.header("location")) == (302, "http://127.0.0.2/")


async def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with serving() as site:
        site.page("/")
        stealth, _ = dressed(site)
        assert (await stealth.send(asking(site.root))).status == 200


async def test_a_body_is_decoded_and_bounded() -> None:
    async with serving() as site:
        site.page("/", gzip.compress(b"x" * 50_000_000), headers={"Content-Encoding": "gzip"})
        stealth, _ = dressed(site)
        answer = await stealth.send(asking(site.root, limit=1_000_000))
    assert (len(answer.body), answer.truncated) == (1_000_000, True)
    assert answer.header("content-encoding") == ""


async def test_heads_without_end_are_given_up() -> None:
    async with serving() as site:
        lines = "".join(f"X-{number}: {'y' * 200}\r\n" for number in range(450))
        site.raw("/", f"HTTP/1.1 200 X\r\n{lines}\r\n".encode())
        stealth, _ = dressed(site)
        with pytest.raises(Upstream):
            await stealth.send(asking(site.root))


async def test_who_leaves_is_not_waited_for() -> None:
    async with serving() as site:
        started = trio.Event()

        async def drip(stream: trio.abc.Stream) -> None:
            await stream.send_all(b"HTTP/1.1 200 X\r\n\r\n")
            started.set()
            while True:  # whoever waits for the end of this waits forever
                await stream.send_all(b"x")
                await trio.sleep(0.01)

        site.script("/", drip)
        stealth, _ = dressed(site)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(stealth.send, asking(site.root))
            await started.wait()
            nursery.cancel_scope.cancel()


async def test_certificates_are_checked_against_the_name(tmp_path: Path) -> None:
    server, _ = contexts(tmp_path, "right.test", ["http/1.1"])
    trusted = str(tmp_path / "site.pem")
    async with serving(tls=server) as site:
        site.page("/", headers={"Connection": "close"})
        stealth, _ = dressed(site, trusted=trusted, name="right.test")
        answer = await stealth.send(asking(f"https://right.test:{site.port}/"))
        assert answer.status == 200
        stealth, _ = dressed(site, trusted=trusted, name="wrong.test")
        with pytest.raises(Unreachable, match="TLS"):
            await stealth.send(asking(f"https://wrong.test:{site.port}/"))
