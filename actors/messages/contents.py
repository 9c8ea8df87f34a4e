"""The text of a page from somebody else's copy of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Contents(Struct, frozen=True):
    """A page as a provider has it."""

    url: str
    text: str
    tier: Literal["exa:cached", "exa:crawled"]  # where the provider has it from
    title: str = ""
    author: str = ""
    published: str = ""  # ISO 8601
