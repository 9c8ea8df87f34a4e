from __future__ import annotations

from pathlib import Path

import pytest
from support.desk import ScriptedDesk
from support.sessions import Desk, Wall

from headwater.actors.domain.session.record import record, record_fault
from headwater.actors.domain.session.trail import MOST_SOURCES
from headwater.actors.messages.faults import Blocked, StoreFull, StoreUnavailable
from headwater.actors.messages.sessions import (
    SOLE,
    Outcome,
    RecordFindings,
    SessionDamaged,
    SessionGone,
    Source,
)
from headwater.kernel.faults import Fault

SOURCE = Source(url="https://a.test/")


async def test_without_a_session_nothing_is_asked() -> None:
    desk = ScriptedDesk({})
    assert await record(desk, None, sources=[SOURCE]) == ""
    assert await record(desk, "", sources=[SOURCE]) == ""
    assert desk.asked == []


@pytest.mark.parametrize(
    "fault",
    [SessionGone(1.0), SessionDamaged(), StoreFull("no room"), StoreUnavailable("not there")],
)
async def test_what_goes_wrong_with_the_session_is_a_note(fault: Fault) -> None:
    desk = ScriptedDesk({RecordFindings: fault})
    note = await record(desk, "s", sources=[SOURCE])
    assert note == f"Not recorded in the session: {fault}"


async def test_a_failed_attempt_is_an_outcome_of_its_kind() -> None:
    desk = ScriptedDesk({RecordFindings: SessionGone(1.0)})
    await record_fault(desk, "s", "scrape_page", Blocked("no"), url="https://a.test/", provider="p")
    outcome = Outcome(tool="scrape_page", kind="blocked", url="https://a.test/", provider="p")
    assert desk.asked == [RecordFindings(SOLE, "s", (), (outcome,))]


async def test_sources_beyond_what_a_session_holds_are_counted(tmp_path: Path) -> None:
    sessions = Desk(tmp_path, Wall())
    begun = await sessions.begin()
    many = tuple(Source(url=f"https://{number}.test/") for number in range(MOST_SOURCES + 2))
    full = await sessions.actor.record(RecordFindings(SOLE, begun.id, many))
    sessions.close()
    desk = ScriptedDesk({RecordFindings: full})
    note = await record(desk, begun.id, sources=many)
    assert note == f"2 sources not recorded: the session has its {MOST_SOURCES}."
    assert await record(desk, begun.id, sources=many[:5]) == ""
