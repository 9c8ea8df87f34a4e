"""Every message the core accepts or emits, checked against the types of the mcp package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from mcp_types import jsonrpc_message_adapter, methods
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from support.conversation import CAPABILITIES, VERSION, Conversation, talking
from trio.testing import wait_all_tasks_blocked

from headwater.actors.doors.mcp.greeting import Greeting
from headwater.actors.doors.mcp.lists import Lists
from headwater.actors.doors.mcp.methods import Methods
from headwater.actors.doors.mcp.revisions import HANDSHAKE, KNOWN, STATELESS

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    (
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {"sampling": {}},
            "clientInfo": {"name": "a", "version": "1"},
        },
    ),
    ("ping", {}),
    ("server/discover", {}),
    ("logging/setLevel", {"level": "warning"}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "3"}),
    ("tools/call", {"name": "echo", "arguments": {"text": "a"}}),
    ("tools/call", {"name": "echo", "arguments": {"text": ""}}),
    ("tools/call", {"name": "sulk"}),
    ("tools/call", {"name": "show", "arguments": {}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "note://1"}),
    ("resources/read", {"uri": "picture://one"}),
    ("resources/subscribe", {"uri": "picture://one"}),
    ("resources/unsubscribe", {"uri": "picture://one"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "greet", "arguments": {"who": "Ada"}}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "greet"},
            "argument": {"name": "who", "value": "a"},
        },
    ),
]


def test_we_speak_every_revision_the_package_knows() -> None:
    assert tuple(KNOWN_PROTOCOL_VERSIONS) == KNOWN
    assert tuple(MODERN_PROTOCOL_VERSIONS) == STATELESS


def _cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for revision in KNOWN:
        for method, params in REQUESTS:
            if (method, revision) in methods.CLIENT_REQUESTS:
                yield revision, method, params


@pytest.mark.parametrize(("revision", "method", "params"), list(_cases()))
async def test_requests_are_the_packages_and_results_are_what_it_expects(
    revision: str, method: str, params: dict[str, Any]
) -> None:
    if method == "initialize":
        params = {**params, "protocolVersion": revision}
    sent = dict(params)
    if revision in STATELESS:
        sent["_meta"] = {VERSION: revision, CAPABILITIES: {}}
    methods.validate_client_request(method, revision, sent)

    async with talking(revision, page=3) as client:
        answer = await client.request(method, **params)
        await wait_all_tasks_blocked()
    methods.validate_server_result(method, revision, answer["result"])
    _check_frames(client, revision)


@pytest.mark.parametrize("revision", KNOWN)
async def test_the_method_table_is_the_packages(revision: str) -> None:
    """What the package defines for a revision we answer, and nothing else."""
    offered = _offered()
    defined = {method for method, known in methods.CLIENT_REQUESTS if known == revision}
    assert defined <= offered
    async with talking(revision) as client:
        for method in offered - defined - {"initialize"}:
            answer = await client.request(method)
            assert answer["error"]["code"] in {-32601, -32602}, method


def _offered() -> set[str]:
    static = Greeting(Lists([], [], [], []))._methods
    dynamic = Methods(None, None)._methods  # type: ignore[arg-type]
    return {*static, *dynamic}


@pytest.mark.parametrize("revision", KNOWN)
async def test_notifications_and_errors_are_the_packages(revision: str) -> None:
    async with talking(revision) as client:
        if revision in HANDSHAKE:
            await client.request("logging/setLevel", level="debug")
        meta = {"progressToken": 5, "io.modelcontextprotocol/logLevel": "debug"}
        await client.request("tools/call", name="echo", arguments={"text": "a"}, _meta=meta)
        await client.request("no/such")
        await client.request("tools/call", name="nope")
        client.connection.receive(b"nonsense")
    assert client.notifications("notifications/progress")
    assert client.notifications("notifications/message")
    _check_frames(client, revision)


def _check_frames(client: Conversation, revision: str) -> None:
    for message in client.messages():
        jsonrpc_message_adapter.validate_python(message)
        if "method" in message and "id" not in message:
            methods.parse_server_notification(message["method"], revision, message["params"])


async def test_questions_and_subscriptions_of_the_stateless_revision_are_the_packages() -> None:
    revision = STATELESS[-1]
    meta: dict[str, Any] = {CAPABILITIES: {"elicitation": {}}}
    async with talking(revision) as client:
        asked = await client.request("tools/call", name="ask_client", _meta=meta)
        number = client.post("subscriptions/listen", notifications={"toolsListChanged": True})
        await wait_all_tasks_blocked()
        client.connection._methods.watchers.close()
        ended = await client.answer(number)
    methods.validate_server_result("tools/call", revision, asked["result"])
    methods.validate_server_result("subscriptions/listen", revision, ended["result"])
    assert client.notifications("notifications/subscriptions/acknowledged")
    _check_frames(client, revision)
