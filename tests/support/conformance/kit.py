"""The few words that the fixtures share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from headwater.actors.messages.calls import Reply, Text
from headwater.kernel.client import Question
from headwater.kernel.tool import Desk, Tool

# One red pixel, and a sound of no length.
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIA"
    "X8jx0gAAAABJRU5ErkJggg=="
)
SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


def say(text: str) -> Reply:
    return Reply(blocks=(Text(text),))


def tool(
    name: str,
    summary: str,
    run: Callable[[Any, Desk], Awaitable[Reply]],
    takes: type[Struct] = Nothing,
) -> Tool:
    return Tool(
        name=name, family="conformance", summary=summary, takes=takes, gives=object, run=run
    )


def form(message: str, **properties: dict[str, Any]) -> Question:
    """A form whose every field must be filled in."""
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return Question("elicitation/create", {"message": message, "requestedSchema": schema})


def sample(prompt: str, most: int = 100) -> Question:
    """A question to the client's model."""
    message = {"role": "user", "content": {"type": "text", "text": prompt}}
    return Question("sampling/createMessage", {"messages": [message], "maxTokens": most})
