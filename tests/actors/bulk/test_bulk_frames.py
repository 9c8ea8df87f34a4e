from __future__ import annotations

import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from headwater.actors.bulk.frames import Done, Frames, Task
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.reading import Found

DONE = [Done(0), Done(1, Found(b"{}\n", "d", 2**64 - 1)), Done(2, Found(b"x" * 300_000))]


class Dripping(trio.abc.ReceiveStream):
    """Bytes in pieces of one length, as a socket may hand them over."""

    def __init__(self, data: bytes, length: int) -> None:
        self._data = data
        self._length = length

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        most = min(self._length, max_bytes or self._length)
        piece, self._data = self._data[:most], self._data[most:]
        return piece

    async def aclose(self) -> None:
        self._data = b""


@given(st.integers(1, 400_000))
def test_values_come_as_they_were_sent_however_they_are_cut(length: int) -> None:
    async def sent() -> list[Done]:
        ours, theirs = memory_stream_pair()
        for done in DONE:
            await Frames(ours).send(done)
        await ours.send_eof()
        whole = b""
        while data := await theirs.receive_some():
            whole += data
        length_of_each = max(length, len(whole) // 2_000)  # so that few pieces make a whole
        stream = trio.StapledStream(ours.send_stream, Dripping(whole, length_of_each))
        frames = Frames(stream)
        found = []
        while (came := await frames.receive(Done)) is not None:
            found.append(came)
        return found

    assert trio.run(sent) == DONE


async def test_an_item_arrives_whole() -> None:
    ours, theirs = memory_stream_pair()
    task = Task(3, Item("http://a.example/ü", "a.example:80", attempts=2))
    await Frames(ours).send(task)
    assert await Frames(theirs).receive(Task) == task
