from __future__ import annotations

from typing import Any

import trio
from trio.testing import MockClock

from headwater.actors.desk import QuietDesk
from headwater.actors.messages.options import Options, ReadOptions
from headwater.actors.messages.providers import (
    Abilities,
    Consult,
    Consulted,
    ReadRoster,
    Roster,
    Standing,
)
from headwater.actors.messages.search import Hit, Hits
from headwater.actors.messages.web import Document, Page, ReadPage
from headwater.actors.tools.search.search_and_scrape import (
    PATIENCE,
    SearchAndScrape,
    search_and_scrape,
)
from headwater.kernel.message import Ask, Message

SLOW, QUICK = "https://slow.example/", "https://quick.example/"


class SlowPipe:
    """Finds two pages, of which one never comes."""

    async def ask(self, ask: Ask[Any]) -> Any:
        if isinstance(ask, ReadRoster):
            return Roster({"searxng": Standing("searxng", {"web": Abilities()})})
        if isinstance(ask, Consult):
            return Consulted("searxng", Hits((Hit("Slow", SLOW), Hit("Quick", QUICK))))
        if isinstance(ask, ReadOptions):
            return Options()
        assert isinstance(ask, ReadPage)
        if ask.url == SLOW:
            await trio.sleep_forever()
        document = Document("Rivers rise in spring.", "html")
        return Page(ask.url, ask.url, 200, "text/html", "id", document)

    def tell(self, message: Message) -> None:
        """Nobody listens."""


async def test_a_page_that_never_comes_costs_itself_and_no_other(
    autojump_clock: MockClock,
) -> None:
    del autojump_clock
    started = trio.current_time()
    reply = await search_and_scrape(SearchAndScrape(query="rivers"), QuietDesk(SlowPipe()))
    assert trio.current_time() - started == PATIENCE
    found = reply.structured
    assert found.status == "partial"
    assert [source.url for source in found.sources] == [QUICK]
    (failure,) = found.scrape_failures
    assert (failure.url, failure.kind, failure.retryable) == (SLOW, "network", True)
