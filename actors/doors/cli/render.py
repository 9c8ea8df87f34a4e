"""A structured result as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from headwater.actors.doors.cli.table import cells, table, wrap

INDENT = "  "
WIDEST = 100  # cells of a table where the reader's width is not known
MOST_COLUMNS = 8

# Results hold text from outside; a terminal would obey control characters and reorder by these.
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with its control characters made visible instead of obeyed."""
    return _UNSAFE.sub(_visible, text.replace("\r\n", "\n"))


def render(value: Any, width: int | None = None) -> list[str]:
    """The lines that show a value decoded from JSON."""
    if isinstance(value, dict):
        return [line for key, inner in value.items() for line in _field(key, inner, width)]
    if isinstance(value, list):
        return _items(value, width)
    return _text(value).split("\n")


def indent(lines: Iterable[str], by: str = INDENT) -> list[str]:
    """The lines further to the right; empty ones stay empty."""
    return [by + line if line else "" for line in lines]


def _visible(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == []:
        return "none"
    return printable(str(value))


def _name(key: str) -> str:
    return printable(key).replace("\n", " ")


def _is_flat(value: Any) -> bool:
    """Whether a value is one line of text."""
    return value == [] or (not isinstance(value, dict | list) and "\n" not in str(value))


def _field(key: str, value: Any, width: int | None) -> list[str]:
    label = f"{_name(key)}:"
    inner = None if width is None else max(width - len(INDENT), 20)
    if _is_flat(value):
        return _hang(f"{label} {_text(value)}", width)
    if isinstance(value, list) and (line := _joined(label, value, width)):
        return [line]
    return [label, *indent(render(value, inner))]


def _hang(text: str, width: int | None) -> list[str]:
    """One line, its continuations indented."""
    if width is None or cells(text) <= width:
        return [text]
    first, *rest = wrap(text, max(width - len(INDENT), 20))
    return [first, *indent(rest)]


def _joined(label: str, values: list[Any], width: int | None) -> str:
    """A short list on its label's line; empty when it is not short."""
    if not all(_is_flat(value) for value in values):
        return ""
    line = f"{label} {', '.join(_text(value) for value in values)}"
    return line if cells(line) <= min(width or WIDEST, WIDEST) else ""


def _items(values: list[Any], width: int | None) -> list[str]:
    if rows := _as_table(values, width):
        return rows
    inner = None if width is None else max(width - len(INDENT), 20)
    lines: list[str] = []
    for value in values:
        first, *rest = render(value, inner) or [""]
        lines += [f"- {first}", *indent(rest)]
    return lines


def _as_table(values: list[Any], width: int | None) -> list[str]:
    """Alike objects of short values as a table, where it fits; nothing where it does not."""
    if not values or not all(isinstance(value, dict) and value for value in values):
        return []
    headers = list(dict.fromkeys(key for value in values for key in value))
    flat = all(_is_flat(inner) for value in values for inner in value.values())
    if not flat or len(headers) > MOST_COLUMNS:
        return []
    rows = [[_text(value.get(key, "")) for key in headers] for value in values]
    lines = table([_name(key) for key in headers], rows)
    return lines if max(cells(line) for line in lines) <= (width or WIDEST) else []
