"""A connected socket, read and written at once where that is possible."""

from __future__ import annotations

import socket

import trio

PIECE = 65_536  # bytes, where nobody says how many
TURNS = 16  # pieces in a row that are there already; then others have their turn


class Plain(trio.abc.Stream):
    """
    As trio's own stream, which gives up its turn after every call.

    Most of a page is in the socket's buffer when it is read, and a turn of the event loop costs
    more than reading it. Whoever has to wait can be cancelled meanwhile, as everywhere.
    """

    def __init__(self, stream: trio.SocketStream) -> None:
        self._socket = socket.socket(fileno=stream.socket.detach())
        self._socket.setblocking(False)
        self._turns = 0

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What is there, at least one byte; nothing at the end."""
        await self._take_turn()
        while True:
            try:
                return self._socket.recv(max_bytes or PIECE)
            except BlockingIOError:
                self._turns = 0
                await trio.lowlevel.wait_readable(self._socket)
            except OSError as error:
                raise trio.BrokenResourceError(str(error)) from error

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it."""
        await self._take_turn()
        left = memoryview(data)
        while left:
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                self._turns = 0
                await trio.lowlevel.wait_writable(self._socket)
            except OSError as error:
                raise trio.BrokenResourceError(str(error)) from error

    async def wait_send_all_might_not_block(self) -> None:
        """Wait until there is room."""
        await trio.lowlevel.wait_writable(self._socket)

    def is_readable(self) -> bool:
        """Whether there is something to read, or the end of it."""
        try:
            self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    async def aclose(self) -> None:
        """Close it, at once; whoever waits for it hears so."""
        if self._socket.fileno() >= 0:
            trio.lowlevel.notify_closing(self._socket)
            self._socket.close()
        await trio.lowlevel.checkpoint()

    async def _take_turn(self) -> None:
        self._turns += 1
        if self._turns > TURNS:
            self._turns = 0
            await trio.lowlevel.checkpoint()
