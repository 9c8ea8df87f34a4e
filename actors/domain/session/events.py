"""What is written down of a session, one record each, in order."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.messages.sessions import Outcome, Owner, Source, Step


class Begun(Struct, frozen=True, tag="begun", omit_defaults=True):
    """The first record: whose it is, and its first step."""

    owner: Owner
    id: str
    step: Step


class Stepped(Struct, frozen=True, tag="step"):
    """Another step."""

    step: Step


class Found(Struct, frozen=True, tag="found", omit_defaults=True):
    """What a tool found, and how its attempts went."""

    at: float
    sources: tuple[Source, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Used(Struct, frozen=True, tag="used"):
    """Somebody looked, which keeps the session alive."""

    at: float


Event = Begun | Stepped | Found | Used

_DECODER = msgspec.msgpack.Decoder(Event)
_ENCODER = msgspec.msgpack.Encoder()


def encode(event: Event) -> bytes:
    """As it is stored."""
    return _ENCODER.encode(event)


def decode(payload: bytes) -> Event:
    """As it was; msgspec.ValidationError when it is not one of ours."""
    event: Event = _DECODER.decode(payload)
    return event


def time_of(event: Event) -> float:
    """When it happened."""
    return event.step.at if isinstance(event, Begun | Stepped) else event.at
