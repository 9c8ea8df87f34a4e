"""Lenses: named sets of places to search in."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from headwater.kernel.message import Ask, Message


class Lens(Struct, frozen=True):
    """Where to search: on some domains, with an engine of Google's, or as a Brave goggle ranks."""

    name: str
    description: str
    domains: tuple[str, ...] = ()  # a host with all below it, or a host and the start of a path
    cx: str = ""  # a Google search engine of its own
    goggle: str = ""  # where Brave finds the rules by which it ranks
    own: bool = False  # the operator's, from CUSTOM_LENSES_PATH


class Lenses(Message, frozen=True):
    """Every lens by name, and what is wrong with those of the operator that cannot be used."""

    lenses: Mapping[str, Lens]
    problems: tuple[str, ...] = ()


class ReadLenses(Ask[Lenses], frozen=True):
    """Which lenses are there?"""
