"""How the tools have been doing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.calls import ReadLedger
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """Counts, latencies and error rates by tool."""
    page = await desk.ask(ReadLedger())
    return msgspec.json.encode({"tools": page.tools}).decode()


VIEW = View(
    uri="stats://tools",
    name="tool-statistics",
    title="Tool Statistics",
    about="Calls, latency and error rate of each tool since the server started.",
    read=read,
    follows="calls",
)
