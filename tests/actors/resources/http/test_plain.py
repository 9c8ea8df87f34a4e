from __future__ import annotations

import socket
import struct

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from headwater.actors.resources.http.plain import Plain

MUCH = b"x" * 4_000_000


def pair() -> tuple[Plain, trio.SocketStream]:
    """Two ends of a connection on loopback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
    streams = [trio.SocketStream(trio.socket.from_stdlib_socket(end)) for end in (near, far)]
    return Plain(streams[0]), streams[1]


async def test_what_is_sent_arrives_whole_however_slowly_it_is_read() -> None:
    near, far = pair()
    got = bytearray()
    async with near, far, trio.open_nursery() as nursery:
        nursery.start_soon(near.send_all, MUCH)
        while len(got) < len(MUCH):
            got += await far.receive_some(100_000)
    assert got == MUCH


async def test_what_is_there_is_read_at_once_and_the_end_is_empty() -> None:
    near, far = pair()
    async with near, far:
        assert not near.is_readable()
        await far.send_all(b"ab")
        assert near.is_readable()
        assert await near.receive_some(1) == b"a"
        assert await near.receive_some() == b"b"
        await far.aclose()
        assert await near.receive_some() == b""
        assert near.is_readable()


async def test_a_sender_without_end_leaves_others_their_turn() -> None:
    near, far = pair()
    turns = 0

    async def send() -> None:
        while True:
            await far.send_all(MUCH)

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await trio.lowlevel.checkpoint()

    async with near, far, trio.open_nursery() as nursery:
        nursery.start_soon(send)
        nursery.start_soon(count)
        for _ in range(1_000):
            await near.receive_some(1)
        nursery.cancel_scope.cancel()
    assert turns > 50


async def test_a_connection_that_was_reset_is_broken_both_ways() -> None:
    near, far = pair()
    async with near:
        far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        await far.aclose()
        with pytest.raises(trio.BrokenResourceError):
            await near.receive_some()
        with pytest.raises(trio.BrokenResourceError):
            await near.send_all(b"a")


async def test_whoever_waits_hears_that_it_was_closed() -> None:
    near, far = pair()
    async with far, trio.open_nursery() as nursery:

        async def wait() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await near.receive_some()

        nursery.start_soon(wait)
        await wait_all_tasks_blocked()
        await near.aclose()
