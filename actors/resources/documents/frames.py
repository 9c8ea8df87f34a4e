"""What goes between us and a reading process: a head that is checked, and bytes as they are."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater.actors.messages.web import Document

SIZE = 8  # bytes of each length, big-endian
LONGEST_ANSWER = 64 * 1024 * 1024  # bytes


class Task(Struct, frozen=True):
    """Bytes to be read, which follow it."""

    media: str
    content_type: str
    url: str
    body: int  # how many bytes follow


class Problem(Struct, frozen=True):
    """Why there is no document."""

    message: str
    reason: str
    known: dict[str, Any] = {}
    trace: str = ""  # of an exception nobody thought of


class Outcome(Struct, frozen=True):
    """One of both."""

    document: Document | None = None
    problem: Problem | None = None


def framed(payload: bytes) -> bytes:
    """With its length in front."""
    return len(payload).to_bytes(SIZE, "big") + payload
