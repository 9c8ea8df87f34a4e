from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import trio
import trio.testing
from support.office import DOCX, docx, paragraph

from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, PageStart
from headwater.actors.readers.reader import Given
from headwater.actors.resources.documents import limits
from headwater.actors.resources.documents.child import encoded
from headwater.actors.resources.documents.frames import Outcome
from headwater.actors.resources.documents.pool import Documents

GOOD = Given(docx(paragraph("The river rose in spring.")), DOCX)
BROKEN = Given(docx(paragraph("x"))[:200], DOCX)


@pytest.fixture
async def documents() -> AsyncIterator[Documents]:
    pool = Documents(most=1)
    yield pool
    await pool.close()


def process_of(pool: Documents) -> int:
    return pool._idle[0][0].pid


@pytest.mark.slow
async def test_a_document_is_read_elsewhere_and_the_process_is_kept(documents: Documents) -> None:
    first = await documents.read(GOOD)
    pid = process_of(documents)
    assert first.text == "The river rose in spring.\n"
    assert (await documents.read(GOOD)).text == first.text
    assert process_of(documents) == pid != os.getpid()


@pytest.mark.slow
async def test_a_fault_comes_back_as_itself_and_the_process_goes_on(documents: Documents) -> None:
    with pytest.raises(Unreadable) as caught:
        await documents.read(BROKEN)
    assert caught.value.reason == "broken"
    assert (await documents.read(GOOD)).text


@pytest.mark.slow
async def test_a_process_that_dies_costs_one_document(documents: Documents) -> None:
    await documents.read(GOOD)
    os.kill(process_of(documents), signal.SIGKILL)
    assert (await documents.read(GOOD)).text


@pytest.mark.slow
async def test_a_reader_that_leaves_ends_the_work(documents: Documents) -> None:
    await documents.read(GOOD)
    pid = process_of(documents)
    os.kill(pid, signal.SIGSTOP)  # as a parser that never comes back
    async with trio.open_nursery() as nursery:
        nursery.start_soon(documents.read, GOOD)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
async def test_what_takes_too_long_is_stopped_and_said() -> None:
    pool = Documents(most=1)
    await pool.read(GOOD)
    os.kill(process_of(pool), signal.SIGSTOP)
    pool._seconds = 0.05
    with pytest.raises(Unreadable, match="stopped") as caught:
        await pool.read(GOOD)
    assert caught.value.reason == "too_large"
    await pool.close()


@pytest.mark.slow
async def test_the_process_knows_no_key(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EXA_API_KEY", "c4n4ry")
    await documents.read(GOOD)
    environment = trio.Path(f"/proc/{process_of(documents)}/environ")
    assert b"c4n4ry" not in await environment.read_bytes()


async def test_nothing_is_started_before_it_is_needed() -> None:
    assert Documents()._idle == []


def test_half_characters_do_not_stop_an_answer() -> None:
    answer = encoded(Outcome(Document("a\ud800b", "pdf", pages=(PageStart(1, 0, "\udfff"),))))
    found = msgspec.msgpack.decode(answer, type=Outcome).document
    assert found is not None
    assert (found.text, found.pages[0].label) == ("a?b", "?")


def test_while_a_document_is_read_no_file_and_no_connection_can_be_opened() -> None:
    with limits.confined(0), pytest.raises(OSError, match="Too many open files"):
        Path("/etc/hostname").read_text()
    assert Path("/proc/self/stat").read_text()


def test_memory_beyond_the_room_is_refused() -> None:
    with limits.confined(0), pytest.raises(MemoryError):
        bytearray(limits.ROOM * 2)
    assert bytearray(limits.ROOM)
