from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.messages.faults import Unreachable, Upstream, WebFault
from headwater.actors.resources.http.head import Framing
from headwater.actors.resources.http.inbox import Inbox


class Pieces(trio.abc.ReceiveStream):
    """A stream that hands out bytes in pieces of its own choosing."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        size = min(self._size, max_bytes or self._size)
        piece, self._data = self._data[:size], self._data[size:]
        return piece

    async def aclose(self) -> None:
        pass


def read(data: bytes, framing: Framing, most: int, size: int = 7) -> tuple[bytes, bool]:
    inbox = Inbox(Pieces(data, size))

    async def run() -> tuple[bytes, bool]:
        return await inbox.body(framing, most)

    return trio.run(run)


@given(st.binary(max_size=200), st.integers(0, 250), st.integers(1, 50), st.data())
def test_the_same_body_comes_out_of_every_framing(
    body: bytes, most: int, size: int, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(body)))
    parts = [part for part in (body[:cut], body[cut:]) if part]
    chunks = b"".join(b"%x;x=1\r\n%b\r\n" % (len(part), part) for part in parts)
    expected = (body[:most], len(body) <= most)
    assert read(body, len(body), most, size) == expected
    assert read(body, "close", most, size) == expected
    assert read(chunks + b"0\r\nX: y\r\n\r\n", "chunked", most, size) == expected


@given(st.binary(max_size=200), st.integers(1, 20))
def test_any_bytes_are_chunks_or_a_fault(data: bytes, size: int) -> None:
    for garbage in (data, b"5\r\nhello\r\n" + data):
        try:
            body, _ = read(garbage, "chunked", 100, size)
        except WebFault:
            continue
        assert len(body) <= 100


@pytest.mark.parametrize(("after", "empty"), [(b"", True), (b"HTTP/1.1 200 OK", False)])
async def test_what_follows_an_answer_is_seen(after: bytes, *, empty: bool) -> None:
    inbox = Inbox(Pieces(b"HTTP/1.1 200 OK\r\n\r\nhi" + after, 100))
    await inbox.head(100)
    assert await inbox.body(2, 10) == (b"hi", True)
    assert inbox.is_empty is empty


@pytest.mark.parametrize(
    ("data", "framing", "fault"),
    [
        (b"half", 10, Unreachable),
        (b"5\r\nhel", "chunked", Unreachable),
        (b"ZZZ\r\nhello", "chunked", Upstream),
        (b"5\r\nhelloworld\r\n", "chunked", Upstream),
        (b"5;" + b"x" * 5000, "chunked", Upstream),
        (b"0\r\n" + b"a: b\r\n" * 5000, "chunked", Upstream),
        (b"FFFFFFFFFFFFFFFF\r\nx", "chunked", Upstream),
    ],
)
def test_a_body_that_does_not_end_as_it_should_is_a_fault(
    data: bytes, framing: Framing, fault: type[WebFault]
) -> None:
    with pytest.raises(fault):
        read(data, framing, 1000)
