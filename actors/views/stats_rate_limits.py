"""How often whom may be asked."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.providers import ReadRoster
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """Callers have no quota; providers have a pace, which requests keep by waiting."""
    standings = (await desk.ask(ReadRoster())).standings.values()
    paced = [
        {
            "name": one.name,
            "requestsPerSecond": round(1 / one.interval, 3),
            "waitSeconds": round(one.waits, 3),
        }
        for one in standings
        if one.interval and not one.missing
    ]
    limits = {"tenant": {"limited": False}, "global": {"limited": False}, "providers": paced}
    return msgspec.json.encode(limits).decode()


VIEW = View(
    uri="stats://rate-limits",
    name="rate-limit-status",
    title="Rate Limit Status",
    about="Quotas of callers, and the pace at which each provider is asked.",
    read=read,
)
