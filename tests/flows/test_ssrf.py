"""Every row of the shared SSRF vectors, judged through the guard; nothing is really dialled."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from support.outcomes import Told

from headwater.actors.domain import links
from headwater.actors.domain.address import Address, Verdict, judge
from headwater.actors.domain.guard import Guard
from headwater.actors.fetcher import Fetcher
from headwater.actors.messages.faults import Refused, Unreachable, WebFault
from headwater.actors.messages.web import Dial, Extract, Fetch, Keep, Url
from headwater.actors.resources.http import connect
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Request

PUBLIC = ip_address("93.184.216.34")
PAGE = "<title>page</title>"


class World:
    """Resolves, is dialled and answers as one row says."""

    def __init__(self, row: dict[str, Any]) -> None:
        self._dns = {name.lower(): list(found) for name, found in row.get("dns", {}).items()}
        self._sequences = {
            name.lower(): list(all_) for name, all_ in row.get("dns_seq", {}).items()
        }
        self._http = row.get("http", {})
        self.dialled: list[Address] = []

    async def resolve(self, name: str) -> list[Address]:
        plain = name.rstrip(".")
        if plain in self._sequences:
            answers = self._sequences[plain]
            found = answers.pop(0) if len(answers) > 1 else answers[0]
        elif plain in self._dns:
            found = self._dns[plain]
        elif address := re.search(r"(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|xip|sslip)\.io$", plain):
            found = [address[1].replace("-", ".")]
        elif "." not in plain:
            raise Unreachable("no such name", reason="name")
        else:
            found = [str(PUBLIC)]
        return [ip_address(text) for text in found]

    def answer(self, url: Url) -> Answer:
        for key, (status, location) in self._http.items():
            if (url.host + url.target).startswith(key) or url.host == key:
                return Answer(status, (("location", location),), b"")
        if found := re.match(r"/__redir/(\d+)/(.*)", url.target):
            return Answer(int(found[1]), (("location", unquote(found[2])),), b"")
        if found := re.match(r"/__meta/(.*)", url.target):
            page = f'<meta http-equiv=refresh content="0;url={unquote(found[1])}">'
            return Answer(200, (("content-type", "text/html"),), page.encode())
        if found := re.match(r"/__refresh/(.*)", url.target):
            return Answer(200, (("refresh", f"0; url={unquote(found[1])}"),), PAGE.encode())
        return Answer(200, (), PAGE.encode())


class Line:
    """A connection into the world."""

    shared = False
    usable = False

    def __init__(self, world: World) -> None:
        self._world = world

    async def exchange(self, request: Request) -> Answer:
        return self._world.answer(request.url)

    async def close(self) -> None:
        pass

    def is_stale(self) -> bool:
        return False


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], World]:
    """Makes a row's world the one that connections lead into."""
    worlds = [World({})]

    async def dial(addresses: list[Address], _: Url) -> World:
        worlds[-1].dialled += addresses
        return worlds[-1]

    async def greet(_: object, world: World, __: Url) -> Line:
        return Line(world)

    def make(row: dict[str, Any]) -> World:
        worlds[:] = [World(row)]
        return worlds[-1]

    monkeypatch.setattr(connect, "_dial", dial)
    monkeypatch.setattr(connect, "Plain", lambda world: world)
    monkeypatch.setattr(connect, "Wire", Line)
    monkeypatch.setattr(connect.Connector, "_greet", greet)
    return make


async def outcome(row: dict[str, Any], world: World, guard: Guard) -> WebFault | None:
    fetcher = Fetcher(Client(guard, resolver=world), agent="test")
    fetcher.pipe = Told()
    try:
        url = links.parse(row["url"])
        came: Extract | Fetch | Keep = Fetch(url, url.href, url.href, 10_000)
        while isinstance(came, Fetch):
            came = await fetcher.dial(Dial(came, not_before=0.0))
    except WebFault as fault:
        return fault
    return None


def problem(row: dict[str, Any], world: World, fault: WebFault | None) -> str:
    leaks = [found for found in world.dialled if judge(found) is not Verdict.PUBLIC]
    if leaks:
        return f"dialled {leaks}"
    if row["verdict"] in ("block", "reject") and row.get("strict", True) and fault is None:
        return "answered"
    if row["verdict"] == "reject" and row.get("strict", True) and world.dialled:
        return "dialled"
    if row["verdict"] == "allow" and not world.dialled:
        return f"not reached: {fault}"
    return ""


@pytest.mark.slow
async def test_no_row_reaches_an_internal_address_and_all_public_ones_are_reached(
    shared: Path, world: Callable[[dict[str, Any]], World]
) -> None:
    rows = map(json.loads, (shared / "vectors" / "ssrf.jsonl").read_text().splitlines())
    wrong = []
    for row in rows:
        here = world(row)
        if found := problem(row, here, await outcome(row, here, Guard())):
            wrong.append((row["cls"], row["url"], found))
    assert wrong == []


@pytest.mark.slow
async def test_metadata_stays_out_of_reach_when_private_addresses_are_allowed(
    shared: Path, world: Callable[[dict[str, Any]], World]
) -> None:
    rows = map(json.loads, (shared / "vectors" / "ssrf.jsonl").read_text().splitlines())
    reached = set()
    for row in rows:
        here = world(row)
        fault = await outcome(row, here, Guard(allow_private=True))
        assert fault is None or isinstance(fault, WebFault)
        reached |= {found for found in here.dialled if judge(found) is Verdict.METADATA}
    assert reached == set()


async def test_a_name_that_changes_its_address_is_dialled_where_it_was_checked(
    world: Callable[[dict[str, Any]], World],
) -> None:
    row = {"url": "http://turn.test/", "dns_seq": {"turn.test": [[str(PUBLIC)], ["127.0.0.1"]]}}
    here = world(row)
    assert await outcome(row, here, Guard()) is None
    assert here.dialled == [PUBLIC]
    assert isinstance(await outcome(row, here, Guard()), Refused)
    assert here.dialled == [PUBLIC]
