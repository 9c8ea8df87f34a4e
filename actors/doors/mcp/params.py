"""The parameters of the methods that need the kernel, as far as we read them."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from headwater.actors.doors.mcp import revisions
from headwater.actors.doors.mcp.revisions import Refusal

Params = TypeVar("Params", bound=msgspec.Struct)


class Meta(msgspec.Struct, frozen=True, rename="camel"):
    """What we read of a request's _meta."""

    progress_token: str | int | None = None


class CallParams(msgspec.Struct, frozen=True):
    """Parameters of tools/call."""

    name: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")
    meta: Meta = msgspec.field(name="_meta", default=Meta())


class ReadParams(msgspec.Struct, frozen=True):
    """Parameters of resources/read."""

    uri: str


class PromptParams(msgspec.Struct, frozen=True):
    """Parameters of prompts/get."""

    name: str
    arguments: dict[str, str] = {}


class Reference(msgspec.Struct, frozen=True):
    """What is being completed: a prompt by name or a resource template by URI."""

    type: str
    name: str = ""
    uri: str = ""


class Completing(msgspec.Struct, frozen=True):
    """The argument being completed, as far as it has been typed."""

    name: str
    value: str


class CompleteParams(msgspec.Struct, frozen=True):
    """Parameters of completion/complete."""

    ref: Reference
    argument: Completing


class Wanted(msgspec.Struct, frozen=True, rename="camel"):
    """What a listener wants to hear of; our lists never change, so only resources are read."""

    resource_subscriptions: tuple[str, ...] = ()


class ListenParams(msgspec.Struct, frozen=True):
    """Parameters of subscriptions/listen."""

    notifications: Wanted


class RoundParams(msgspec.Struct, frozen=True, rename="camel"):
    """What makes a request the next round of an earlier one."""

    name: str = ""
    arguments: Any = None
    input_responses: dict[str, dict[str, Any]] = {}
    request_state: str | None = None


def decode(raw: bytes, kind: type[Params]) -> Params:
    """The parameters, or a Refusal that says what is wrong with them."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise Refusal(revisions.INVALID_PARAMS, f"params: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(revisions.INVALID_PARAMS, f"params cannot be decoded: {error}") from None
