"""A provider as a value, and those that came with the package."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

import headwater.actors.providers
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.providers import Abilities, Read, Request
from headwater.actors.messages.web import Response
from headwater.kernel.discovery import discover


class Credential(Struct, frozen=True):
    """
    Something the operator has that goes with every request: what holds it, and where it goes.

    `basic` takes user:password, `headers` takes "Name: value, Name: value". A value is put into
    `form`; where the request has the parameter or header already, that one stays.
    """

    variable: str
    place: Literal["header", "param", "basic", "headers"]
    name: str = ""
    form: str = "{}"
    required: bool = True
    instead: tuple[str, ...] = ()  # variables that serve as well, tried in order


class Operation(Struct, frozen=True):
    """
    One kind of question: `request` shapes it, `read` makes the answer of what came back.

    `request` gets the question and the wall clock; `read` gets the response, whose `fetched_at` is
    that clock, and the question. `read` may return another Request. Bytes that do not have the
    declared shape may raise msgspec's errors or ValueError; what they say is told as the
    provider's fault.
    """

    request: Callable[[Any, float], Request]
    read: Read
    gives: Any  # the type of the answer; what msgspec can write and read again
    ttl: float = 1800.0  # seconds an answer is kept; 0: not at all
    seconds: float = 8.0  # for all steps; ten are promised, and another provider may be asked then
    worth: Callable[[Any], bool] | None = None  # which answers are kept; all, if not given
    accepts: tuple[int, ...] = ()  # statuses besides 2xx that `read` understands
    abilities: Abilities = Abilities()  # of an operation that searches


class Provider(Struct, frozen=True):
    """
    One source.

    `interval` is its published limit. `limits` may read a better one from an answer. `problem`
    makes a fault of an answer with an error status where the usual meaning of the status is not
    what this source means by it.
    """

    name: str  # also the file's, and part of HEADWATER_<NAME>_URL
    base: str  # its address; empty where the operator must give one
    operations: Mapping[str, Operation]
    credentials: tuple[Credential, ...] = ()
    variable: str = ""  # of its address, where that has another name
    headers: Mapping[str, str] = {}
    interval: float = 0.0  # seconds from one request to the next
    limits: Callable[[Response], float | None] | None = None  # the interval that an answer tells
    problem: Callable[[Response], WebFault | None] | None = None

    @property
    def address_variable(self) -> str:
        """The variable with which the operator sends its requests elsewhere."""
        return self.variable or f"HEADWATER_{self.name.upper()}_URL"


Providers = Mapping[str, Provider]


@functools.cache
def packaged() -> Providers:
    """The providers of this package by name; imported when first needed."""
    found = discover(headwater.actors.providers, "PROVIDER", Provider).values()
    return {provider.name: provider for provider in found}
