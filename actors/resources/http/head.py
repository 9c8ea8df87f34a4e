"""The head of an HTTP/1.1 message: written, and read strictly where framing depends on it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from headwater.actors.domain.lazy import pattern
from headwater.actors.resources.http.exchange import Headers, malformed

LONGEST = 65_536  # bytes of one head
MOST_HEADERS = 256

Framing = int | Literal["chunked", "close"]

_STATUS = pattern(rb"HTTP/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?\r?$")
_NAME = pattern(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_UNSAFE = pattern(r"[\r\n\0]")


class Head(Struct, frozen=True):
    """A status and its headers."""

    status: int
    headers: Headers
    minor: int = 1  # of the protocol's version


def write(method: str, target: str, headers: Headers) -> bytes:
    """A request's head. No header can bring in another one."""
    lines = [f"{method} {target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers]
    if any(_UNSAFE.search(line) for line in lines) or " " in target:
        raise ValueError("a request line or header holds a line break")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def read(block: bytes) -> Head:
    """An answer's head, or a fault."""
    first, *lines = block.rstrip(b"\r\n").split(b"\n")
    status = _STATUS.match(first)
    if status is None:
        raise malformed("something that is not HTTP")
    if len(lines) > MOST_HEADERS:
        raise malformed(f"more than {MOST_HEADERS} headers")
    headers: list[tuple[str, str]] = []
    for line in lines:
        _add(headers, line.rstrip(b"\r").decode("latin-1"))
    return Head(int(status[2]), tuple(headers), int(status[1]))


def _add(headers: list[tuple[str, str]], line: str) -> None:
    if line[:1] in (" ", "\t") and headers:  # the obsolete way to go on with the line before
        name, value = headers[-1]
        headers[-1] = (name, f"{value} {line.strip()}")
        return
    name, colon, value = line.partition(":")
    if not colon or not _NAME.fullmatch(name) or _UNSAFE.search(value):
        raise malformed("a header that is none")
    headers.append((name.lower(), value.strip(" \t")))


def framing(head: Head) -> Framing:
    """Where the body ends: after so many bytes, after the last chunk, or with the connection."""
    if head.status in (204, 304) or head.status < 200:
        return 0
    codings = values(head.headers, "transfer-encoding")
    if codings:
        return "chunked" if codings[-1] == "chunked" else "close"
    lengths = set(values(head.headers, "content-length"))
    if not lengths:
        return "close"
    length = lengths.pop()
    if lengths or not (length.isascii() and length.isdigit()) or len(length) > 18:
        raise malformed("a Content-Length that is none")
    return int(length)


def persists(head: Head) -> bool:
    """Whether the connection may be used again; not when the two ways to frame disagree."""
    options = values(head.headers, "connection")
    both = values(head.headers, "transfer-encoding") and values(head.headers, "content-length")
    return "close" not in options and not both and (head.minor == 1 or "keep-alive" in options)


def values(headers: Headers, name: str) -> list[str]:
    """The comma-separated values of all headers of that name, in lower case."""
    return [
        item.strip().lower()
        for key, value in headers
        if key == name
        for item in value.split(",")
        if item.strip()
    ]
