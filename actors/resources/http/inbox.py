"""Reads a stream piece by piece, never holding more than it was told to."""

from __future__ import annotations

import re

import trio

from headwater.actors.domain.lazy import pattern
from headwater.actors.resources.http.exchange import Gone, lost, malformed
from headwater.actors.resources.http.head import Framing

PIECE = 65_536  # bytes asked of the socket at once
LARGE_PIECE = 262_144  # bytes, where that many are still to come
LONGEST_CHUNK_LINE = 4_096
LONGEST_TRAILER = 16_384

_HEAD_END = pattern(rb"\n\r?\n")
_LINE_END = pattern(rb"\n")
_CHUNK = pattern(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")


class Inbox:
    """A stream's bytes, in order."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._held = bytearray()

    @property
    def is_empty(self) -> bool:
        """Whether everything that came was read."""
        return not self._held

    async def head(self, longest: int) -> bytes:
        """Everything up to the empty line that ends a head."""
        return await self._until(_HEAD_END, longest, "headers without end")

    async def body(self, framing: Framing, most: int) -> tuple[bytes, bool]:
        """The body up to `most` bytes, and whether that was all of it."""
        if framing == "chunked":
            return await self._chunks(most)
        if framing == "close":
            return await self._rest(most)
        pieces = await self._exactly(min(framing, most))
        return pieces, framing <= most

    async def _exactly(self, count: int) -> bytes:
        if len(self._held) < count:
            pieces = [bytes(self._held)]
            missing = count - len(self._held)
            self._held.clear()
            while missing > 0:
                piece = await self._receive(min(LARGE_PIECE, missing))
                pieces.append(piece)
                missing -= len(piece)
            return b"".join(pieces)
        taken = bytes(self._held[:count])
        del self._held[:count]
        return taken

    async def _rest(self, most: int) -> tuple[bytes, bool]:
        while len(self._held) <= most:
            piece = await self._some(PIECE)
            if not piece:
                return self._taken(most), True
            self._held += piece
        return self._taken(most), False

    def _taken(self, most: int) -> bytes:
        """What is held, of which nothing stays: nobody reads on from here."""
        with memoryview(self._held) as held:  # a slice of the array itself would be another copy
            taken = bytes(held[:most])
        self._held = bytearray()
        return taken

    async def _chunks(self, most: int) -> tuple[bytes, bool]:
        body = bytearray()
        while size := await self._chunk_size():
            room = most - len(body)
            body += await self._exactly(min(size, room))
            if size > room:
                return bytes(body), False
            if await self._until(_LINE_END, 2, "a chunk without end") not in (b"\r\n", b"\n"):
                raise malformed("a chunk longer than it says")
        trailer = 0
        while (line := await self._until(_LINE_END, LONGEST_CHUNK_LINE, "a trailer")).strip():
            trailer += len(line)
            if trailer > LONGEST_TRAILER:
                raise malformed("trailers without end")
        return bytes(body), True

    async def _chunk_size(self) -> int:
        line = await self._until(_LINE_END, LONGEST_CHUNK_LINE, "a chunk size without end")
        found = _CHUNK.fullmatch(line)
        if found is None:
            raise malformed("a chunk size that is none")
        return int(found[1], 16)

    async def _until(self, end: re.Pattern[bytes], longest: int, what: str) -> bytes:
        start = 0
        while True:
            found = end.search(self._held, start)
            if found and found.end() <= longest:
                taken = bytes(self._held[: found.end()])
                del self._held[: found.end()]
                return taken
            if found or len(self._held) >= longest:
                raise malformed(f"{what} ({longest} bytes)")
            start = max(0, len(self._held) - 2)
            self._held += await self._receive(PIECE)

    async def _receive(self, most: int) -> bytes:
        piece = await self._some(most)
        if not piece:
            raise lost("the server closed it before its answer was complete")
        return piece

    async def _some(self, most: int) -> bytes:
        try:
            return bytes(await self._stream.receive_some(most))  # no copy of what is bytes
        except (trio.BrokenResourceError, OSError) as error:
            raise lost("the server reset it") from error

    async def wait(self) -> None:
        """Wait for the first byte; Gone when there is none to come."""
        if self.is_empty:
            try:
                piece = await self._some(PIECE)
            except Exception as error:
                raise Gone from error
            if not piece:
                raise Gone
            self._held += piece
