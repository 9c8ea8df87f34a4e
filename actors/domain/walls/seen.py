"""What is known of an answer when it is asked whether it is a wall, and what a wall is."""

from __future__ import annotations

import functools
import html
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct

from headwater.actors.domain.lazy import pattern

Kind = Literal["challenge", "denied", "login", "consent", "age", "missing", "parked", "script"]

PREFIX = 65_536  # bytes; walls are small pages, and name themselves early
_TITLE_LENGTH = 200  # characters; what calls itself a wall does so at once
_TITLE = pattern(rb"[^>]{0,200}>([^<]{1,300})")


class Wall(Struct, frozen=True):
    """What came instead of the page."""

    kind: Kind
    maker: str = ""  # whose wall it is, where that shows


class Seen(Struct, frozen=True, dict=True):
    """An HTML answer; `text` is what was extracted from it."""

    title: str
    text: str
    body: bytes
    url: str  # where it finally came from
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()  # lower-case names
    redirected: bool = False

    @functools.cached_property
    def length(self) -> int:
        """Characters of text."""
        return len(self.text)

    @functools.cached_property
    def head(self) -> bytes:
        """The first bytes, in lower case."""
        return self.body[:PREFIX].lower()

    @functools.cached_property
    def words(self) -> str:
        """Title and text in lower case, with straight apostrophes."""
        return f"{self.title}\n{self.text}".lower().replace("\u2019", "'")

    @functools.cached_property
    def titles(self) -> tuple[str, ...]:
        """What the page calls itself: its title, the title tag, its first heading."""
        start = self.body.find(b"<title", 0, PREFIX)
        if start < 0:
            start = self.body.find(b"<TITLE", 0, PREFIX)
        found = _TITLE.match(self.body, start + 6) if start >= 0 else None
        tag = found[1].decode(errors="replace") if found else ""
        first = self.text.lstrip().partition("\n")[0]
        heading = first.lstrip("# ") if first.startswith("#") else ""
        named = (
            html.unescape(name) if "&" in name else name for name in (self.title, tag, heading)
        )
        names = (" ".join(name.split()) for name in named)
        return tuple(name[:_TITLE_LENGTH].replace("\u2019", "'") for name in names if name)

    @functools.cached_property
    def host(self) -> str:
        """The host, or nothing."""
        try:
            return urlsplit(self.url).hostname or ""
        except ValueError:
            return ""

    @functools.cached_property
    def path(self) -> str:
        """The path in lower case."""
        try:
            return urlsplit(self.url).path.lower()
        except ValueError:
            return ""

    def header(self, name: str) -> str:
        """The first header of that name, in lower case, or nothing."""
        return next((value.lower() for key, value in self.headers if key == name), "")

    def has_any(self, *marks: bytes) -> bool:
        """Whether the head holds one of these, which are in lower case."""
        return any(mark in self.head for mark in marks)
