"""
Lines in, lines out: the framing every door over a byte stream shares.

Part of the start path: imports nothing.
"""

from __future__ import annotations

LONGEST = 16 * 1024 * 1024  # bytes; a request is arguments, and no argument is near this


class Lines:
    """Bytes into lines. A line that is too long comes out as None, and its rest is skipped."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes | None]:
        """The lines that `data` completes."""
        *ended, rest = data.split(b"\n")
        lines = [line for piece in ended for line in self._end(piece)]
        return lines + self._keep(rest)

    def rest(self) -> bytes:
        """What came after the last line's end: at the end of input it counts as a line."""
        return b"" if self._skipping else b"".join(self._parts)

    def _end(self, piece: bytes) -> list[bytes | None]:
        out = self._keep(piece)
        if not self._skipping:
            out = [b"".join(self._parts)]
        self._parts, self._size, self._skipping = [], 0, False
        return out

    def _keep(self, piece: bytes) -> list[bytes | None]:
        if self._skipping or not piece:
            return []
        self._size += len(piece)
        if self._size > self._longest:
            self._parts, self._skipping = [], True
            return [None]
        self._parts.append(piece)
        return []


def result(request: bytes, body: bytes) -> bytes:
    """The frame that answers a request; both are raw JSON."""
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (request, body)


def error(request: bytes | None, code: int, message: str, data: bytes = b"") -> bytes:
    """The frame that refuses a request, or a line that was none."""
    told = quote(message)
    more = b',"data":' + data if data else b""
    return b'{"jsonrpc":"2.0","id":%b,"error":{"code":%d,"message":%b%b}}' % (
        request or b"null",
        code,
        told,
        more,
    )


def quote(text: str) -> bytes:
    """A JSON string of a message of ours; `json` would cost 7 ms of the first answer."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    if not (escaped.isascii() and escaped.isprintable()):
        escaped = "".join(char if " " <= char <= "~" else _escape(char) for char in escaped)
    return b'"' + escaped.encode() + b'"'


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
