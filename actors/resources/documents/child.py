"""The reading process: `python -m headwater.actors.resources.documents.child`."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback
from typing import Any

import msgspec

from headwater.actors.messages.faults import Unreadable
from headwater.actors.readers.reader import Given, packaged, reader_for
from headwater.actors.resources.documents.frames import SIZE, Outcome, Problem, Task, framed
from headwater.actors.resources.documents.limits import MEGABYTE, confined, die_with_parent

INPUT, OUTPUT, ERRORS = 0, 1, 2  # file descriptors
PIECE = 1 << 20  # bytes
LAZY = ("encodings.cp437", "encodings.utf_16", "heapq")  # what libraries load when they need it
DEEP = 4_000  # frames; documents nest, and the depth of their trees is bounded before


def main() -> None:
    """Read one document after the other, until nobody is left to ask."""
    die_with_parent()
    if os.getppid() != int(sys.argv[1]):
        return  # it went before we could tie ourselves to it
    sys.setrecursionlimit(DEEP)
    output = os.dup(OUTPUT)
    os.dup2(ERRORS, OUTPUT)  # what a library prints is no answer
    while head := _take(SIZE):
        task = msgspec.msgpack.decode(_take(int.from_bytes(head, "big")), type=Task)
        outcome = outcome_of(Given(_take(task.body), task.media, task.content_type, task.url))
        _give(output, framed(encoded(outcome)))
        gc.collect()


def outcome_of(given: Given) -> Outcome:
    """The document, or why there is none; nothing else comes out of here."""
    reader = reader_for(packaged(), given.media)
    if reader is None:
        raise LookupError(given.media)
    for name in (*LAZY, *reader.foreign):
        importlib.import_module(name)
    try:
        with confined(len(given.body)):
            return Outcome(document=reader.read(given))
    except Unreadable as fault:
        return Outcome(problem=Problem(str(fault), fault.reason, fault.known))
    except MemoryError:
        size = len(given.body) / MEGABYTE
        message = f"reading its {size:.1f} MB takes more memory than a document may have"
        return Outcome(problem=Problem(message, "too_large"))
    except RecursionError:
        return Outcome(problem=Problem("it nests deeper than a document does", "broken"))
    except Exception as error:  # noqa: BLE001 - parsers fail in ways of their own on such bytes
        return Outcome(problem=Problem("its structure is damaged", "broken", trace=_trace(error)))


def encoded(outcome: Outcome) -> bytes:
    """As bytes; half characters, which some files hold, are none and become question marks."""
    try:
        return msgspec.msgpack.encode(outcome)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_whole(msgspec.to_builtins(outcome)))


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_whole(name): _whole(inner) for name, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list | tuple) else value


def _trace(error: Exception) -> str:
    """Where it happened and what, without what the document says."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames]
    return f"{type(error).__name__} at {' '.join(places)}"


def _take(count: int) -> bytes:
    """So many bytes; none at the end of the input."""
    held = bytearray()
    while len(held) < count:
        piece = os.read(INPUT, min(PIECE, count - len(held)))
        if not piece:
            return b""
        held += piece
    return bytes(held)


def _give(output: int, payload: bytes) -> None:
    rest = memoryview(payload)
    while rest:
        rest = rest[os.write(output, rest) :]


if __name__ == "__main__":
    main()
