"""Opens the door and closes it: hypercorn, the session manager and the service behind them."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import hypercorn.trio
import trio
from hypercorn.config import Config
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from headwater.actors.doors.http.front import Front, server_for
from headwater.actors.doors.http.gate import BODY, Gate
from headwater.actors.service import serving

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from headwater.actors.doors.mcp.lists import Lists
    from headwater.actors.settings import Settings
    from headwater.kernel.inventory import Inventory
    from headwater.kernel.kernel import Kernel

SESSIONS = 128  # at once; a client has one
IDLE = 1800.0  # seconds without a request or a stream after which a session ends
DRAIN = 4.0  # seconds for what is under way at the end; five are promised, and leaving takes time
LEAVE = 0.5  # seconds for connections to close after that
HEADERS = 16 * 1024  # bytes of a request's head
PAUSE = 5.0  # seconds a connection may be open without a request, or take to send a head


async def serve(
    settings: Settings,
    inventory: Inventory,
    lists: Lists,
    listener: socket.socket,
    stop: trio.Event,
    *,
    ready: Callable[[], None] = lambda: None,
) -> int:
    """Serve until `stop` is set, then finish what is under way; the exit code."""
    async with serving(settings, inventory) as service, trio.open_nursery() as nursery:
        front = Front(lists, service.methods, nursery, output_schemas=settings.output_schemas)
        manager = StreamableHTTPSessionManager(
            server_for(front, lists),
            max_sessions=SESSIONS,
            session_idle_timeout=IDLE,
            max_request_body_size=BODY,
        )
        gate = Gate(manager.handle_request)
        stopping = trio.Event()
        async with manager.run():
            start = partial(hypercorn.trio.serve, shutdown_trigger=stopping.wait)
            await nursery.start(start, cast("Any", gate), _configuration(listener))
            ready()
            await _until(stop, service.kernel)
            stopping.set()
            service.methods.watchers.close()
            await gate.drain(DRAIN)
        return 1 if service.kernel.stopped else 0


async def _until(stop: trio.Event, kernel: Kernel) -> None:
    """Wait until we are told to stop, or the kernel gives up."""
    async with trio.open_nursery() as nursery:

        async def give_up() -> None:
            await kernel.ended.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(give_up)
        await stop.wait()
        nursery.cancel_scope.cancel()


def _configuration(listener: socket.socket) -> Config:
    config = Config()
    config.bind = [f"fd://{listener.detach()}"]
    config.errorlog = logging.getLogger("hypercorn.error")  # ours to format, not hypercorn's
    config.include_server_header = False
    config.h11_max_incomplete_size = HEADERS
    config.h2_max_header_list_size = HEADERS
    config.keep_alive_timeout = PAUSE
    config.graceful_timeout = DRAIN + LEAVE
    return config
