"""Conversations as Markdown: who wrote what, when, in answer to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.markdown import escape, link
from headwater.actors.messages.web import Link

DEEPEST = 12  # levels that are shown; deeper replies stand beside those they answer
_LINK = pattern(r"(?<!!)\[((?:[^\[\]\n\\]|\\.){1,300})\]\((https?://[^\s()]{1,2048})\)")
_MOST_LINKS = 1_000
_LATEST = 253_402_300_799  # seconds; the end of the year 9999


class Post(Struct, frozen=True, kw_only=True):
    """One contribution. `text` is Markdown, `date` ISO 8601."""

    author: str
    text: str
    date: str = ""
    url: str = ""
    score: int | None = None
    depth: int = 0
    notes: tuple[str, ...] = ()  # such as "accepted answer"


def byline(post: Post) -> str:
    """Author, date, score and notes on one line."""
    day = post.date[:10]
    parts = [f"**{escape(post.author)}**" if post.author else "**\\[unknown\\]**"]
    if day or post.url:
        parts.append(link(day or "link", post.url) if post.url else day)
    if post.score is not None:
        parts.append(counted(post.score, "point"))
    return " · ".join([*parts, *post.notes])


def nested(posts: Sequence[Post]) -> str:
    """Posts as quotations, one level deeper for each level of reply."""
    lines: list[str] = []
    before = 0
    for post in posts:
        level = min(post.depth, DEEPEST) + 1
        if lines:
            lines.append("> " * min(before, level - 1) if before >= level else "> " * before)
        mark = "> " * level
        lines += [f"{mark}{line}" for line in f"{byline(post)}\n\n{post.text}".split("\n")]
        before = level
    return "\n".join(line.rstrip() for line in lines)


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 point, 2 points."""
    return f"{number:,} {noun}" + ("" if abs(number) == 1 else "s")


def moment(seconds: float | None) -> str:
    """Seconds since 1970 as ISO 8601 in UTC; nothing where they are none."""
    if seconds is None or not 0 < seconds <= _LATEST:
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def links_in(markdown: str) -> tuple[Link, ...]:
    """Where the text points, each address once."""
    found: dict[str, str] = {}
    for words, address in _LINK.findall(markdown):
        found.setdefault(address, words)
        if len(found) >= _MOST_LINKS:
            break
    return tuple(Link(address, words.replace("\\", "")) for address, words in found.items())


def authors_of(posts: Iterable[Post], most: int = 50) -> tuple[str, ...]:
    """Everybody who wrote, in order, each once."""
    return tuple(dict.fromkeys(post.author for post in posts if post.author))[:most]
