"""Stored records for people: payloads as text or plain values, sizes and times in words."""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING, Any

import msgspec

from headwater.actors.doors.cli.render import printable, render

if TYPE_CHECKING:
    from headwater.actors.resources.store.inspect import Row

DEEPEST = 16  # levels; ours have four, and a page's bytes may happen to be a thousand brackets
UNITS = ("bytes", "KiB", "MiB", "GiB")


class _Strange(Exception):
    """Values that we would not have stored."""


def read(payload: bytes) -> Any:
    """Text, the plain values that were packed, or the bytes where it is neither."""
    try:
        return payload.decode()
    except UnicodeDecodeError:
        pass  # what we pack never is UTF-8: its first byte cannot begin a character
    try:
        value = msgspec.msgpack.decode(payload)
        return _plain(value) if isinstance(value, dict | list) else payload
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError, _Strange):
        return payload


def for_programs(payload: bytes) -> dict[str, Any]:
    """The payload under the name of what it is."""
    value = read(payload)
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    return {"text": value} if isinstance(value, str) else {"value": value}


def for_people(payload: bytes, width: int | None) -> list[str]:
    """The payload's lines, safe for a terminal."""
    value = read(payload)
    if isinstance(value, bytes):
        return [f"{size(len(value))} that are no text; --json prints them in base64"]
    return render(value, width)


def line(text: str) -> str:
    """A name as one line, whatever it holds."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def cells(row: Row) -> list[str]:
    """A record's cells in a list."""
    return [line(row.table), line(row.name), size(row.bytes), moment(row.written), until(row)]


def until(row: Row) -> str:
    """When a record goes by itself."""
    return moment(row.expires) if row.expires else "never"


def size(count: int) -> str:
    """Bytes in a unit that people can compare."""
    amount = float(count)
    for unit in UNITS:
        if amount < 1024 or unit == UNITS[-1]:
            break
        amount /= 1024
    return f"{count:,} bytes" if unit == UNITS[0] else f"{amount:.1f} {unit}"


def moment(seconds: float) -> str:
    """Local time to the second."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


def _plain(value: Any, depth: int = 0) -> Any:
    """What JSON can say. Bytes inside become text where they are text."""
    if depth > DEEPEST:
        raise _Strange
    if isinstance(value, dict):
        return {str(key): _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, depth + 1) for inner in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return f"{len(value):,} bytes that are no text"
    if value is None or isinstance(value, str | int | float):
        return value
    raise _Strange
