"""Who reads: this process, or a helper on each core once there is enough to do."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import trio
from msgspec import Struct

from headwater.actors.bulk.frames import Done, Frames, Task
from headwater.actors.bulk.item import Item
from headwater.actors.bulk.reading import Found
from headwater.actors.bulk.wishes import Wishes

ENOUGH = 1_000  # items; fewer are read here in the time that helpers need to start
ENDING = 5.0  # seconds that a helper has to close what it opened
COMMAND = [sys.executable, "-m", "headwater.actors.doors.cli.bulk_helper"]


class Reader(Protocol):
    """Somebody who reads items."""

    async def read(self, item: Item) -> Found:
        """What becomes of it."""


class Lost(Exception):
    """The helper ended before it answered."""


class _Place(Struct):
    reader: Reader
    running: int = 0


class Crew:
    """
    Gives each item to the helper that has least to do; who is faster is done sooner and gets more.

    This process reads only while there is no helper: reading keeps its event loop busy for
    milliseconds at a time, in which helpers would wait for something to do.
    """

    def __init__(self, own: Reader, wishes: Wishes, helpers: int, nursery: trio.Nursery) -> None:
        self._own = own
        self._wishes = wishes
        self._places: list[_Place] = []
        self._missing = helpers
        self._nursery = nursery
        self._known = 0

    def expect(self) -> None:
        """One more item is known; helpers start when there are enough of them."""
        self._known += 1
        if self._known >= ENOUGH and self._missing:
            self._missing -= 1
            self._nursery.start_soon(self._be_helped)

    async def read(self, item: Item) -> Found:
        """What becomes of it; what a helper loses is read here."""
        if not self._places:
            return await self._own.read(item)
        place = min(self._places, key=_load)
        place.running += 1
        try:
            return await place.reader.read(item)
        except Lost:
            return await self._own.read(item)
        finally:
            place.running -= 1

    async def _be_helped(self) -> None:
        async with _started(self._wishes) as helper:
            place = _Place(helper)
            if await helper.is_ready():
                self._places.append(place)
                await helper.listen()
                self._places.remove(place)


def _load(place: _Place) -> int:
    return place.running


class _Helper:
    """Another process, and what it was given to read."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._waiting: dict[int, trio.MemorySendChannel[Found]] = {}
        self._number = 0

    async def read(self, item: Item) -> Found:
        self._number += 1
        send, receive = trio.open_memory_channel[Found](1)
        self._waiting[self._number] = send
        try:
            await self._frames.send(Task(self._number, item))
            return await receive.receive()
        except (trio.EndOfChannel, trio.BrokenResourceError, trio.ClosedResourceError):
            raise Lost from None

    async def is_ready(self) -> bool:
        """Wait until it has started, or has ended instead."""
        return await self._frames.receive(Done) is not None

    async def listen(self) -> None:
        """Pass answers on until it ends; whoever waits then is told."""
        while (done := await self._frames.receive(Done)) is not None:
            if done.found is not None:
                self._waiting.pop(done.number).send_nowait(done.found)
        for send in self._waiting.values():
            send.close()


@asynccontextmanager
async def _started(wishes: Wishes) -> AsyncIterator[_Helper]:
    """A helper's process; it ends when its socket is closed, also when we are killed."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: ASYNC220, S603 - takes no longer than a fork
            COMMAND, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True
        )
    stream = trio.SocketStream(trio.socket.from_stdlib_socket(ours))
    try:
        frames = Frames(stream)
        await frames.send(wishes)
        yield _Helper(frames)
    finally:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(stream)
            await trio.to_thread.run_sync(_end, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@asynccontextmanager
async def crew_of(own: Reader, wishes: Wishes, helpers: int) -> AsyncIterator[Crew]:
    """A crew as long as the run lasts."""
    async with trio.open_nursery() as nursery:
        yield Crew(own, wishes, helpers, nursery)
        nursery.cancel_scope.cancel()
