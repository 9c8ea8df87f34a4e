"""
A part of a text, measured in bytes as UTF-8, which is how lengths are counted.

Parts read one after the other make up the whole again, byte for byte.
"""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.domain.lazy import pattern

_SENTENCE = pattern(rb"(?:[.!?][\"')\]]*[ \n]|\n|\xe3\x80\x82|\xef\xbc\x81|\xef\xbc\x9f)")
_NEAR = 0.5  # of the length asked for; a boundary further back costs too much of the text
_TOKEN = 4  # bytes, on the safe side of what tokenisers make of prose
_SIZES = ((5_000, "small"), (20_000, "medium"), (50_000, "large"))


class Part(Struct, frozen=True):
    """A piece of the text, and where the next one starts; -1 when this was the last."""

    text: str
    start: int
    next: int


def part_of(text: str, start: int, limit: int) -> Part:
    """At most `limit` bytes from `start` on, ending with a paragraph, a sentence or a word."""
    if start == 0 and byte_length(text) <= limit:
        return Part(text, 0, -1)
    body = text.encode()
    start = _character(body, min(start, len(body)))
    if len(body) - start <= limit:
        return Part(body[start:].decode(), start, -1)
    end = _boundary(body, start, start + limit)
    return Part(body[start:end].decode(), start, end)


def byte_length(text: str) -> int:
    """As UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def estimated_tokens(length: int) -> int:
    """From a length in bytes."""
    return length // _TOKEN


def size_category(length: int) -> str:
    """small, medium, large or very_large."""
    return next((name for bound, name in _SIZES if length < bound), "very_large")


def byte_offsets(text: str, offsets: list[int]) -> list[int]:
    """Places given in characters, in bytes. They must ascend."""
    if text.isascii():
        return offsets
    found: list[int] = []
    character = byte = 0
    for offset in offsets:
        byte += len(text[character:offset].encode())
        character = offset
        found.append(byte)
    return found


def _boundary(body: bytes, start: int, end: int) -> int:
    """The best place to stop at or before `end`; always after `start`."""
    nearest = start + int((end - start) * _NEAR)
    paragraph = body.rfind(b"\n\n", nearest, end)
    if paragraph >= 0 and paragraph + 2 <= end:
        return paragraph + 2
    if sentences := [found.end() for found in _SENTENCE.finditer(body, nearest, end)]:
        return sentences[-1]
    space = body.rfind(b" ", nearest, end)
    return space + 1 if space >= 0 else _advance(body, start, _character(body, end))


def _character(body: bytes, place: int) -> int:
    """The start of the character that the place lies in."""
    while 0 < place < len(body) and body[place] & 0xC0 == 0x80:
        place -= 1
    return place


def _advance(body: bytes, start: int, end: int) -> int:
    """At least one character, however small the limit."""
    if end > start:
        return end
    end = start + 1
    while end < len(body) and body[end] & 0xC0 == 0x80:
        end += 1
    return end
