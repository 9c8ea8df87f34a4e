from __future__ import annotations

import sys

import pytest

from headwater.actors.bulk import crew
from headwater.actors.bulk.crew import ENOUGH, crew_of
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.reading import Found
from headwater.actors.bulk.wishes import Wishes

READY_AND_GONE = """
import socket
from headwater.actors.bulk.frames import Done, _ENCODER
stream = socket.socket(fileno=0)
body = _ENCODER.encode(Done(0))
stream.sendall(len(body).to_bytes(4, "big") + body)
stream.recv(1 << 16)  # the wishes, or an item with them
stream.recv(1)
"""


class Alone:
    """Reads what it is given."""

    def __init__(self) -> None:
        self.read_here: list[str] = []

    async def read(self, item: Item) -> Found:
        self.read_here.append(item.url)
        return Found(item.url.encode())


@pytest.mark.parametrize("program", ["pass", "raise SystemExit(1)", READY_AND_GONE])
async def test_what_a_helper_loses_is_read_here(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(crew, "COMMAND", [sys.executable, "-c", program])
    own = Alone()
    urls = [f"http://a.example/{number}" for number in range(2 * ENOUGH)]
    async with crew_of(own, Wishes(), helpers=1) as one:
        for url in urls:
            one.expect()
            found = await one.read(Item(url, "a.example:80"))
            assert found.line == url.encode()
    assert own.read_here == urls
