"""A client and a server in one process, without a transport."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import trio
from support.tools import PROMPTS, TOOLS, VIEWS

from headwater.actors.doors.mcp.connection import Connection
from headwater.actors.doors.mcp.greeting import Greeting
from headwater.actors.doors.mcp.listing import lists_of
from headwater.actors.service import serving
from headwater.actors.settings import ResultForm, Settings
from headwater.kernel.inventory import Loaded
from headwater.kernel.view import View

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class Conversation:
    """Sends frames and keeps what comes back, in order."""

    def __init__(self, connection: Connection, frames: list[bytes], revision: str) -> None:
        self.connection = connection
        self.frames = frames
        self.revision = revision
        self._next = 0

    def send(self, frame: object) -> None:
        self.connection.receive(msgspec.json.encode(frame))

    def news(self, method: str, **params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def post(self, method: str, **params: Any) -> int:
        """Send a request; its id."""
        self._next += 1
        if self.revision == "2026-07-28":
            meta = {VERSION: self.revision, CAPABILITIES: {}, **params.pop("_meta", {})}
            params["_meta"] = meta
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        number = self.post(method, **params)
        return await self.answer(number)

    async def answer(self, number: int | str | None) -> dict[str, Any]:
        while True:
            for message in self.messages():
                if message.get("id") == number and "method" not in message:
                    return message
            await trio.lowlevel.checkpoint()

    def messages(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(frame) for frame in self.frames]

    def notifications(self, method: str) -> list[dict[str, Any]]:
        return [message for message in self.messages() if message.get("method") == method]


@asynccontextmanager
async def talking(
    revision: str = "2025-11-25",
    *,
    form: ResultForm = "both",
    page: int = 200,
    output_schemas: bool = True,
    capabilities: dict[str, Any] | None = None,
    views: Sequence[View] = tuple(VIEWS.values()),
) -> AsyncIterator[Conversation]:
    """A conversation past its handshake."""
    greeting = Greeting(lists_of(TOOLS, VIEWS, PROMPTS), page=page, output_schemas=output_schemas)
    frames: list[bytes] = []
    inventory = Loaded(TOOLS.values(), views, PROMPTS.values())
    async with serving(Settings(result=form), inventory) as service:
        async with trio.open_nursery() as nursery:
            connection = Connection(greeting, service.methods, frames.append, nursery)
            conversation = Conversation(connection, frames, revision)
            if revision != "2026-07-28":
                info = {"name": "test", "version": "1"}
                await conversation.request(
                    "initialize",
                    protocolVersion=revision,
                    capabilities=capabilities or {},
                    clientInfo=info,
                )
                conversation.news("notifications/initialized")
            yield conversation
            nursery.cancel_scope.cancel()
