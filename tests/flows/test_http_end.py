"""How the HTTP door closes."""

from __future__ import annotations

import signal
import socket
from typing import Any

import pytest
import trio
from msgspec import Struct
from support.door import STATELESS, open_door, stateless_request, status
from support.fixture_server import fixture_server
from support.tools import Nothing
from trio.testing import MockClock

from headwater.actors.doors.http import door as doors
from headwater.kernel.tool import Desk, Tool

pytestmark = pytest.mark.slow  # the first import of the protocol package takes a second


class Done(Struct, frozen=True):
    value: str


def lingering(entered: trio.Event, leave: trio.Event) -> Tool:
    """A tool that says when it runs, and runs until it is told to end."""

    async def linger(_: Nothing, __: Desk) -> Done:
        entered.set()
        await leave.wait()
        return Done("done")

    return Tool(
        name="linger", family="test", summary="Waits.", takes=Nothing, gives=Done, run=linger
    )


async def test_what_is_under_way_at_the_end_is_answered_and_nothing_new_begins() -> None:
    entered, leave = trio.Event(), trio.Event()
    async with open_door(lingering(entered, leave)) as door:
        client = door.client(STATELESS)
        async with await door.connect() as idle, trio.open_nursery() as nursery:
            answers: list[dict[str, Any]] = []

            async def call() -> None:
                answers.append(await client.request("tools/call", name="linger"))

            nursery.start_soon(call)
            await entered.wait()
            door.stop.set()
            assert await idle.receive_some() == b""  # connections without a request end at once
            with pytest.raises(OSError, match="connect"):
                await door.connect()
            leave.set()
    assert answers[0]["result"]["structuredContent"]["value"] == "done"
    assert door.exit_code == 0


@pytest.mark.parametrize("revision", ["2025-11-25", STATELESS])
async def test_a_call_that_does_not_end_is_told_that_the_server_does(
    revision: str, mock_clock: MockClock
) -> None:
    entered = trio.Event()
    async with open_door(lingering(entered, trio.Event())) as door:
        client = door.client(revision)
        if revision != STATELESS:
            await client.shake_hands()
        async with trio.open_nursery() as nursery:
            answers: list[dict[str, Any]] = []

            async def call() -> None:
                answers.append(await client.request("tools/call", name="linger"))

            nursery.start_soon(call)
            await entered.wait()
            door.stop.set()
            await trio.testing.wait_all_tasks_blocked(0.05)
            assert answers == []
            mock_clock.jump(doors.DRAIN)
    assert "shutting down" in answers[0]["error"]["message"]
    assert door.exit_code == 0


async def test_standing_streams_do_not_delay_the_end(mock_clock: MockClock) -> None:
    async with open_door() as door:
        client = door.client()
        await client.shake_hands()
        async with client.standing() as news:
            door.stop.set()
            assert [message async for message in news] == []
        assert mock_clock.current_time() == 0.0


async def test_a_connection_is_closed_when_it_idles(mock_clock: MockClock) -> None:
    """Also after an answer, which is where the package and hypercorn could disagree."""
    async with open_door() as door, await door.connect() as stream:
        await stream.send_all(stateless_request("server/discover"))
        assert await status(stream) == 200
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(doors.PAUSE + 1)
        while await stream.receive_some():
            pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_in_peace(number: signal.Signals) -> None:
    with fixture_server() as server:
        assert server.terminate(number) == 0


def test_a_client_that_does_not_read_cannot_hold_the_process() -> None:
    """Hypercorn would wait for it, however long it takes."""
    with fixture_server() as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(stateless_request("tools/call", "say_much"))
        assert client.recv(1)
        assert server.terminate() == 0
