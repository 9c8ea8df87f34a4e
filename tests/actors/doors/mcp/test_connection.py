from __future__ import annotations

import json

import msgspec
import pytest
import trio
from support.conversation import CAPABILITIES, VERSION, talking
from trio.testing import MockClock, wait_all_tasks_blocked

SULKING = """not today. Be nicer.

{"error":{"kind":"sulking","retryable":false,"suggestedAction":"report_bug"}}"""
HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


@pytest.mark.parametrize("asked", [*HANDSHAKE, "1999-01-01", "2026-07-28"])
async def test_the_handshake_settles_on_a_revision_both_know(asked: str) -> None:
    async with talking() as client:
        answer = await client.request("initialize", protocolVersion=asked, capabilities={})
    settled = asked if asked in HANDSHAKE else "2025-11-25"
    assert answer["result"]["protocolVersion"] == settled
    assert answer["result"]["serverInfo"]["name"] == "headwater"
    assert "untrusted" in answer["result"]["instructions"]


async def test_results_are_structure_and_the_same_json_as_text() -> None:
    async with talking() as client:
        answer = await client.request("tools/call", name="echo", arguments={"text": "häß"})
    result = answer["result"]
    assert result["structuredContent"] == {"text": "häß"}
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert "isError" not in result


@pytest.mark.parametrize(
    ("form", "revision", "text", "structured"),
    [
        ("both", "2025-11-25", True, True),
        ("text", "2025-11-25", True, False),
        ("structured", "2025-11-25", False, True),
        ("structured", "2025-03-26", True, False),  # it has no structured content
        ("both", "2024-11-05", True, False),
    ],
)
async def test_operators_choose_the_form_of_results(
    form: str, revision: str, *, text: bool, structured: bool
) -> None:
    async with talking(revision, form=form) as client:  # type: ignore[arg-type]
        answer = await client.request("tools/call", name="echo", arguments={"text": "a"})
    assert bool(answer["result"]["content"]) is text
    assert ("structuredContent" in answer["result"]) is structured


async def test_answers_come_in_the_order_they_are_ready() -> None:
    async with talking() as client:
        slow = client.post("tools/call", name="wait")
        assert "result" in await client.request("tools/call", name="echo", arguments={"text": "a"})
        assert "result" in await client.request("ping")
        assert not [message for message in client.messages() if message.get("id") == slow]


async def test_a_cancelled_request_is_never_answered() -> None:
    async with talking() as client:
        slow = client.post("tools/call", name="wait")
        await wait_all_tasks_blocked()
        client.news("notifications/cancelled", requestId=slow, reason="changed my mind")
        await wait_all_tasks_blocked()
        client.news("notifications/cancelled", requestId=slow)
        client.news("notifications/cancelled", requestId="unknown")
        client.news("notifications/cancelled")
        await client.request("ping")
        assert not [message for message in client.messages() if message.get("id") == slow]


async def test_a_cancelled_id_may_be_used_again() -> None:
    async with talking() as client:
        call = {"jsonrpc": "2.0", "id": "x", "method": "tools/call"}
        client.send({**call, "params": {"name": "wait"}})
        await wait_all_tasks_blocked()
        client.news("notifications/cancelled", requestId="x")
        client.send({**call, "params": {"name": "echo", "arguments": {"text": "a"}}})
        assert "result" in await client.answer("x")


async def test_an_id_in_use_is_refused() -> None:
    async with talking() as client:
        for _ in range(2):
            client.send(
                {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "wait"}}
            )
        assert (await client.answer(7))["error"]["code"] == -32600


async def test_progress_is_told_to_who_asked_for_it_and_only_grows() -> None:
    async with talking() as client:
        await client.request("tools/call", name="echo", arguments={"text": "a"})
        assert client.notifications("notifications/progress") == []
        await client.request(
            "tools/call", name="echo", arguments={"text": "a"}, _meta={"progressToken": "p"}
        )
        params = [news["params"] for news in client.notifications("notifications/progress")]
    assert params == [
        {"progressToken": "p", "progress": 1, "total": 2, "message": "half"},
        {"progressToken": "p", "progress": 2, "total": 2},
    ]


async def test_log_messages_are_sent_from_the_level_that_was_set() -> None:
    async with talking() as client:
        await client.request("logging/setLevel", level="debug")
        await client.request("tools/call", name="echo", arguments={"text": "a"})
        levels = [n["params"]["level"] for n in client.notifications("notifications/message")]
        assert levels == ["info", "debug"]
        client.frames.clear()
        await client.request("logging/setLevel", level="error")
        await client.request("tools/call", name="echo", arguments={"text": "a"})
        assert client.notifications("notifications/message") == []
        wrong = await client.request("logging/setLevel", level="chatty")
    assert wrong["error"]["code"] == -32602


async def test_a_stateless_request_opts_into_log_messages_itself() -> None:
    async with talking("2026-07-28") as client:
        call = {"name": "echo", "arguments": {"text": "a"}}
        await client.request("tools/call", **call)
        assert client.notifications("notifications/message") == []
        meta = {"io.modelcontextprotocol/logLevel": "info"}
        await client.request("tools/call", **call, _meta=meta)
        assert len(client.notifications("notifications/message")) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "sulk",
            SULKING,
        ),
        (
            "sulk_scholarly",
            '{"ok":false,"error":{"code":"SULKING","message":"not today. Be nicer."}}',
        ),
        ("sulk_analysis", "Error: not today. Be nicer. [PROCESSING_ERROR]"),
    ],
)
async def test_each_family_words_its_errors_as_it_promises(name: str, text: str) -> None:
    async with talking() as client:
        result = (await client.request("tools/call", name=name))["result"]
    assert result["isError"] is True
    assert result["content"] == [{"type": "text", "text": text}]
    assert "structuredContent" not in result


async def test_a_bug_is_answered_without_its_details() -> None:
    async with talking() as client:
        answer = await client.request("tools/call", name="stumble")
    assert answer["error"]["code"] == -32603
    assert "secret" not in json.dumps(answer)


async def test_a_call_past_its_deadline_is_answered_with_a_fault(
    autojump_clock: MockClock,
) -> None:
    async with talking() as client:
        number = client.post("tools/call", name="wait")
        await trio.sleep(31)
        result = (await client.answer(number))["result"]
    assert "wait took longer than 30 s" in result["content"][0]["text"]
    assert '"kind":"deadline"' in result["content"][0]["text"]
    assert autojump_clock.current_time() >= 30


async def test_content_blocks_and_facts_about_a_result_are_passed_on() -> None:
    async with talking("2026-07-28") as client:
        result = (await client.request("tools/call", name="show"))["result"]
    kinds = [block["type"] for block in result["content"]]
    assert kinds == ["text", "text", "image", "resource_link"]
    assert result["_meta"]["cached"] is True
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "headwater"
    assert result["resultType"] == "complete"


@pytest.mark.parametrize(
    ("method", "params", "code", "says"),
    [
        ("no/such", {}, -32601, "unknown method no/such"),
        ("tools/call", {"name": "nope"}, -32602, "unknown tool"),
        ("tools/call", {}, -32602, "name"),
        ("tools/call", {"name": "echo", "arguments": [1]}, -32602, "must be an object"),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32002, "nothing to read"),
        ("resources/read", {"uri": "note://../../etc/passwd"}, -32002, "nothing to read"),
        ("prompts/get", {"name": "nope"}, -32602, "no prompt"),
        ("prompts/get", {"name": "greet"}, -32602, "arguments.who is required"),
        (
            "prompts/get",
            {"name": "greet", "arguments": {"who": "x", "zz": "y"}},
            -32602,
            "zz is not known; accepted: how, who",
        ),
        ("tools/list", {"cursor": "x"}, -32602, "cursor"),
        ("tools/list", {"cursor": "9999"}, -32602, "cursor"),
        ("completion/complete", {"ref": {"type": "ref/prompt", "name": "no"}}, -32602, "argument"),
        ("initialize", {}, -32602, "protocolVersion"),
    ],
)
async def test_what_cannot_be_answered_is_refused_with_the_reason(
    method: str, params: dict[str, object], code: int, says: str
) -> None:
    async with talking() as client:
        error = (await client.request(method, **params))["error"]
    assert error["code"] == code
    assert says in error["message"]


async def test_resources_hold_text_or_bytes() -> None:
    async with talking() as client:
        note = (await client.request("resources/read", uri="note://7"))["result"]["contents"]
        picture = (await client.request("resources/read", uri="picture://one"))["result"]
    assert note == [{"uri": "note://7", "mimeType": "text/plain", "text": "note 7"}]
    assert picture["contents"][0]["blob"] == "iVBORw=="


async def test_arguments_are_completed_from_what_is_known() -> None:
    async with talking() as client:
        prompt = await client.request(
            "completion/complete",
            ref={"type": "ref/prompt", "name": "greet"},
            argument={"name": "who", "value": "a"},
        )
        template = await client.request(
            "completion/complete",
            ref={"type": "ref/resource", "uri": "note://{number}"},
            argument={"name": "number", "value": ""},
        )
    assert prompt["result"]["completion"] == {
        "values": ["Ada", "Alan"],
        "total": 2,
        "hasMore": False,
    }
    completion = template["result"]["completion"]
    assert (len(completion["values"]), completion["total"], completion["hasMore"]) == (
        100,
        150,
        True,
    )


async def test_lists_are_paged_and_every_entry_comes_once() -> None:
    async with talking(page=3) as client:
        names: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await client.request("tools/list", **cursor))["result"]
            names += [tool["name"] for tool in page["tools"]]
            if "nextCursor" not in page:
                break
            cursor = {"cursor": page["nextCursor"]}
    assert len(names) == len(set(names)) == 10


@pytest.mark.parametrize(
    ("revision", "has_annotations", "has_output"),
    [("2024-11-05", False, False), ("2025-03-26", True, False), ("2025-11-25", True, True)],
)
async def test_a_tool_is_described_as_far_as_the_revision_can(
    revision: str, *, has_annotations: bool, has_output: bool
) -> None:
    async with talking(revision) as client:
        tools = (await client.request("tools/list"))["result"]["tools"]
    echo = next(tool for tool in tools if tool["name"] == "echo")
    assert ("annotations" in echo) is has_annotations
    assert ("outputSchema" in echo) is has_output


async def test_output_schemas_can_be_left_out() -> None:
    async with talking(output_schemas=False) as client:
        tools = (await client.request("tools/list"))["result"]["tools"]
    assert not any("outputSchema" in tool for tool in tools)


async def test_discovery_names_the_stateless_revisions() -> None:
    async with talking("2026-07-28") as client:
        result = (await client.request("server/discover"))["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["ttlMs"] > 0
    assert result["cacheScope"] == "public"


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ({VERSION: "2030-01-01", CAPABILITIES: {}}, -32022),
        ({VERSION: 7, CAPABILITIES: {}}, -32602),
        ({VERSION: "2026-07-28"}, -32602),
        ({}, -32602),
    ],
)
async def test_a_stateless_request_must_name_a_revision_we_speak(
    meta: dict[str, object], code: int
) -> None:
    async with talking() as client:
        error = (await client.request("server/discover", _meta=meta))["error"]
    assert error["code"] == code
    if code == -32022:
        assert error["data"] == {"supported": ["2026-07-28"], "requested": "2030-01-01"}


@pytest.mark.parametrize("method", ["ping", "logging/setLevel", "resources/subscribe"])
async def test_methods_that_a_stateless_revision_lost_are_unknown_in_it(method: str) -> None:
    async with talking("2026-07-28") as client:
        assert (await client.request(method, level="info"))["error"]["code"] == -32601


async def test_a_tool_may_ask_the_client_where_it_offers_that() -> None:
    async with talking(capabilities={"elicitation": {}}) as client:
        number = client.post("tools/call", name="ask_client")
        await wait_all_tasks_blocked()
        question = client.messages()[-1]
        assert question["method"] == "elicitation/create"
        client.send({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}})
        result = (await client.answer(number))["result"]
    assert result["structuredContent"] == {"text": "accept"}


async def test_a_client_that_cannot_be_asked_is_not_asked() -> None:
    async with talking() as client:
        result = (await client.request("tools/call", name="ask_client"))["result"]
    assert result["isError"] is True
    assert "does not offer elicitation" in result["content"][0]["text"]


async def test_a_batch_is_answered_as_one_in_the_revision_that_has_batches() -> None:
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "a"}},
        },
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "wait"}},
        {"id": 4},
    ]
    async with talking("2025-03-26") as client:
        client.frames.clear()
        client.send(batch)
        await wait_all_tasks_blocked()
        assert not [frame for frame in client.frames if b'"result"' in frame]
        client.news("notifications/cancelled", requestId=3)
        await wait_all_tasks_blocked()
        answers = msgspec.json.decode(client.frames[-1])
        assert sorted(answer["id"] for answer in answers) == [1, 2, 4]
    async with talking("2025-11-25") as client:
        client.send(batch)
        assert (await client.answer(None))["error"]["code"] == -32600


async def test_what_is_in_flight_at_the_end_is_finished_or_told() -> None:
    async with talking() as client:
        quick = client.post("tools/call", name="echo", arguments={"text": "a"})
        slow = client.post("tools/call", name="wait")
        await client.connection.drain(0)
        assert "shutting down" in (await client.answer(slow))["error"]["message"]
        assert "result" in await client.answer(quick) or "error" in await client.answer(quick)


@pytest.mark.parametrize(
    "line",
    [b"hello", b"42", b"[]", b"{", b'{"jsonrpc":"2.0","id":{},"method":"ping"}', b"\xff\xfe", None],
)
async def test_a_line_that_is_no_frame_is_answered_and_the_conversation_goes_on(
    line: bytes | None,
) -> None:
    async with talking() as client:
        client.connection.receive(line)
        assert client.messages()[-1]["error"]["code"] in {-32700, -32600}
        assert "result" in await client.request("ping")
