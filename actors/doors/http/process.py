"""A server process with an HTTP door: settings, signals, the log."""

from __future__ import annotations

import logging
import os
import signal
import threading
import traceback
from typing import TYPE_CHECKING

import trio

from headwater.actors.doors.http.address import Address, listen
from headwater.actors.doors.http.door import serve
from headwater.actors.doors.mcp.lists import Lists
from headwater.actors.packaged import Packaged
from headwater.actors.settings import Settings
from headwater.kernel.settings import load
from headwater.kernel.trace import log

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from headwater.kernel.environment import Given
    from headwater.kernel.inventory import Inventory

LATEST = 4.9  # seconds after a signal when the process ends, come what may; five are promised


def run(given: dict[str, Given], address: Address) -> int:
    """Serve what the package and the settings offer; the exit code."""
    settings = load(Settings, given)
    lists = Lists.load(given)
    return serve_forever(settings, Packaged(lists), lists, address)


def serve_forever(settings: Settings, inventory: Inventory, lists: Lists, address: Address) -> int:
    """Serve until SIGTERM or SIGINT; where, is said on standard error."""
    _log_libraries()
    listener, chosen = listen(address)

    def ready() -> None:
        log("serving", url=chosen.url)

    return trio.run(_serve, settings, inventory, lists, listener, ready)


async def _serve(
    settings: Settings,
    inventory: Inventory,
    lists: Lists,
    listener: socket.socket,
    ready: Callable[[], None],
) -> int:
    stop = trio.Event()
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:

        async def stop_on_signal() -> None:
            async for _ in signals:
                _leave_in_time()
                stop.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(stop_on_signal)
            code = await serve(settings, inventory, lists, listener, stop, ready=ready)
            nursery.cancel_scope.cancel()
    return code


def _leave_in_time() -> None:
    """Hypercorn does not interrupt a write, so a client that stopped reading could hold us."""
    timer = threading.Timer(LATEST, os._exit, (0,))
    timer.daemon = True
    timer.start()


class _Records(logging.Handler):
    """
    What libraries report, in our form.

    Their messages are left out, because they may repeat what a caller sent; the place in their
    source says as much.
    """

    def emit(self, record: logging.LogRecord) -> None:
        place = f"{record.name}:{record.funcName}:{record.lineno}"
        error = record.exc_info[1] if record.exc_info else None
        lines = {"traceback": "".join(traceback.format_exception(error))} if error else {}
        log("library", place=place, level=record.levelname.lower(), **lines)


def _log_libraries() -> None:
    logging.basicConfig(handlers=[_Records()], level=logging.WARNING)
