"""The event loop's side of stdio: many requests in flight, answers as they are ready."""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import os
import signal
import stat
from collections import deque
from typing import TYPE_CHECKING

import trio

from headwater.actors.doors.mcp.connection import Connection
from headwater.actors.packaged import Packaged
from headwater.actors.service import routing_of, serving
from headwater.actors.settings import Settings
from headwater.kernel.settings import load
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from headwater.actors.doors.mcp.frames import Lines
    from headwater.actors.doors.mcp.greeting import Greeting
    from headwater.actors.service import Service
    from headwater.kernel.environment import Given

INPUT = 0
CHUNK = 65_536
DRAIN = 4.0  # seconds for what is in flight at the end; five are promised, and leaving takes time
LARGE = 65_536  # bytes of a frame, as many as a pipe usually holds
WIDE = 1024 * 1024  # bytes of a pipe that has large frames to carry; the most that Linux gives
UNREAD = 64 * 1024 * 1024  # bytes a client may leave unread before we stop taking requests


def check(given: dict[str, Given]) -> None:
    """Refuse settings that cannot be used."""
    routing_of(load(Settings, given))


def warm(module: str) -> None:
    """Import before somebody calls; what cannot be imported fails when it is called."""
    with contextlib.suppress(Exception):
        importlib.import_module(module)


def run(
    given: dict[str, Given],
    greeting: Greeting,
    lines: Lines,
    unanswered: list[bytes | None],
    output: int,
) -> int:
    """Serve until the input ends; the exit code."""
    settings = load(Settings, given)
    return trio.run(_serve, settings, greeting, lines, unanswered, Output(output))


async def _serve(
    settings: Settings,
    greeting: Greeting,
    lines: Lines,
    unanswered: list[bytes | None],
    output: Output,
) -> int:
    async with serving(settings, Packaged(greeting.lists)) as service:
        async with trio.open_nursery() as writing:
            writing.start_soon(output.run)
            async with trio.open_nursery() as nursery:
                connection = Connection(greeting, service.methods, output.send, nursery)
                for line in unanswered:
                    connection.receive(line)
                await _until_the_end(connection, lines, output, service)
                service.methods.watchers.close()
                await connection.drain(DRAIN)
            await output.flush(1.0)
            writing.cancel_scope.cancel()
        return 1 if service.kernel.stopped else 0


async def _until_the_end(
    connection: Connection, lines: Lines, output: Output, service: Service
) -> None:
    """Read until the input ends, a signal says so, or the kernel gives up."""
    async with trio.open_nursery() as nursery:

        async def stop_on_signal() -> None:
            with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
                async for _ in signals:
                    nursery.cancel_scope.cancel()

        async def stop_with_kernel() -> None:
            await service.kernel.ended.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(stop_on_signal)
        nursery.start_soon(stop_with_kernel)
        await _read(connection, lines, output)
        nursery.cancel_scope.cancel()


async def _read(connection: Connection, lines: Lines, output: Output) -> None:
    pollable = not stat.S_ISREG(os.fstat(INPUT).st_mode)  # a file is always ready
    while True:
        if pollable:
            await trio.lowlevel.wait_readable(INPUT)
        else:
            await trio.lowlevel.checkpoint()
        await output.has_room()
        data = os.read(INPUT, CHUNK)
        for line in lines.feed(data) if data else [lines.rest()]:
            connection.receive(line)
        if not data:
            return


class Output:
    """
    Frames out. `send` writes at once when the pipe has room and queues the rest.

    The descriptor is ours alone, so it may be made non-blocking, unless it is a terminal or file,
    where writing does not block for long and the flag would be shared with other programs.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        mode = os.fstat(descriptor).st_mode
        self._is_pipe = stat.S_ISFIFO(mode)
        self._widened = False
        if self._is_pipe or stat.S_ISSOCK(mode):
            os.set_blocking(descriptor, False)
        self._queue: deque[memoryview] = deque()
        self._queued = 0
        self._closed = False
        self._waiting = trio.Event()
        self._drained = trio.Event()

    def send(self, frame: bytes) -> None:
        """Send one frame; never waits."""
        if len(frame) < LARGE:
            self._put(memoryview(frame + b"\n"))
            return
        self._widen()
        self._put(memoryview(frame))  # not copied for the sake of one byte
        self._put(memoryview(b"\n"))

    def _put(self, data: memoryview) -> None:
        if not self._queue:
            data = data[self._write(data) :]
        if data and not self._closed:
            self._queue.append(data)
            self._queued += len(data)
            self._waiting.set()

    def _widen(self) -> None:
        """Give a pipe room for much at once: the client is woken once instead of many times."""
        if self._is_pipe and not self._widened:
            self._widened = True
            with contextlib.suppress(OSError, AttributeError):  # Linux has it, within limits
                fcntl.fcntl(self._descriptor, fcntl.F_SETPIPE_SZ, WIDE)

    async def run(self) -> None:
        """Write what `send` could not."""
        while True:
            await self._waiting.wait()
            await trio.lowlevel.wait_writable(self._descriptor)
            self._write_queued()
            if not self._queue:
                self._waiting = trio.Event()
                self._drained.set()
                self._drained = trio.Event()

    def _write_queued(self) -> None:
        """Write until the pipe is full. Nothing is copied: the queue may hold many megabytes."""
        while self._queue:
            data = self._queue[0]
            written = self._write(data)
            self._queued -= written
            if written < len(data):
                self._queue[0] = data[written:]
                return
            self._queue.popleft()

    async def has_room(self) -> None:
        """Wait while the client has too much left to read."""
        while self._queued > UNREAD:
            await self._drained.wait()

    async def flush(self, seconds: float) -> None:
        """Wait until everything is written, for a while."""
        with trio.move_on_after(seconds):
            while self._queue:
                await self._drained.wait()

    def _write(self, data: memoryview) -> int:
        if self._closed:
            return len(data)
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            log("client_gone", reason=error.strerror)
            self._closed = True
            return len(data)
