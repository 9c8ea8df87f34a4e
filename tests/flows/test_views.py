"""What the resources say about calls that were really made."""

from __future__ import annotations

import json
from typing import Any

from support.conversation import Conversation, talking
from support.tools import VIEWS
from trio.testing import wait_all_tasks_blocked

from headwater.actors.views import (
    lens_catalog,
    provider_health,
    recent_errors,
    stats_providers,
    stats_rate_limits,
    stats_tools,
)


async def read(client: Conversation, uri: str) -> Any:
    await wait_all_tasks_blocked()
    answer = await client.request("resources/read", uri=uri)
    return json.loads(answer["result"]["contents"][0]["text"])


async def test_statistics_and_errors_follow_the_calls() -> None:
    views = [stats_tools.VIEW, recent_errors.VIEW, stats_providers.VIEW, lens_catalog.VIEW]
    views += [provider_health.VIEW, stats_rate_limits.VIEW]
    async with talking(views=[*VIEWS.values(), *views]) as client:
        await client.request("tools/call", name="echo", arguments={"text": "my private words"})
        await client.request("tools/call", name="echo", arguments={"text": "x" * 101})
        await client.request("tools/call", name="stumble")
        slow = client.post("tools/call", name="wait")
        await wait_all_tasks_blocked()
        client.news("notifications/cancelled", requestId=slow)

        tools = {row["tool"]: row for row in (await read(client, "stats://tools"))["tools"]}
        assert (tools["echo"]["calls"], tools["echo"]["errors"]) == (2, 1)
        assert tools["stumble"]["errors"] == 1
        assert tools["wait"]["cancelled"] == 1

        errors = (await read(client, "diagnostics://errors/recent"))["errors"]
        assert [(row["tool"], row["kind"]) for row in errors] == [
            ("stumble", "internal"),
            ("echo", "validation"),
        ]
        assert "private" not in json.dumps([tools, errors])

        lenses = (await read(client, "lenses://catalog"))["lenses"]
        assert {"name", "description", "domainCount", "hasCX"} == set(lenses[0])
        assert all(lens["domainCount"] > 10 for lens in lenses if "goggle" not in lens["name"])
        stats = await read(client, "stats://providers")
        ready = {"capabilities": ["web"], "keyless": True, "name": "duckduckgo"}
        assert ready in stats["providers"]
        assert {"name": "brave", "needs": ["BRAVE_API_KEY"]} in stats["unconfigured"]
        limits = await read(client, "stats://rate-limits")
        assert limits["tenant"] == {"limited": False}
        pace = {"name": "duckduckgo", "requestsPerSecond": 1.0, "waitSeconds": 0.0}
        assert pace in limits["providers"]
        health = (await read(client, "diagnostics://health"))["providers"]
        assert {row["state"] for row in health} == {"closed"}
        assert {row["name"] for row in health} == {row["name"] for row in stats["providers"]}
