"""Resources and prompts that the suite reads."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping

from support.conformance.kit import PIXEL, form

from headwater.actors.messages.calls import Embedded, Image, ResourceBody, Text
from headwater.kernel.prompt import Argument, Line, Prompt
from headwater.kernel.tool import Desk
from headwater.kernel.view import View


async def read_text(_: Mapping[str, str], __: Desk) -> str:
    return "This is the content of the static text resource."


async def read_binary(_: Mapping[str, str], __: Desk) -> bytes:
    return base64.b64decode(PIXEL)


async def read_template(variables: Mapping[str, str], _: Desk) -> str:
    number = variables["id"]
    return json.dumps({"id": number, "templateTest": True, "data": f"Data for ID: {number}"})


VIEWS = [
    View("test://static-text", "static-text", "Text.", read_text, mime_type="text/plain"),
    View("test://static-binary", "static-binary", "Bytes.", read_binary, mime_type="image/png"),
    View("test://template/{id}/data", "template", "Data by number.", read_template),
    View("test://watched-resource", "watched", "Changes.", read_text, follows="calls"),
]


def user(content: Text | Image | Embedded) -> Line:
    return Line("user", content)


def write_embedded(given: Mapping[str, str]) -> list[Line]:
    body = ResourceBody(given["resourceUri"], "text/plain", "Embedded resource content.")
    return [user(Embedded(body)), user(Text("Please process the embedded resource above."))]


def write_arguments(given: Mapping[str, str]) -> list[Line]:
    text = f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"
    return [user(Text(text))]


PROMPTS = [
    Prompt(
        "test_simple_prompt",
        "Says one thing.",
        lambda _: [user(Text("This is a simple prompt for testing."))],
    ),
    Prompt(
        "test_prompt_with_arguments",
        "Repeats its arguments.",
        write_arguments,
        arguments=(
            Argument("arg1", "First.", required=True, choices=("test", "testing")),
            Argument("arg2", "Second.", required=True),
        ),
    ),
    Prompt(
        "test_prompt_with_embedded_resource",
        "Holds a resource.",
        write_embedded,
        arguments=(Argument("resourceUri", "Which.", required=True),),
    ),
    Prompt(
        "test_prompt_with_image",
        "Holds a picture.",
        lambda _: [user(Image(PIXEL, "image/png")), user(Text("Please analyze the image above."))],
    ),
    Prompt(
        "test_input_required_result_prompt",
        "Asks the person first.",
        lambda given: [user(Text(f"Context: {given.get('context', 'none')}"))],
        asks={
            "user_context": form("What context should the prompt use?", context={"type": "string"})
        },
    ),
]
