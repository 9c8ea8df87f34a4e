"""What every step does with an answer."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.actors.doors.cli.client import Answer
from headwater.actors.doors.cli.demo.stage import Off


def expect(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like an assertion
    """Stop the step unless the condition holds."""
    if not condition:
        raise Off(otherwise)


def result_of(answer: Answer) -> dict[str, Any]:
    """The result, unless the request was refused."""
    expect(not answer.failed, f"refused: {answer.body.get('message')}")
    return answer.body


def content_of(answer: Answer) -> Any:
    """What a resource holds."""
    return msgspec.json.decode(result_of(answer)["contents"][0]["text"])
