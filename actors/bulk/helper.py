"""What a helper of a run does: the same pipe in another process."""

from __future__ import annotations

import socket

import trio

from headwater.actors.bulk.frames import Done, Frames, Task
from headwater.actors.bulk.reading import Reading, settle
from headwater.actors.bulk.wishes import Wishes
from headwater.actors.desk import QuietDesk
from headwater.actors.service import serving
from headwater.actors.settings import Settings
from headwater.kernel.inventory import Inventory


async def help_out(settings: Settings, inventory: Inventory) -> None:
    """Read what comes over the socket that is our standard input, until whoever sends it ends."""
    ours = trio.socket.from_stdlib_socket(socket.socket(fileno=0))
    frames = Frames(trio.SocketStream(ours))
    wishes = await frames.receive(Wishes)
    if wishes is None:
        return
    async with serving(wishes.settings(settings), inventory) as service:
        settle()
        await _read(frames, Reading(QuietDesk(service.kernel), wishes))


async def _read(frames: Frames, reading: Reading) -> None:
    async def work(task: Task) -> None:
        found = await reading.read(task.item)
        try:
            await frames.send(Done(task.number, found))
        except trio.BrokenResourceError:
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        await frames.send(Done(0))
        while (task := await frames.receive(Task)) is not None:
            nursery.start_soon(work, task)
        nursery.cancel_scope.cancel()
