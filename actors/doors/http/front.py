"""
Every request that the `mcp` package receives, answered by our own core.

The package lets a middleware answer in place of its handlers and then leaves the result as it is:
no validation, no defaults, no stamps of its own. So what a client reads is what stdio would say.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import trio
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from headwater import __version__
from headwater.actors.doors.http.caller import Announcer, HttpCaller
from headwater.actors.doors.mcp import revisions
from headwater.actors.doors.mcp.greeting import Greeting, unknown_method
from headwater.actors.doors.mcp.revisions import Refusal

if TYPE_CHECKING:
    from mcp.server.connection import Connection
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.doors.mcp.methods import Methods

_GREETING = "greeting"


class Front:
    """The middleware. `nursery` outlives every session."""

    def __init__(
        self, lists: Lists, methods: Methods, nursery: trio.Nursery, *, output_schemas: bool = True
    ) -> None:
        self._lists = lists
        self._methods = methods
        self._nursery = nursery
        self._output_schemas = output_schemas

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Answer a request; notifications are the package's own affair."""
        if ctx.request_id is None:
            return await call_next(ctx)
        try:
            body = await self._answer(ctx, ctx.request_id)
        except Refusal as refusal:
            data = msgspec.json.decode(refusal.data) if refusal.data else None
            raise MCPError(refusal.code, refusal.message, data) from None
        result: dict[str, Any] = msgspec.json.decode(body)
        return result

    async def _answer(self, ctx: ServerRequestContext[Any, Any], request: str | int) -> bytes:
        if ctx.method == "initialize" and ctx.protocol_version in revisions.STATELESS:
            raise unknown_method(ctx.method)
        greeting = self._greeting(ctx)
        params = json.dumps(ctx.params or {}).encode()  # msgspec has no numbers beyond 64 bits
        body = greeting.answer(ctx.method, params)
        if body is not None:
            return body
        revision = greeting.revision_of(ctx.method, params)
        caller = HttpCaller(_way(ctx), greeting, params, revision, request)
        return await self._run(ctx.method, params, revision, caller)

    async def _run(self, method: str, params: bytes, revision: str, caller: HttpCaller) -> bytes:
        """The answer, with the caller's news delivered before it."""
        refused: Refusal | None = None
        body = b""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller.deliver)
            try:
                body = await self._methods.answer(method, params, revision, caller)
            except Refusal as refusal:
                refused = refusal
            caller.close()
        if refused is not None:
            raise refused
        return body

    def _greeting(self, ctx: ServerRequestContext[Any, Any]) -> Greeting:
        """The session's, or a fresh one where there are no sessions."""
        if ctx.protocol_version in revisions.STATELESS:
            return self._greet()
        connection = _connection(ctx)
        greeting: Greeting | None = connection.state.get(_GREETING)
        if greeting is None:
            greeting = connection.state[_GREETING] = self._greet()
            announcer = Announcer(connection.outbound, self._nursery)
            leave = self._methods.watchers.watch(greeting.watched, announcer.changed)
            connection.exit_stack.callback(leave)
        return greeting

    def _greet(self) -> Greeting:
        return Greeting(self._lists, output_schemas=self._output_schemas)


def server_for(front: Front, lists: Lists) -> Server[Any]:
    """The package's server with nothing of its own but transport and sessions."""
    schemas = {row.name: row.core for row in lists.tools}

    def input_schema(name: str) -> dict[str, Any] | None:
        core = schemas.get(name)
        return None if core is None else msgspec.json.decode(b"{%b}" % core)["inputSchema"]

    server = Server[Any]("headwater", version=__version__, get_tool_input_schema=input_schema)
    server.middleware = [front]
    return server


def _connection(ctx: ServerRequestContext[Any, Any]) -> Connection:
    return ctx.session._connection  # noqa: SLF001 - the only way to a session's own state


def _way(ctx: ServerRequestContext[Any, Any]) -> Any:
    return ctx.session._request_outbound  # noqa: SLF001 - the public way would rewrite what we send
