"""How many research sessions live."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from headwater.actors.messages.sessions import ListSessions
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read(_: Mapping[str, str], desk: Desk) -> str:
    """Their number, and no more: what they are about is their owners' business."""
    found = await desk.ask(ListSessions(owner=None))
    return msgspec.json.encode({"activeSessions": len(found.sessions)}).decode()


VIEW = View(
    uri="stats://sessions",
    name="active-sessions",
    title="Active Sessions",
    about="How many research sessions live.",
    read=read,
    follows="calls",
)
