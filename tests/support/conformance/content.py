"""Tools that return each kind of content, and what a call may tell on its way."""

from __future__ import annotations

from typing import Annotated

import trio
from msgspec import Meta, Struct
from support.conformance.kit import PIXEL, SILENCE, Nothing, say, tool

from headwater.actors.messages.calls import Audio, Embedded, Image, Reply, ResourceBody, Text
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

PICTURE = Image(PIXEL, "image/png")


class Intended(Fault):
    code = "intended"
    hint = "Nothing is wrong."


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    region: Annotated[
        str, Meta(description="Where to look.", extra_json_schema={"x-mcp-header": "Region"})
    ]


class Contact(Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of the tool whose schema `listed.py` writes by hand."""

    name: str = ""
    phone: str = ""
    email: str = ""


async def text(_: Nothing, __: Desk) -> Reply:
    return say("This is a simple text response for testing.")


async def image(_: Nothing, __: Desk) -> Reply:
    return Reply(blocks=(PICTURE,))


async def audio(_: Nothing, __: Desk) -> Reply:
    return Reply(blocks=(Audio(SILENCE, "audio/wav"),))


async def embedded(_: Nothing, __: Desk) -> Reply:
    body = ResourceBody("test://embedded-resource", "text/plain", "An embedded resource.")
    return Reply(blocks=(Embedded(body),))


async def mixed(_: Nothing, __: Desk) -> Reply:
    body = ResourceBody("test://mixed-content-resource", "application/json", '{"test":"data"}')
    return Reply(blocks=(Text("Several kinds of content:"), PICTURE, Embedded(body)))


async def fail(_: Nothing, __: Desk) -> Reply:
    raise Intended("This tool intentionally returns an error for testing")


async def logging(_: Nothing, desk: Desk) -> Reply:
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        desk.log("info", line)
    return say("Said three things.")


async def progress(_: Nothing, desk: Desk) -> Reply:
    for done in (0, 50, 100):
        desk.progress(done, 100)
    return say("Went all the way.")


async def wait(_: Nothing, desk: Desk) -> Reply:
    desk.progress(0)
    await trio.sleep_forever()


async def much(_: Nothing, __: Desk) -> Reply:
    return say("x" * (32 << 20))  # more than sockets hold


async def regional(args: Region, _: Desk) -> Reply:
    return say(f"Looked in {args.region}.")


async def contact(args: Contact, _: Desk) -> Reply:
    return say(f"Noted {args.name}.")


TOOLS = [
    tool("test_simple_text", "Text.", text),
    tool("test_image_content", "A picture.", image),
    tool("test_audio_content", "A sound.", audio),
    tool("test_embedded_resource", "A resource inside the result.", embedded),
    tool("test_multiple_content_types", "Text, a picture and a resource.", mixed),
    tool("test_error_handling", "Fails.", fail),
    tool("test_tool_with_logging", "Logs three messages.", logging),
    tool("test_logging_tool", "Logs where that is wanted.", logging),
    tool("test_tool_with_progress", "Tells how far it is.", progress),
    tool("test_regional_search", "Has an argument that HTTP clients mirror.", regional, Region),
    tool("wait_forever", "Never returns.", wait),
    tool("say_much", "Returns 32 MB.", much),
    tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", contact, Contact),
]
