from __future__ import annotations

from collections.abc import Mapping

import pytest
from support.conversation import talking
from trio.testing import wait_all_tasks_blocked

from headwater.actors.doors.mcp import greeting, watchers
from headwater.kernel.tool import Desk
from headwater.kernel.view import View

UPDATED = "notifications/resources/updated"
ECHO = {"name": "echo", "arguments": {"text": "a"}}


async def read(_: Mapping[str, str], __: Desk) -> str:
    return ""


def changing(after: str) -> list[View]:
    return [
        View("picture://one", "picture", "", read, follows=after),  # type: ignore[arg-type]
        View("note://{number}", "note", "", read, follows="failures"),
    ]


async def test_a_connection_hears_of_what_it_subscribed_to_and_of_nothing_else() -> None:
    async with talking(views=changing("calls")) as client:
        await client.request("tools/call", **ECHO)
        await client.request("resources/subscribe", uri="picture://one")
        await client.request("resources/subscribe", uri="note://7")
        await client.request("tools/call", **ECHO)
        heard = [news["params"]["uri"] for news in client.notifications(UPDATED)]
        assert heard == ["picture://one"]
        await client.request("resources/unsubscribe", uri="picture://one")
        await client.request("tools/call", **ECHO)
        await client.request("tools/call", name="sulk")
        heard = [news["params"]["uri"] for news in client.notifications(UPDATED)]
    assert heard == ["picture://one", "note://7"]


async def test_an_update_comes_before_the_call_that_caused_it_is_answered() -> None:
    async with talking(views=changing("calls")) as client:
        await client.request("resources/subscribe", uri="picture://one")
        await client.request("tools/call", **ECHO)
        kinds = [message.get("method", "answer") for message in client.messages()[-2:]]
    assert kinds == [UPDATED, "answer"]


@pytest.mark.parametrize(
    ("params", "code"), [({"uri": "no://such"}, -32002), ({"uri": 7}, -32602), ({}, -32602)]
)
async def test_only_what_there_is_can_be_subscribed_to(
    params: dict[str, object], code: int
) -> None:
    async with talking() as client:
        answer = await client.request("resources/subscribe", **params)
    assert answer["error"]["code"] == code


async def test_subscriptions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greeting, "MOST_WATCHED", 1)
    monkeypatch.setattr(watchers, "MOST", 1)
    async with talking() as client:
        assert "result" in await client.request("resources/subscribe", uri="note://1")
        assert "error" in await client.request("resources/subscribe", uri="note://2")
    async with talking("2026-07-28") as client:  # the connection itself is one that watches
        answer = await client.request("subscriptions/listen", notifications={})
    assert "too many" in answer["error"]["message"]


async def test_a_stateless_request_listens_until_it_is_cancelled() -> None:
    async with talking("2026-07-28", views=changing("calls")) as client:
        wanted = {"resourceSubscriptions": ["picture://one", "no://such"], "toolsListChanged": True}
        number = client.post("subscriptions/listen", notifications=wanted)
        await wait_all_tasks_blocked()
        await client.request("tools/call", **ECHO)
        client.news("notifications/cancelled", requestId=number)
        await wait_all_tasks_blocked()
        await client.request("tools/call", **ECHO)
        first, second = (message for message in client.messages() if "id" not in message)
        assert not [message for message in client.messages() if message.get("id") == number]
    mark = {"io.modelcontextprotocol/subscriptionId": number}
    agreed = {"resourceSubscriptions": ["picture://one"]}
    assert first["method"] == "notifications/subscriptions/acknowledged"
    assert first["params"] == {"notifications": agreed, "_meta": mark}
    assert second["params"] == {"uri": "picture://one", "_meta": mark}


async def test_listening_ends_with_a_result_when_the_server_does() -> None:
    async with talking("2026-07-28") as client:
        number = client.post("subscriptions/listen", notifications={})
        await wait_all_tasks_blocked()
        client.connection._methods.watchers.close()
        result = (await client.answer(number))["result"]
    assert result["_meta"]["io.modelcontextprotocol/subscriptionId"] == number
    assert result["resultType"] == "complete"
