"""
A source as a value: which addresses it reads, what it asks for, and what it makes of the answers.

`read` is a generator without I/O: it yields the calls of one round, is sent their replies in the
same order, and returns the document. It must do the same whenever it is given the same, since it
runs from its start again in each round.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Mapping

from msgspec import Struct

from headwater.actors.lists import FOLDER
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document, Url
from headwater.kernel.discovery import Listed

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
    The sources of this package, by name and by each of their hosts: what a folder's `source` has.

    The rest of a source is imported when it first reads something.
    """
    return Listed(f"{FOLDER}/sources.tsv", "SOURCE", Source)


def source_for(sources: Sources, host: str) -> Source | None:
    """The source of a host, by its own name or that of a domain above it."""
    while "." in host:
        if host in sources:
            return sources[host]
        host = host.partition(".")[2]
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
