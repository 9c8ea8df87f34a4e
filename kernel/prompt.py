"""An instruction that a person can pick in a client, as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from headwater.kernel.client import Question


class Argument(Struct, frozen=True):
    """One argument of a prompt; `choices` are what a client may complete it with."""

    name: str
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()


class Line(Struct, frozen=True):
    """One message of a prompt; content is a content block."""

    role: Literal["user", "assistant"]
    content: Any


class Prompt(Struct, frozen=True):
    """
    Arguments in, messages out; no I/O.

    `asks` are forms put to the person first; what they fill in joins the arguments.
    """

    name: str
    about: str
    write: Callable[[Mapping[str, str]], list[Line]]
    title: str = ""
    arguments: tuple[Argument, ...] = ()
    asks: Mapping[str, Question] = {}
