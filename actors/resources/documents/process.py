"""One reading process, seen from our side."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import trio

from headwater.actors.readers.reader import Given
from headwater.actors.resources.documents.frames import (
    LONGEST_ANSWER,
    SIZE,
    Outcome,
    Task,
    framed,
)

MODULE = "headwater.actors.resources.documents.child"
PASSED = ("PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH", "HOME")
PIECE = 1 << 20  # bytes


class Gone(Exception):
    """The process ended, or said what it should not."""


class Process:
    """Reads one document at a time. It gets no key: nothing of the environment but where to run."""

    def __init__(self) -> None:
        self.started = False  # whether it has answered anything yet
        # Started from this thread on purpose: the process is tied to the life of its starter.
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-P", "-m", MODULE, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in PASSED if name in os.environ},
            close_fds=True,
            start_new_session=True,  # a Ctrl-C at the terminal is ours to answer
        )
        assert self._process.stdin  # noqa: S101 - for the type checker
        assert self._process.stdout  # noqa: S101
        self._input = trio.lowlevel.FdStream(os.dup(self._process.stdin.fileno()))
        self._output = trio.lowlevel.FdStream(os.dup(self._process.stdout.fileno()))
        self._process.stdin.close()
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    async def read(self, given: Given) -> Outcome:
        """What it makes of a document."""
        task = Task(given.media, given.content_type, given.url, len(given.body))
        try:
            await self._input.send_all(framed(msgspec.msgpack.encode(task)))
            await self._input.send_all(given.body)
            size = int.from_bytes(await self._take(SIZE), "big")
            if size > LONGEST_ANSWER:
                raise Gone("its answer is too long")
            outcome = msgspec.msgpack.decode(await self._take(size), type=Outcome)
        except (trio.BrokenResourceError, trio.ClosedResourceError, msgspec.DecodeError) as error:
            raise Gone(str(error)) from error
        self.started = True
        return outcome

    async def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        with trio.CancelScope(shield=True):
            await self._input.aclose()
            await self._output.aclose()
            await trio.to_thread.run_sync(self._process.wait)

    async def _take(self, count: int) -> bytes:
        pieces = bytearray()
        while len(pieces) < count:
            piece = await self._output.receive_some(min(PIECE, count - len(pieces)))
            if not piece:
                raise Gone("it ended")
            pieces += piece
        return bytes(pieces)
