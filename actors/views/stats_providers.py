"""Which providers are configured."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.providers import ReadRoster
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """Those that can be asked, with what; and the variables that others wait for."""
    standings = (await desk.ask(ReadRoster())).standings.values()
    ready = [
        {"name": one.name, "capabilities": sorted(one.operations), "keyless": not one.keyed}
        for one in standings
        if not one.missing
    ]
    waiting = [{"name": one.name, "needs": one.missing} for one in standings if one.missing]
    return msgspec.json.encode({"providers": ready, "unconfigured": waiting}).decode()


VIEW = View(
    uri="stats://providers",
    name="configured-providers",
    title="Configured Providers",
    about="Every configured provider by name and what it can do.",
    read=read,
)
