"""
A source as a value: which addresses it reads, what it asks for, and what it makes of the answers.

`read` is a generator without I/O: it yields the calls of one round, is sent their replies in the
same order, and returns the document. It must do the same whenever it is given the same, since it
runs from its start again in each round.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Generator, Mapping

from msgspec import Struct

import headwater.actors.sources
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document, Url

Calls = tuple[Call, ...]
Replies = tuple[Reply, ...]
Reading = Generator[Calls, Replies, Document]


class Unfit(Exception):
    """The source cannot give this; the page itself may. The text says why, in a few words."""


class Source(Struct, frozen=True):
    """
    One site.

    `hosts` counts for the hosts below as well; without any it only follows. `begin` gives the
    reading of an address, or None where the page is the better way. `bases` are the services that
    it calls, by name; the operator may send each elsewhere with HEADWATER_<NAME>_URL, or, where a
    provider is asked at the same address, with that provider's variable: `shared`.
    """

    name: str
    hosts: tuple[str, ...]
    begin: Callable[[Url], Reading | None]
    bases: Mapping[str, str]
    shared: Mapping[str, str] = {}
    seconds: float = 8.0  # for all rounds; the page may have to be read after them
    follows: str = ""  # the platform of threads whose pages it reads on, being given the first


Sources = Mapping[str, Source]


@functools.cache
def packaged() -> Sources:
    """
    The sources of this package by name: what each folder's `source` exports.

    Those modules are light, since every address is held against them; the rest of a source is
    imported when it first reads something.
    """
    folders = sorted(
        info.name for info in pkgutil.iter_modules(headwater.actors.sources.__path__) if info.ispkg
    )
    modules = [importlib.import_module(f"{__package__}.{name}.source") for name in folders]
    found: list[Source] = [module.SOURCE for module in modules]
    return {source.name: source for source in found}


def source_for(sources: Sources, host: str) -> Source | None:
    """The source of a host, by its own name or that of a domain above it."""
    for source in sources.values():
        if any(host == known or host.endswith(f".{known}") for known in source.hosts):
            return source
    return None


def advance(reading: Reading, rounds: tuple[Replies, ...]) -> Calls | Document:
    """What follows these rounds: the next calls, or the document."""
    try:
        calls = next(reading)
        for replies in rounds:
            calls = reading.send(replies)
    except StopIteration as end:
        document: Document = end.value
        return document
    finally:
        reading.close()
    return calls
