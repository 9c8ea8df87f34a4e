"""What failed lately."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.calls import ReadLedger
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """The newest errors first, without anything a caller sent."""
    page = await desk.ask(ReadLedger())
    return msgspec.json.encode({"errors": page.errors}).decode()


VIEW = View(
    uri="diagnostics://errors/recent",
    name="recent-errors",
    title="Recent Errors",
    about="The last failed calls, newest first: time, tool and kind.",
    read=read,
    follows="failures",
)
