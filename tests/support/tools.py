"""Tools, views and prompts that only tests offer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal

import trio
from msgspec import Meta, Struct

from headwater.actors.messages.calls import Image, Reply, ResourceLink, Text
from headwater.kernel.faults import Fault
from headwater.kernel.prompt import Argument, Line, Prompt
from headwater.kernel.tool import Desk, Tool
from headwater.kernel.view import View


class Nested(Struct, frozen=True, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=20)]
    weight: int | None = None


class Echo(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=100)]
    times: Annotated[int, Meta(ge=1, le=10)] = 1
    mood: Literal["calm", "loud"] = "calm"
    sources: list[Nested] | None = None


class Echoed(Struct, frozen=True):
    text: str


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Sulking(Fault):
    code = "sulking"
    hint = "Be nicer."


async def echo(args: Echo, desk: Desk) -> Echoed:
    desk.progress(1, 2, "half")
    desk.progress(1, 2, "not further")
    desk.progress(2, 2)
    desk.log("info", "said something")
    desk.log("debug", "more than you wanted")
    text = args.text * args.times
    return Echoed(text.upper() if args.mood == "loud" else text)


async def wait(_: Nothing, __: Desk) -> Echoed:
    await trio.sleep(math.inf)
    return Echoed("never")


async def sulk(_: Nothing, __: Desk) -> Echoed:
    raise Sulking("not today")


async def stumble(_: Nothing, __: Desk) -> Echoed:
    raise ValueError("a secret detail")


async def print_much(_: Nothing, __: Desk) -> Echoed:
    print("a stray line")  # noqa: T201 - that is what it is for
    return Echoed("printed")


async def show(_: Nothing, __: Desk) -> Reply:
    return Reply(
        structured=Echoed("shown"),
        blocks=(
            Text("a note"),
            Image("aGk=", "image/png"),
            ResourceLink("note://1", "note", size=2),
        ),
        meta={"cached": True},
    )


async def ask_client(_: Nothing, desk: Desk) -> Echoed:
    schema = {"type": "object", "properties": {}}
    form = {"message": "sure?", "requestedSchema": schema}
    answer = await desk.request("elicitation/create", form)
    return Echoed(str(answer["action"]))


def _tool(name: str, run: object, takes: type[Struct] = Nothing, **more: object) -> Tool:
    return Tool(name=name, family="test", summary=name, takes=takes, gives=Echoed, run=run, **more)  # type: ignore[arg-type]


TOOLS = {
    f"test.{tool.name}": tool
    for tool in [
        _tool("echo", echo, Echo, title="Echo"),
        _tool("wait", wait, seconds=30.0),
        _tool("sulk", sulk),
        _tool("sulk_scholarly", sulk, errors="scholarly"),
        _tool("sulk_analysis", sulk, errors="analysis"),
        _tool("stumble", stumble),
        _tool("print_much", print_much),
        _tool("show", show),
        _tool("ask_client", ask_client),
        _tool("write", sulk, read_only=False, needs=("SOME_KEY", "OTHER_KEY")),
    ]
}


async def read_note(variables: Mapping[str, str], _: Desk) -> str:
    return f"note {variables['number']}"


async def read_picture(_: Mapping[str, str], __: Desk) -> bytes:
    return b"\x89PNG"


VIEWS = {
    "test.note": View(
        uri="note://{number}",
        name="note",
        about="A note.",
        read=read_note,
        mime_type="text/plain",
        choices={"number": tuple(str(number) for number in range(150))},
    ),
    "test.picture": View(
        uri="picture://one", name="picture", about="One.", read=read_picture, mime_type="image/png"
    ),
}

PROMPTS = {
    "test.greet": Prompt(
        name="greet",
        about="Greets.",
        arguments=(
            Argument("who", "Whom.", required=True, choices=("Ada", "Alan", "Grace")),
            Argument("how", "How."),
        ),
        write=lambda given: [Line("user", Text(f"Greet {given['who']}"))],
    )
}
