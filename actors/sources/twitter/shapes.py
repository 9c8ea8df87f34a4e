"""What FxTwitter sends, in both of its versions. Only the post itself must have its shape."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

Shape = TypeVar("Shape")


class Site(Struct):
    """A link of a profile."""

    url: str = ""
    display_url: str = ""


class Author(Struct):
    """An account."""

    name: str = ""
    screen_name: str = ""
    url: str = ""
    description: str | None = None
    location: str | None = None
    joined: str | None = None
    followers: int | None = None
    tweets: int | None = None
    statuses: int | None = None
    website: Any = None

    @property
    def shown(self) -> str:
        """Name and handle."""
        return f"{self.name} (@{self.screen_name})" if self.screen_name else self.name or "unknown"


class Medium(Struct):
    """A photo or a video."""

    type: str = ""
    url: str = ""
    altText: str | None = None  # noqa: N815 - its name there
    duration: float | None = None


class Media(Struct):
    """What is attached to a post."""

    all: list[Medium] = []
    photos: list[Medium] = []
    videos: list[Medium] = []


class Choice(Struct):
    """An answer of a poll."""

    label: str = ""
    percentage: float = 0


class Poll(Struct):
    """A question to everybody."""

    choices: list[Choice] = []
    total_votes: int = 0


class Note(Struct):
    """What readers add to a post."""

    text: str = ""


class Article(Struct):
    """A long text that a post carries."""

    title: str = ""
    preview_text: str = ""
    content: Any = None


class Block(Struct):
    """A paragraph of one."""

    text: str = ""


class Blocks(Struct):
    """Its paragraphs."""

    blocks: list[Block] = []


class Status(Struct):
    """A post; one that cannot be had is a tombstone with its reason."""

    type: str = ""
    reason: str = ""
    id: str = ""
    url: str = ""
    text: str = ""
    author: Author | None = None
    created_timestamp: float | None = None
    replies: int | None = None
    retweets: int | None = None
    reposts: int | None = None
    likes: int | None = None
    views: int | None = None
    lang: str | None = None
    replying_to: Any = None
    replying_to_status: str | None = None
    media: Any = None
    quote: Any = None
    poll: Any = None
    community_note: Any = None
    article: Any = None


class Envelope(Struct):
    """An answer: its code counts as much as the status it came with."""

    code: int = 200
    message: str = ""
    tweet: Status | None = None
    status: Status | None = None
    user: Author | None = None


def part(value: Any, shape: type[Shape]) -> Shape | None:
    """A part of a post, or None where it is missing or has another shape than it used to."""
    if not isinstance(value, dict):
        return None
    try:
        return msgspec.convert(value, shape, strict=False)
    except (msgspec.ValidationError, RecursionError):
        return None
