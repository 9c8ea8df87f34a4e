from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest
from support.conversation import CAPABILITIES, talking
from support.tools import PROMPTS
from trio.testing import MockClock

from headwater.actors.doors.mcp.methods import Methods
from headwater.actors.doors.mcp.revisions import Refusal
from headwater.actors.doors.mcp.rounds import PATIENCE, Rounds
from headwater.actors.messages.calls import Caller, Text
from headwater.kernel.client import Answers, Question
from headwater.kernel.inventory import Loaded
from headwater.kernel.prompt import Line, Prompt

FORM = Question("elicitation/create", {"message": "sure?", "requestedSchema": {}})
SAMPLE = Question("sampling/createMessage", {"messages": [], "maxTokens": 1})
YES = {"action": "accept", "content": {"ok": True}}


class Person:
    """A caller that offers elicitation and answers everything it is asked in the same way."""

    id = 1

    def __init__(self, **fields: str) -> None:
        self._fields = fields

    def notify(self, method: str, params: dict[str, Any]) -> None:
        raise NotImplementedError

    def wants_log(self, level: str) -> bool:
        raise NotImplementedError

    def offers(self, method: str) -> bool:
        return method == FORM.method

    async def inquire(self, questions: Any) -> Answers:
        return {name: {"action": "accept", "content": self._fields} for name in questions}


async def two_steps(by: Caller) -> bytes:
    """A request that asks twice, the second time only after the first answer."""
    first = await by.inquire({"first": FORM})
    second = await by.inquire({"second": FORM})
    return msgspec.json.encode({**first, **second})


async def run(rounds: Rounds, name: str = "t", **more: Any) -> dict[str, Any]:
    raw = msgspec.json.encode({"name": name, "arguments": {"b": 1, "a": 2}, **more})
    answer: dict[str, Any] = msgspec.json.decode(
        await rounds.run("tools/call", raw, Person(), two_steps)
    )
    return answer


async def test_answers_of_earlier_rounds_travel_with_the_state() -> None:
    rounds = Rounds()
    asked = await run(rounds)
    assert asked["resultType"] == "input_required"
    assert asked["inputRequests"] == {"first": msgspec.to_builtins(FORM)}
    again = await run(
        rounds, inputResponses={"first": YES, "other": YES}, requestState=asked["requestState"]
    )
    assert list(again["inputRequests"]) == ["second"]
    reordered = {"a": 2, "b": 1}
    done = await run(
        rounds,
        arguments=reordered,
        inputResponses={"second": YES},
        requestState=again["requestState"],
    )
    assert done == {"first": YES, "second": YES}


async def test_an_answer_once_given_is_not_changed_by_a_later_round() -> None:
    rounds = Rounds()
    state = (await run(rounds, inputResponses={"first": YES}))["requestState"]
    no = {"action": "decline"}
    done = await run(rounds, inputResponses={"first": no, "second": no}, requestState=state)
    assert done == {"first": YES, "second": no}


async def test_a_state_that_is_not_ours_is_refused() -> None:
    rounds = Rounds()
    state = (await run(rounds))["requestState"]
    sealed = base64.urlsafe_b64decode(state)
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    strange = (await run(Rounds()))["requestState"]
    for wrong in ["", "x", "ä", state[:-4], state + "AAAA", strange]:
        with pytest.raises(Refusal, match="not one that we gave"):
            await run(rounds, requestState=wrong)
    with pytest.raises(Refusal, match="not one that we gave"):
        await run(rounds, requestState=base64.urlsafe_b64encode(changed).decode())


async def test_a_state_is_good_for_its_own_request_and_for_a_while(mock_clock: MockClock) -> None:
    rounds = Rounds()
    state = (await run(rounds))["requestState"]
    with pytest.raises(Refusal, match="of another request"):
        await run(rounds, "other", requestState=state)
    with pytest.raises(Refusal, match="of another request"):
        await run(rounds, arguments={"a": 3, "b": 1}, requestState=state)
    mock_clock.jump(PATIENCE + 1)
    with pytest.raises(Refusal, match="expired"):
        await run(rounds, requestState=state)


@pytest.mark.parametrize("responses", [None, 7, [], {"first": 12345}, {"first": None}])
async def test_answers_must_be_objects(responses: object) -> None:
    with pytest.raises(Refusal, match="params"):
        await run(Rounds(), inputResponses=responses)


async def test_what_the_client_does_not_offer_is_named() -> None:
    async def sample(by: Caller) -> bytes:
        await by.inquire({"first": FORM, "second": SAMPLE})
        return b"{}"

    with pytest.raises(Refusal) as caught:
        await Rounds().run("tools/call", b'{"name":"t"}', Person(), sample)
    assert caught.value.code == -32021
    assert caught.value.data == b'{"requiredCapabilities":{"sampling":{}}}'


async def test_a_tool_asks_a_stateless_client_as_it_asks_any_other() -> None:
    meta: dict[str, Any] = {CAPABILITIES: {"elicitation": {}}}
    async with talking("2026-07-28") as client:
        asked = (await client.request("tools/call", name="ask_client", _meta=meta))["result"]
        [name] = asked["inputRequests"]
        answer = await client.request(
            "tools/call",
            name="ask_client",
            inputResponses={name: {"action": "decline"}},
            requestState=asked["requestState"],
            _meta=meta,
        )
        refused = await client.request("tools/call", name="ask_client")
    assert answer["result"]["structuredContent"] == {"text": "decline"}
    assert refused["error"]["code"] == -32021


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
async def test_what_a_person_fills_in_joins_a_prompts_arguments(revision: str) -> None:
    prompt = Prompt(
        name="plan",
        about="Plans.",
        write=lambda given: [Line("user", Text(f"Plan {given['goal']}"))],
        asks={"what": FORM},
    )
    methods = Methods(None, Loaded([], [], [*PROMPTS.values(), prompt]))  # type: ignore[arg-type]
    raw = b'{"name":"plan","inputResponses":{"what":{"action":"accept","content":{"goal":"tea"}}}}'
    result = msgspec.json.decode(
        await methods.answer("prompts/get", raw, revision, Person(goal="tea"))
    )
    assert result["messages"][0]["content"]["text"] == "Plan tea"
