from __future__ import annotations

import os

import trio

from headwater.actors.doors.stream import Output

FRAMES = [bytes([65 + number % 26]) * 100_000 for number in range(40)]


async def test_frames_that_wait_for_a_slow_reader_arrive_whole_and_in_order() -> None:
    reading, writing = os.pipe()
    output = Output(writing)
    got = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(output.run)
        for frame in FRAMES:
            output.send(frame)
        while len(got) < sum(len(frame) + 1 for frame in FRAMES):
            await trio.lowlevel.wait_readable(reading)
            got += os.read(reading, 65_536)
        await output.flush(1)
        nursery.cancel_scope.cancel()
    os.close(reading)
    os.close(writing)
    assert bytes(got).split(b"\n")[:-1] == FRAMES
