"""Speaks with a browser by its DevTools protocol: commands and events over two pipes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import trio
from msgspec import Struct

from headwater.actors.messages.faults import BrowserUnavailable

PIECE = 262_144  # bytes read at once
LONGEST = 64 * 1024 * 1024  # bytes of one message; a page's text is bounded far below it

Listener = Callable[[str, dict[str, Any]], None]


class Gone(Exception):
    """The browser, or the page, is not there any more."""


class Refusal(Exception):
    """The browser says that it cannot do that."""


class _Frame(Struct, rename={"session": "sessionId"}):
    id: int = 0
    method: str = ""
    params: dict[str, Any] = {}
    result: dict[str, Any] = {}
    error: dict[str, Any] | None = None
    session: str = ""


class _Waiting:
    def __init__(self) -> None:
        self.over = trio.Event()
        self.frame: _Frame | None = None  # None: nobody will answer


class Line:
    """One browser. `run` reads and writes until the browser is gone."""

    def __init__(self, commands: trio.abc.SendStream, events: trio.abc.ReceiveStream) -> None:
        self._commands = commands
        self._events = events
        self._put, self._take = trio.open_memory_channel[bytes](math.inf)
        self._waiting: dict[int, _Waiting] = {}
        self._listeners: dict[str, Listener] = {}
        self._last = 0
        self._decoder = msgspec.json.Decoder(_Frame)
        self._scope = trio.CancelScope()
        self._over = trio.Event()
        self.gone = False
        self.agent = ""  # how it introduces itself

    async def run(self) -> None:
        """Until the browser closes its end."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    await self._read()
                    nursery.cancel_scope.cancel()
        finally:
            self.gone = True
            self._over.set()
            for waiting in self._waiting.values():
                waiting.over.set()

    async def greet(self) -> None:
        """Hear the browser's name; that nobody looks at its window is nobody's business."""
        version = await self.call("Browser.getVersion")
        self.agent = str(version["userAgent"]).replace("HeadlessChrome", "Chrome")

    def hang_up(self) -> None:
        """Give the browser up; whoever waits for it hears so."""
        self.gone = True
        self._scope.cancel()

    async def ended(self, most: float) -> None:
        """Wait for the end, or so many seconds."""
        with trio.move_on_after(most):
            await self._over.wait()

    def listen(self, session: str, listener: Listener) -> None:
        """Hear the events of a session; those of the browser itself have no session."""
        self._listeners[session] = listener

    def leave(self, session: str) -> None:
        """Hear no more of them."""
        self._listeners.pop(session, None)

    def tell(self, method: str, session: str = "", **params: Any) -> int:
        """Send a command that nobody waits for."""
        self._last += 1
        frame = {"id": self._last, "method": method, "params": params}
        if session:
            frame["sessionId"] = session
        if not self.gone:
            self._put.send_nowait(msgspec.json.encode(frame) + b"\0")
        return self._last

    async def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """Send a command, and wait for what comes of it."""
        if self.gone:
            raise Gone
        waiting = _Waiting()
        number = self.tell(method, session, **params)
        self._waiting[number] = waiting
        try:
            await waiting.over.wait()
        finally:
            self._waiting.pop(number, None)
        frame = waiting.frame
        if frame is None:
            raise Gone
        if frame.error is not None:
            raise Refusal(f"{method}: {frame.error.get('message', '')}")
        return frame.result

    async def _write(self) -> None:
        try:
            async for message in self._take:
                await self._commands.send_all(message)
        except trio.BrokenResourceError:
            return  # the reader notices too

    async def _read(self) -> None:
        held = bytearray()
        while True:
            try:
                piece = await self._events.receive_some(PIECE)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return
            if not piece:
                return
            start = len(held)
            held += piece
            while (end := held.find(0, start)) >= 0:
                self._hear(bytes(held[:end]))
                del held[: end + 1]
                start = 0
            if len(held) > LONGEST:
                raise BrowserUnavailable("the browser sent a message without end")

    def _hear(self, message: bytes) -> None:
        frame = self._decoder.decode(message)
        if frame.id:
            waiting = self._waiting.get(frame.id)
            if waiting is not None:
                waiting.frame = frame
                waiting.over.set()
            return
        listener = self._listeners.get(frame.session)
        if listener is not None:
            listener(frame.method, frame.params)
