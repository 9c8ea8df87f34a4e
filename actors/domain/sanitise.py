"""
Takes out of a text what nobody sees: characters that hide words, reorder them or drive a terminal.

Nothing is mapped to something that looks alike, and nothing visible goes. Joiners stay between
letters of scripts that are written with them, and emoji stay whole. Linear in the text's length.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater import _native


class Clean(Struct, frozen=True):
    """A text without what is invisible, and how much of that there was, by rule."""

    text: str
    removed: dict[str, int]


_DEPTH = 64  # of nested values; deeper ones are dropped


def sanitise(text: str) -> Clean:
    """The text as a reader sees it. Line breaks become plain ones."""
    try:
        found = _native.sanitise(text)
    except UnicodeEncodeError:
        return _whole(text)
    return Clean(text, {}) if found is None else Clean(*found)


def is_clean(text: str) -> bool:
    """Whether sanitising it would change nothing."""
    try:
        return _native.sanitise(text) is None
    except UnicodeEncodeError:
        return False


def _whole(text: str) -> Clean:
    """Lone halves of surrogate pairs go first: no text on the wire or in the engine has them."""
    whole = text.encode(errors="ignore").decode()
    clean = sanitise(whole)
    rule = "control_characters"
    halves = len(text) - len(whole)
    return Clean(clean.text, {**clean.removed, rule: clean.removed.get(rule, 0) + halves})


def sanitise_value(value: Any, depth: int = _DEPTH) -> Any:
    """Every text in a JSON value, names included."""
    if isinstance(value, str):
        return sanitise(value).text
    if depth == 0:
        return None
    if isinstance(value, list | tuple):
        return [sanitise_value(inner, depth - 1) for inner in value]
    if isinstance(value, dict):
        return {
            sanitise(str(name)).text: sanitise_value(inner, depth - 1)
            for name, inner in value.items()
        }
    return value
