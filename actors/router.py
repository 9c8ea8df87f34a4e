"""Runs tools and reads views: the only actor that asks, on behalf of what it runs."""

from __future__ import annotations

import base64
import os
import time
from typing import TYPE_CHECKING, Any

import msgspec
import trio

from headwater.actors.desk import CallDesk, QuietDesk
from headwater.actors.domain import error_form
from headwater.actors.domain.audit import query_of
from headwater.actors.messages.calls import (
    CallEnded,
    CallResult,
    CallTool,
    Outcome,
    ReadView,
    Reply,
    ResourceBody,
    Text,
    ViewBody,
)
from headwater.kernel.actor import Actor, Policy, handle
from headwater.kernel.arguments import decode
from headwater.kernel.client import CapabilityRequired, InputRequired
from headwater.kernel.faults import Fault, Overdue
from headwater.kernel.view import Content

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.kernel.inventory import Inventory
    from headwater.kernel.tool import Tool


class UnknownTool(Fault):
    """No tool of that name is offered."""

    code = "unknown_tool"
    hint = "See tools/list for the tools that are offered."

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown tool {name[:64]!r}")


class UnknownView(Fault):
    """Nothing to read under that URI."""

    code = "unknown_resource"
    hint = "See resources/list and resources/templates/list for what can be read."

    def __init__(self, uri: str) -> None:
        super().__init__(f"nothing to read at {uri[:256]!r}")
        self.uri = uri


class Router(Actor):
    """Decodes arguments, sets the deadline, runs the tool, and words what went wrong."""

    def __init__(
        self,
        *,
        inventory: Inventory,
        calls: int,
        mask: Callable[[str], str] = str,
        record_queries: bool = False,
    ) -> None:
        self.policy = Policy(workers=calls)  # a worker for every call that may be in flight
        self._inventory = inventory
        self._mask = mask
        self._record_queries = record_queries

    @handle
    async def call(self, want: CallTool) -> CallResult:
        """Run one tool. Its faults are results, for a model to read."""
        tool = self._inventory.tool(want.name)
        if tool is None:
            raise UnknownTool(want.name)
        started = time.perf_counter()
        outcome: Outcome = "fault"
        fault: Fault | None = None
        audit: dict[str, Any] | None = None
        try:
            result = await self._run(tool, want)
            outcome, audit = "ok", result.audit
        except InputRequired:
            outcome = "ok"  # one round of a call that goes on
            raise
        except CapabilityRequired as caught:
            fault = caught
            raise  # the door words it, because it is about the protocol
        except Fault as caught:
            fault = caught
            text = self._mask(error_form.render(caught, tool.errors))
            result = CallResult(blocks=(Text(text),), failed=True)
        except trio.Cancelled:
            outcome = "cancelled"
            raise
        finally:
            spent = (time.perf_counter() - started) * 1000
            query = query_of(want.arguments)
            ended = _ended(tool, outcome, spent, fault, query, record=self._record_queries)
            self.pipe.tell(msgspec.structs.replace(ended, audit=audit))
        return result

    @handle
    async def view(self, want: ReadView) -> ViewBody:
        """Read one view."""
        view = self._inventory.view(want.uri)
        variables = view.match(want.uri) if view else None
        if view is None or variables is None:
            raise UnknownView(want.uri)
        content = await view.read(variables, QuietDesk(self.pipe))
        if not isinstance(content, Content):
            content = Content(content, view.mime_type)
        return ViewBody(bodies=(_body(want.uri, content),))

    async def _run(self, tool: Tool, want: CallTool) -> CallResult:
        arguments = decode(want.arguments, tool.takes)
        desk = CallDesk(self.pipe, want.caller, want.progress)
        with trio.CancelScope(deadline=trio.current_time() + tool.seconds):
            return _encode(await tool.run(arguments, desk))
        raise Overdue(tool.name, tool.seconds)


def _encode(gives: Any) -> CallResult:
    if not isinstance(gives, Reply):
        return CallResult(structured=msgspec.json.encode(gives))
    structured = b"" if gives.structured is None else msgspec.json.encode(gives.structured)
    return CallResult(structured, gives.blocks, gives.failed, gives.meta, gives.audit)


def _ended(
    tool: Tool, outcome: Outcome, spent: float, fault: Fault | None, query: str, *, record: bool
) -> CallEnded:
    """Only words we chose are kept: a fault's own message may repeat what the caller sent."""
    return CallEnded(
        tool=tool.name,
        outcome=outcome,
        milliseconds=spent,
        at=time.time(),
        code=fault.code if fault else "internal" if outcome == "fault" else "",
        problem=fault.hint if fault else "",
        request=os.urandom(8).hex(),
        query_length=len(query),
        query=query if record else "",
    )


def _body(uri: str, content: Content) -> ResourceBody:
    if isinstance(content.body, str):
        return ResourceBody(uri, content.mime_type, text=content.body)
    blob = base64.b64encode(content.body).decode()
    return ResourceBody(uri, content.mime_type, blob=blob)
