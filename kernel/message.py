"""What travels between actors."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

Answer = TypeVar("Answer", covariant=True)  # noqa: PLC0105 - the name readers see

Lane = Literal["calls", "asks"]


class Message(Struct, frozen=True):
    """A value, named for what happens. No behaviour."""


class Ask(Message, Generic[Answer], frozen=True):
    """
    A message that wants an answer of the type in brackets.

    Equal asks in flight share one envelope unless the class says `shared = False`, which it must
    when the ask changes something. A call holds a permit while its tool asks, so calls and asks
    draw from two lanes; from one lane they could wait for each other forever.
    """

    lane: ClassVar[Lane] = "asks"
    shared: ClassVar[bool] = True
