"""Addresses from a file or from standard input, one on a line."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import trio

from headwater.actors.bulk.item import Item
from headwater.actors.bulk.sources.host import host_of

CHUNK = 1 << 16  # bytes
LONGEST = 1 << 16  # bytes of a line; what is longer is no address


async def items(path: str) -> AsyncIterator[Item]:
    """One item for each line that is neither empty nor a comment; `-` is standard input."""
    descriptor = 0 if path == "-" else os.open(path, os.O_RDONLY)
    rest = b""
    while data := await trio.to_thread.run_sync(os.read, descriptor, CHUNK, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            for item in _items(line):
                yield item
        rest = rest[:LONGEST]
    if descriptor:
        os.close(descriptor)
    for item in _items(rest):
        yield item


def count(path: Path) -> int:
    """How many addresses a file holds; some of them may be the same."""
    with path.open("rb") as file:
        return sum(1 for line in file if _is_address(line.strip()))


def _items(line: bytes) -> list[Item]:
    line = line.strip()
    if not _is_address(line):
        return []
    url = line.decode(errors="replace")
    return [Item(url, host_of(url))]


def _is_address(line: bytes) -> bool:
    return bool(line) and not line.startswith(b"#")
