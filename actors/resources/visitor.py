"""Calls of one round, made at once; each fails for itself."""

from __future__ import annotations

import time

import trio

from headwater.actors.domain import retry_after
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.sources import Call, Gather, Reply, Visit
from headwater.actors.resources.inquirer import Inquirer
from headwater.actors.resources.robots import Robots
from headwater.actors.resources.services import Services

AT_ONCE = 20  # calls under way


class Visitor:
    """Goes to a site's services, through the guard as everybody."""

    def __init__(
        self, inquirer: Inquirer, services: Services, agent: str, robots: Robots | None
    ) -> None:
        self._inquirer = inquirer
        self._services = services
        self._agent = agent
        self._robots = robots

    async def visit(self, ready: Visit, deadline: float) -> tuple[Reply, ...]:
        """The replies in the order of the calls."""
        gather = ready.gather
        replies: list[Reply] = [Reply(0, reason="its service is resting")] * len(gather.calls)
        limiter = trio.CapacityLimiter(AT_ONCE)

        async def make(place: int, call: Call) -> None:
            async with limiter:
                replies[place] = await self._reply(gather, call, deadline)

        async with trio.open_nursery() as nursery:
            for place, call in enumerate(gather.calls):
                if call.service not in ready.resting:
                    nursery.start_soon(make, place, call)
        return tuple(replies)

    async def _reply(self, gather: Gather, call: Call, deadline: float) -> Reply:
        try:
            with trio.fail_at(deadline):
                return await self._call(gather, call)
        except trio.TooSlowError:
            return Reply(0, reason="no answer in time")
        except WebFault as fault:
            return Reply(0, reason=f"{fault.code}: {fault.reason}" if fault.reason else fault.code)

    async def _call(self, gather: Gather, call: Call) -> Reply:
        request = self._services.request(gather.source, call, self._agent)
        robots = None if request.operator else self._robots
        if robots is not None and not await robots.allows(request.url):
            return Reply(0, reason="robots.txt forbids it")
        came = await self._inquirer.travel(request.url, request)
        return Reply(
            came.status,
            came.body,
            came.header("content-type"),
            "cut off" if came.truncated else "",
            retry_after.seconds(came.header("retry-after"), time.time()),
        )
