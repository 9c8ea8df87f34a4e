"""A page from the router to the extractor and back; stand-ins for the network and the store."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.actors.extractor import Extractor
from headwater.actors.ledger import Ledger
from headwater.actors.messages.calls import CallResult, CallTool, Text
from headwater.actors.messages.web import Extract, Fetch, Keep, Page, ReadPage, Response, Url
from headwater.actors.router import Router
from headwater.actors.tools.scrape.scrape_page import TOOL
from headwater.kernel.actor import Actor, handle
from headwater.kernel.inventory import Loaded
from headwater.kernel.kernel import running

PROSE = "<p>The river rose in spring and fell in summer, as rivers of this kind always do.</p>" * 4


class Network(Actor):
    """Answers every address with one body."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    @handle
    async def fetch(self, want: ReadPage) -> Extract:
        url = Url(want.url, "https", "site.test", 443, "/")
        headers = (("content-type", "text/html; charset=utf-8"),)
        fetch = Fetch(url, want.url, "key", 1_000_000)
        return Extract(fetch, Response(want.url, 200, headers, self._body))


class Store(Actor):
    """Keeps nothing."""

    @handle
    async def keep(self, made: Keep) -> Page:
        assert made.document is not None
        asked, final = made.want.asked, made.response.url
        return Page(asked, final, 200, "text/html", "0" * 64, made.document)


async def call(body: str, **arguments: Any) -> tuple[CallResult, list[bytes]]:
    lines: list[bytes] = []
    router = Router(inventory=Loaded([TOOL], [], []), calls=4)
    actors = [router, Ledger(record=lines.append), Extractor(), Network(body.encode()), Store()]
    raw = msgspec.json.encode({"url": "https://site.test/m4rk3r", **arguments})
    async with running(actors) as kernel:
        return await kernel.ask(CallTool("scrape_page", raw, None)), lines


async def test_a_page_is_read_cleaned_and_cited() -> None:
    result, lines = await call(f"<title>Rivers</title>{PROSE}<p hidden>secret</p>zero\u200bwidth")
    wire = msgspec.json.decode(result.structured)
    assert "zerowidth" in wire["content"]
    assert wire["removed"] == {"hidden": 1, "characters": 1}
    assert "Rivers." in wire["citation"]["formatted"]["apa"]
    assert len(lines) == 1
    assert b"m4rk3r" not in lines[0]


async def test_a_page_without_text_is_an_answer_that_says_so() -> None:
    result, lines = await call("<div id=root></div><script>app()</script>")
    assert result.failed
    (block,) = result.blocks
    assert isinstance(block, Text)
    assert block.text.startswith("No content extracted from https://site.test/m4rk3r.")
    assert '"kind":"content_empty"' in block.text
    assert msgspec.json.decode(lines[0])["error_code"] == "content_empty"
