"""What sites ask of crawlers, fetched once a day through the same guarded way out."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
import trio

from headwater.actors.domain import journey, links, robots
from headwater.actors.domain.journey import Step
from headwater.actors.domain.robots import Rules
from headwater.actors.messages.faults import Refused, WebFault
from headwater.actors.messages.web import Url
from headwater.actors.resources.http.client import Client
from headwater.actors.resources.http.exchange import Answer, Request

KEPT_SECONDS = 86_400.0  # RFC 9309: no longer than a day
RETRY_SECONDS = 300.0  # for sites whose rules could not be had
MOST_SITES = 1_024


class Robots:
    """Rules by origin. Where there are none, all may be read; where they fail, nothing."""

    def __init__(self, client: Client, agent: str) -> None:
        self._client = client
        self._agent = agent
        self._known: OrderedDict[tuple[str, str, int], tuple[Rules, float]] = OrderedDict()

    async def allows(self, url: Url) -> bool:
        """Whether the site lets us read this page."""
        where = links.origin(url)
        rules, until = self._known.get(where, (robots.NOTHING, 0.0))
        if until <= trio.current_time():
            rules, kept = await self._fetch(url)
            self._known[where] = (rules, trio.current_time() + kept)
            if len(self._known) > MOST_SITES:
                self._known.popitem(last=False)
        return rules.allows(url.target)

    async def _fetch(self, url: Url) -> tuple[Rules, float]:
        try:
            answer = await self._travel(links.join(url, "/robots.txt"))
        except Refused:
            raise
        except WebFault:
            return robots.NOTHING, RETRY_SECONDS
        if answer.status >= 500 or answer.status == 429:
            return robots.NOTHING, RETRY_SECONDS
        if answer.status != 200:
            return robots.EVERYTHING, KEPT_SECONDS
        return robots.read(answer.body, self._agent), KEPT_SECONDS

    async def _travel(self, url: Url) -> Answer:
        step: Step | None = Step(url)
        while step is not None:
            here = step
            headers = (("user-agent", self._agent), ("accept", "text/plain"))
            answer = await self._client.send(
                Request(here.url, headers, robots.LONGEST, hop=len(here.hops))
            )
            bare = msgspec.structs.replace(answer, body=b"")  # only a page refreshes itself
            step = journey.next_step(here, bare.status, bare.headers, bare.body)
        return answer
