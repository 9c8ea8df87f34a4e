"""Messages between the processes of a run: a length, then the value as MessagePack."""

from __future__ import annotations

from collections import deque
from typing import Any, TypeVar

import msgspec
import trio
from msgspec import Struct

from headwater.actors.bulk.item import Item
from headwater.actors.bulk.reading import Found

HEAD = 4  # bytes of a length
CHUNK = 1 << 18  # bytes

T = TypeVar("T")
_ENCODER = msgspec.msgpack.Encoder()


class Task(Struct, frozen=True):
    """An item for a helper."""

    number: int
    item: Item


class Done(Struct, frozen=True):
    """What became of it; the first one says that the helper is ready."""

    number: int
    found: Found | None = None


class Frames:
    """Both directions over one stream. Several tasks may send, one receives."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._sending = trio.StrictFIFOLock()
        self._buffer = bytearray()
        self._whole: deque[bytes] = deque()

    async def send(self, value: Any) -> None:
        """One value."""
        body = _ENCODER.encode(value)
        async with self._sending:
            await self._stream.send_all(len(body).to_bytes(HEAD, "big") + body)

    async def receive(self, kind: type[T]) -> T | None:
        """The next value; None when the other side has ended, however it did."""
        while not self._whole:
            try:
                data = await self._stream.receive_some(CHUNK)
            except trio.BrokenResourceError:
                return None
            if not data:
                return None
            self._buffer += data
            self._whole += _cut(self._buffer)
        return msgspec.msgpack.decode(self._whole.popleft(), type=kind)


def _cut(buffer: bytearray) -> list[bytes]:
    """Take the whole frames out of the buffer."""
    found, place = [], 0
    while len(buffer) >= place + HEAD:
        begin = place + HEAD
        end = begin + int.from_bytes(buffer[place:begin], "big")
        if len(buffer) < end:
            break
        found.append(bytes(buffer[begin:end]))
        place = end
    del buffer[:place]
    return found
