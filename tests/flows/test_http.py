"""Whole conversations over HTTP, with the door in this process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import trio
from msgspec import Struct
from support.conversation import talking
from support.door import STATELESS, messages, open_door
from support.tools import Nothing
from trio.testing import MockClock

from headwater.actors.doors.http import door as doors
from headwater.actors.doors.mcp.revisions import HANDSHAKE, KNOWN
from headwater.kernel.tool import Desk, Tool
from headwater.kernel.view import View

pytestmark = pytest.mark.slow  # the first import of the protocol package takes a second

ECHO = {"name": "echo", "arguments": {"text": "häß"}}


@pytest.mark.parametrize("revision", KNOWN)
async def test_results_are_those_of_stdio(revision: str) -> None:
    """Whatever the package in between could add, drop or reorder."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tools/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("prompts/list", {}),
        ("tools/call", ECHO),
        ("tools/call", {"name": "show"}),
        ("tools/call", {"name": "sulk"}),
        ("tools/call", {"name": "nope"}),
        ("tools/call", {"name": "echo", "arguments": {"text": 7 * 10**30}}),
        ("resources/read", {"uri": "picture://one"}),
        ("resources/read", {"uri": "note://nope/nope"}),
        ("prompts/get", {"name": "greet", "arguments": {"who": "Ada"}}),
        ("prompts/get", {"name": "greet"}),
        ("logging/setLevel", {"level": "error"}),
        ("ping", {}),
        ("server/discover", {}),
        ("resources/subscribe", {"uri": "picture://one"}),
        ("resources/subscribe", {"uri": "picture://none"}),
        ("no/such", {}),
    ]
    async with open_door() as door, talking(revision) as stdio:
        http = door.client(revision)
        if revision in HANDSHAKE:
            info = {"name": "test", "version": "1"}
            hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
            greeting = await stdio.request("initialize", **hello)
            assert (await http.shake_hands())["result"] == greeting["result"]
        for method, params in asked:
            over_http = await http.request(method, **params)
            over_stdio = await stdio.request(method, **params)
            del over_http["id"], over_stdio["id"]
            assert over_http == over_stdio, method


class Blank(Struct, frozen=True):
    value: str | None
    values: list[str | None]


async def _nulls(_: Nothing, __: Desk) -> Blank:
    return Blank(None, [None])


NULLS = Tool(name="nulls", family="test", summary="Nulls.", takes=Nothing, gives=Blank, run=_nulls)


@pytest.mark.parametrize("revision", ["2025-11-25", STATELESS])
async def test_null_is_passed_on_as_null(revision: str) -> None:
    async with open_door(NULLS) as door:
        client = door.client(revision)
        if revision in HANDSHAKE:
            await client.shake_hands()
        result = (await client.request("tools/call", name="nulls"))["result"]
    assert result["structuredContent"] == {"value": None, "values": [None]}


@pytest.mark.parametrize("revision", ["2025-11-25", STATELESS])
async def test_progress_and_messages_come_before_the_result(revision: str) -> None:
    async with open_door() as door:
        client = door.client(revision)
        if revision in HANDSHAKE:
            await client.shake_hands()
        meta = {"progressToken": 5, "io.modelcontextprotocol/logLevel": "info"}
        response = await client.send("tools/call", {**ECHO, "_meta": meta})
    kinds = [message.get("method", "result") for message in messages(response.text)]
    assert kinds == ["notifications/progress"] * 2 + ["notifications/message", "result"]


async def test_a_session_ends_when_its_client_says_so() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        assert "result" in await client.request("ping")
        assert await client.leave() == 200
        assert (await client.send("ping", {})).status_code == 404


async def test_an_idle_session_ends(mock_clock: MockClock) -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(doors.IDLE + 1)
        await trio.testing.wait_all_tasks_blocked(0.01)
        async with door.http.stream("POST", door.url) as _:
            pass  # the connection that idled along is gone as well
        assert (await client.send("ping", {})).status_code == 404


async def test_sessions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "SESSIONS", 2)
    async with open_door() as door:
        clients = [door.client() for _ in range(2)]
        for client in clients:
            await client.shake_hands()
        third = await door.client().send("initialize", {"protocolVersion": "2025-11-25"})
        assert third.status_code == 503
        await clients[0].leave()
        await door.client().shake_hands()


async def test_a_tool_asks_its_client_over_the_stream_of_the_call() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands({"elicitation": {}})
        async with client.stream("tools/call", {"name": "ask_client"}) as stream:
            question = await anext(stream)
            assert question["method"] == "elicitation/create"
            await client.reply(question["id"], {"action": "accept"})
            answer = await anext(stream)
        assert answer["result"]["structuredContent"] == {"text": "accept"}


async def test_a_client_that_refuses_or_cannot_be_asked_is_told_to_the_tool() -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        result = (await client.request("tools/call", name="ask_client"))["result"]
        assert "does not offer elicitation" in result["content"][0]["text"]
        willing = door.client()
        await willing.shake_hands({"elicitation": {}})
        async with willing.stream("tools/call", {"name": "ask_client"}) as stream:
            question = await anext(stream)
            await willing.reply(question["id"], error={"code": -1, "message": "a secret"})
            result = (await anext(stream))["result"]
        assert result["isError"] is True
        assert "the client refused" in result["content"][0]["text"]


async def test_a_call_that_its_client_cancels_or_leaves_is_stopped() -> None:
    stopped = trio.Event()
    started = trio.Event()

    async def linger(_: Nothing, __: Desk) -> Blank:
        try:
            started.set()
            await trio.sleep_forever()
        finally:
            stopped.set()

    tool = Tool(
        name="linger", family="test", summary="Waits.", takes=Nothing, gives=Blank, run=linger
    )
    async with open_door(tool) as door, trio.open_nursery() as nursery:
        client = door.client()
        await client.shake_hands()
        nursery.start_soon(client.send, "tools/call", {"name": "linger"})
        await started.wait()
        await client.tell("notifications/cancelled", requestId=client.latest)
        await stopped.wait()

        started, stopped = trio.Event(), trio.Event()
        stateless = door.client(STATELESS)
        with trio.CancelScope() as leaving:
            async with trio.open_nursery() as calling:
                calling.start_soon(stateless.send, "tools/call", {"name": "linger"})
                await started.wait()
                leaving.cancel()
        await stopped.wait()


async def test_a_session_hears_of_the_resources_it_subscribed_to() -> None:
    async with open_door(views=WATCHED) as door:
        client = door.client()
        await client.shake_hands()
        async with client.standing() as news:
            assert (await client.request("resources/subscribe", uri="count://calls"))[
                "result"
            ] == {}
            await client.request("tools/call", **ECHO)
            heard = await anext(news)
            await client.request("resources/unsubscribe", uri="count://calls")
            await client.request("resources/subscribe", uri="count://failures")
            await client.request("tools/call", **ECHO)
            await client.request("tools/call", name="sulk")
            later = await anext(news)
            await client.leave()
    assert heard["method"] == "notifications/resources/updated"
    assert heard["params"] == {"uri": "count://calls"}
    assert later["params"] == {"uri": "count://failures"}


async def test_a_stateless_request_listens_until_the_server_ends() -> None:
    wanted = {
        "toolsListChanged": True,
        "resourceSubscriptions": ["count://calls", "count://nothing"],
    }
    async with open_door(views=WATCHED) as door:
        client = door.client(STATELESS)
        async with client.stream("subscriptions/listen", {"notifications": wanted}) as news:
            acknowledged = await anext(news)
            await door.client(STATELESS).request("tools/call", **ECHO)
            heard = await anext(news)
            door.stop.set()
            ended = await anext(news)
    mark = {"io.modelcontextprotocol/subscriptionId": client.latest}
    agreed = {"resourceSubscriptions": ["count://calls"]}
    assert acknowledged["params"] == {"notifications": agreed, "_meta": mark}
    assert heard["params"] == {"uri": "count://calls", "_meta": mark}
    assert ended["result"]["_meta"] | mark == ended["result"]["_meta"]


async def _count(_: Mapping[str, str], __: Desk) -> str:
    return "some"


WATCHED = {
    "test.calls": View("count://calls", "calls", "Calls.", _count, follows="calls"),
    "test.failures": View("count://failures", "failures", "Faults.", _count, follows="failures"),
}
