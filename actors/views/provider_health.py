"""How the providers are doing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.providers import ReadRoster
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """The breaker of each provider that can be asked."""
    standings = (await desk.ask(ReadRoster())).standings.values()
    providers = [
        {
            "name": one.name,
            "state": one.state,
            "consecutiveFailures": one.failures,
            "retryAfterSeconds": round(one.rests),
        }
        for one in standings
        if not one.missing
    ]
    return msgspec.json.encode({"providers": providers}).decode()


VIEW = View(
    uri="diagnostics://health",
    name="provider-health",
    title="Provider Health",
    about="Breaker state of each configured provider: closed, open or half_open.",
    read=read,
    follows="calls",
)
