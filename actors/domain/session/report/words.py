"""The only ways into the page for what is not ours."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import escape

DAY = 86_400.0  # seconds

# Controls, marks that turn the direction of what follows, and halves of characters.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]"
)


def text(given: str) -> str:
    """As text, in an element or an attribute."""
    return escape(_UNSEEN.sub("", given))


def chip(given: str, kind: str = "") -> str:
    """A small label."""
    return f'<span class="chip {kind}" dir="auto">{text(given)}</span>'


def link(url: str, shown: str) -> str:
    """A link where the address is one of the web, else its text."""
    if not url.lower().startswith(("http://", "https://")):
        return text(shown)
    return f'<a href="{text(url)}" rel="noopener noreferrer nofollow">{text(shown)}</a>'


def plural(count: int, noun: str) -> str:
    """As 1 step, 2 steps."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def clock(at: float) -> str:
    """A time for people."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment.day} {moment:%b %Y, %H:%M}"


def moment_after(at: float, before: float) -> str:
    """The time alone where the day is the same as before."""
    same = int(at // DAY) == int(before // DAY)
    return f"{datetime.fromtimestamp(at, UTC):%H:%M}" if same else clock(at)


def span(seconds: float) -> str:
    """How long something took, for people."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02} min"
