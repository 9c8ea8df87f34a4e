"""Tools that ask their client, in revisions with requests to the client and without."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct
from support.conformance.kit import Nothing, form, sample, say, tool

from headwater.actors.messages.calls import Reply
from headwater.kernel.client import Question
from headwater.kernel.tool import Desk, Tool

TEXT = {"type": "string"}
NAME = form("What is your name?", name=TEXT)
CAPITAL = sample("What is the capital of France?")
ROOTS = Question("roots/list")
CONFIRM = form("Please confirm", ok={"type": "boolean"})


class Prompted(Struct, frozen=True, forbid_unknown_fields=True):
    prompt: str


class Messaged(Struct, frozen=True, forbid_unknown_fields=True):
    message: str


async def sampling(args: Prompted, desk: Desk) -> Reply:
    question = sample(args.prompt)
    answer = await desk.request(question.method, question.params)
    return say(f"LLM response: {answer['content']['text']}")


async def elicitation(args: Messaged, desk: Desk) -> Reply:
    question = form(args.message, username=TEXT, email=TEXT)
    answer = await desk.request(question.method, question.params)
    return say(f"User response: {json.dumps(answer)}")


async def streaming(_: Nothing, desk: Desk) -> Reply:
    desk.progress(1, 2)
    answers = await desk.inquire({"confirm": CONFIRM})
    return say(f"Confirmed: {json.dumps(answers)}")


async def need_sampling(_: Nothing, desk: Desk) -> Reply:
    answers = await desk.inquire({"capital_question": CAPITAL})
    return say(json.dumps(answers))


async def greet(_: Nothing, desk: Desk) -> Reply:
    answers = await desk.inquire({"user_name": NAME})
    return say(f"Hello, {answers['user_name'].get('content', {}).get('name', 'stranger')}!")


async def confirm(_: Nothing, desk: Desk) -> Reply:
    await desk.inquire({"confirm": CONFIRM})
    return say("state-ok")  # a state that was not ours never gets here


async def two_steps(_: Nothing, desk: Desk) -> Reply:
    first = await desk.inquire({"step1": form("Step 1: What is your name?", name=TEXT)})
    second = await desk.inquire({"step2": form("Step 2: What is your color?", color=TEXT)})
    return say(json.dumps({**first, **second}))


async def what_is_offered(_: Nothing, desk: Desk) -> Reply:
    wanted = {"user_name": NAME, "greeting": CAPITAL}
    answers = await desk.inquire(
        {name: asked for name, asked in wanted.items() if desk.offers(asked.method)}
    )
    return say(json.dumps(answers))


def asking(name: str, **questions: Question) -> Tool:
    """A tool that asks all of these at once and repeats the answers."""

    async def run(_: Any, desk: Desk) -> Reply:
        return say(json.dumps(await desk.inquire(questions)))

    return tool(name, f"Asks for {', '.join(questions)}.", run)


DEFAULTS = form(
    "Please review",
    name={"type": "string", "default": "John Doe"},
    age={"type": "integer", "default": 30},
    score={"type": "number", "default": 95.5},
    status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    verified={"type": "boolean", "default": True},
)

OPTIONS = ["option1", "option2", "option3"]
TITLED = [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]
ENUMS = form(
    "Please choose",
    untitledSingle={"type": "string", "enum": OPTIONS},
    titledSingle={"type": "string", "oneOf": TITLED},
    legacyEnum={"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["One", "Two"]},
    untitledMulti={"type": "array", "items": {"type": "string", "enum": OPTIONS}},
    titledMulti={"type": "array", "items": {"anyOf": TITLED}},
)

ROUND = "test_input_required_result"
TOOLS = [
    tool("test_sampling", "Asks the client's model.", sampling, Prompted),
    tool("test_elicitation", "Shows the person a form.", elicitation, Messaged),
    asking("test_elicitation_sep1034_defaults", defaults=DEFAULTS),
    asking("test_elicitation_sep1330_enums", enums=ENUMS),
    tool("test_streaming_elicitation", "Tells how far it is, then asks.", streaming),
    tool("test_missing_capability", "Needs sampling.", need_sampling),
    tool(f"{ROUND}_elicitation", "Asks for a name.", greet),
    asking(f"{ROUND}_sampling", capital_question=CAPITAL),
    asking(f"{ROUND}_list_roots", client_roots=ROOTS),
    tool(f"{ROUND}_request_state", "Asks for a confirmation.", confirm),
    tool(f"{ROUND}_tampered_state", "Asks for a confirmation.", confirm),
    asking(f"{ROUND}_multiple_inputs", user_name=NAME, greeting=CAPITAL, client_roots=ROOTS),
    tool(f"{ROUND}_multi_round", "Asks twice.", two_steps),
    tool(f"{ROUND}_capabilities", "Asks only what the client offers.", what_is_offered),
]
