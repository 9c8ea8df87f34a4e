"""The HTTP door in this process, and clients that speak to it byte by byte."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import trio
from support.conversation import CAPABILITIES, VERSION
from support.tools import PROMPTS, TOOLS, VIEWS

from headwater.actors.doors.http.address import Address, listen
from headwater.actors.doors.http.door import serve
from headwater.actors.doors.mcp.listing import lists_of
from headwater.actors.settings import Settings
from headwater.kernel.inventory import Loaded
from headwater.kernel.tool import Tool
from headwater.kernel.view import View

ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
STATELESS = "2026-07-28"


class Door:
    """An open door: where it is, and the way to close it."""

    def __init__(self, address: Address, stop: trio.Event, http: httpx2.AsyncClient) -> None:
        self.address = address
        self.url = address.url
        self.stop = stop
        self.http = http
        self.exit_code: int | None = None

    def client(self, revision: str = "2025-11-25") -> Client:
        return Client(self, revision)

    async def post(self, content: bytes = b"{}", **headers: str) -> httpx2.Response:
        return await self.http.post(self.url, content=content, headers={**ACCEPT, **headers})

    async def connect(self) -> trio.SocketStream:
        return await trio.open_tcp_stream(self.address.host, self.address.port)


class Client:
    """One client's conversation: a session, or requests that each say who they are from."""

    def __init__(self, door: Door, revision: str) -> None:
        self.door = door
        self.revision = revision
        self.headers = {**ACCEPT, "mcp-protocol-version": revision}
        self.latest = 0

    async def shake_hands(self, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
        params = {
            "protocolVersion": self.revision,
            "capabilities": capabilities or {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        response = await self.send("initialize", params)
        self.headers["mcp-session-id"] = response.headers["mcp-session-id"]
        await self.tell("notifications/initialized")
        return messages(response.text)[-1]

    async def send(self, method: str, params: dict[str, Any]) -> httpx2.Response:
        sent = self._prepare(method, params)
        return await self.door.http.post(self.door.url, **sent)

    @asynccontextmanager
    async def stream(
        self, method: str, params: dict[str, Any]
    ) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """A request whose answer comes in pieces."""
        sent = self._prepare(method, params)
        async with self.door.http.stream("POST", self.door.url, **sent) as response:
            yield (received := events(response))
            await _exhaust(received)

    @asynccontextmanager
    async def standing(self) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """The session's own stream, until the client or the server leaves."""
        headers = {**self.headers, "accept": "text/event-stream"}
        async with self.door.http.stream("GET", self.door.url, headers=headers) as response:
            assert response.status_code == 200
            yield (received := events(response))
            await _exhaust(received)

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer itself; what came before it is in `send`'s text."""
        return messages((await self.send(method, params)).text)[-1]

    async def leave(self) -> int:
        """End the session."""
        return (await self.door.http.delete(self.door.url, headers=self.headers)).status_code

    async def reply(self, question: object, result: object = None, error: object = None) -> None:
        """Answer a question of the server's."""
        outcome = {"result": result} if error is None else {"error": error}
        body = {"jsonrpc": "2.0", "id": question, **outcome}
        await self.door.http.post(self.door.url, json=body, headers=self.headers)

    async def tell(self, method: str, **params: Any) -> int:
        body = {"jsonrpc": "2.0", "method": method, "params": params}
        response = await self.door.http.post(self.door.url, json=body, headers=self.headers)
        return response.status_code

    def _prepare(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.latest += 1
        headers = dict(self.headers)
        if self.revision == STATELESS:
            meta = {VERSION: self.revision, CAPABILITIES: {}, **params.get("_meta", {})}
            params = {**params, "_meta": meta}
            headers["mcp-method"] = method
            if name := params.get("name", params.get("uri")):
                headers["mcp-name"] = name
        body = {"jsonrpc": "2.0", "id": self.latest, "method": method, "params": params}
        return {"json": body, "headers": headers}


def messages(text: str) -> list[dict[str, Any]]:
    """The frames of a response, whether it is one or a stream of them."""
    if text.startswith("{"):
        return [json.loads(text)]
    lines = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
    return [json.loads(line) for line in lines if line.strip()]


async def events(response: httpx2.Response) -> AsyncIterator[dict[str, Any]]:
    async for line in response.aiter_lines():
        for message in messages(line):
            yield message


async def _exhaust(received: AsyncIterator[dict[str, Any]]) -> None:
    """To the end: the HTTP client cannot close a stream it has not read."""
    async for _ in received:
        pass


@asynccontextmanager
async def open_door(*more: Tool, views: Mapping[str, View] = VIEWS) -> AsyncIterator[Door]:
    """The door on a free port of loopback, closed in good order afterwards."""
    tools = {**TOOLS, **{f"test.{tool.name}": tool for tool in more}}
    inventory = Loaded(tools.values(), views.values(), PROMPTS.values())
    lists = lists_of(tools, views, PROMPTS)
    listener, address = listen(Address("127.0.0.1", 0))
    stop = trio.Event()
    async with httpx2.AsyncClient(timeout=None, trust_env=False) as http:
        door = Door(address, stop, http)

        async def run() -> None:
            door.exit_code = await serve(Settings(), inventory, lists, listener, stop)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            yield door
            stop.set()
