"""What may be asked of the client while it waits for its call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from headwater.kernel.faults import Fault

Answers = dict[str, dict[str, Any]]
"""What a client answered, each under the name of its question."""


class Question(Struct, frozen=True):
    """What only the client can answer: a form for a person, a sample of its model, its roots."""

    method: str
    params: dict[str, Any] = {}

    @property
    def capability(self) -> str:
        """What a client must offer to be asked this."""
        return self.method.split("/", 1)[0]


class Unfinished(Fault):
    """
    The call cannot go on within this request. Not an error: tools let it pass to the door.

    Revisions without requests to the client end the request here; the client calls again with the
    answers, and the tool runs from the start with them at hand.
    """

    code = "unfinished"
    hint = "Call again with what is asked for."


class InputRequired(Unfinished):
    """The client must answer these questions first."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        super().__init__(f"answers are needed: {', '.join(questions)}")
        self.questions = questions


class CapabilityRequired(Unfinished):
    """The client did not offer what the call depends on."""

    code = "capability_required"
    hint = "Call from a client that offers it."

    def __init__(self, capability: str) -> None:
        super().__init__(f"the client does not offer {capability}")
        self.capability = capability
