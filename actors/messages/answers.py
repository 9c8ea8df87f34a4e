"""Questions that a provider answers itself: in a written answer, or in fields of a schema."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Question(Struct, frozen=True):
    """Something to be answered in writing."""

    text: str


class Citation(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A page that an answer relies on."""

    url: str
    title: str = ""
    published_date: str = ""


class Answered(Struct, frozen=True):
    """A written answer. `cost` is in dollars, as far as the provider tells or publishes it."""

    answer: str
    citations: tuple[Citation, ...] = ()
    cost: float = 0.0


class StructuredQuestion(Struct, frozen=True):
    """What to search, and the fields to take from each result."""

    text: str
    category: str = ""
    count: int = 5
    schema: str = ""  # a JSON Schema as canonical JSON


class StructuredItem(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One result with what was taken from it."""

    url: str
    title: str = ""
    published_date: str = ""
    author: str = ""
    summary: Any = None  # what the schema asked for, or a text
    highlights: tuple[str, ...] = ()  # the page's own words
    entities: Any = None


class StructuredItems(Struct, frozen=True):
    """Results in the provider's order."""

    items: tuple[StructuredItem, ...] = ()
    cost: float = 0.0  # dollars
