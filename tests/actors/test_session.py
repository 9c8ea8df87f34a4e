from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from support.sessions import HOUR, Desk, Wall

from headwater.actors.domain.session import events
from headwater.actors.messages.sessions import (
    SOLE,
    ListSessions,
    Outcome,
    Owner,
    RecallSession,
    RecordFindings,
    RemoveSession,
    Session,
    SessionDamaged,
    SessionGone,
    Source,
)
from headwater.actors.resources.trails import TABLE
from headwater.kernel.faults import BadInput

OTHER = Owner(tenant="local", user="someone else")


@pytest.fixture
def clock() -> Wall:
    return Wall()


@pytest.fixture
def one(tmp_path: Path, clock: Wall) -> Iterator[Desk]:
    desk = Desk(tmp_path, clock)
    yield desk
    desk.close()


@pytest.fixture
def other(one: Desk) -> Desk:
    """As another process on the store is: it knows nothing but what is written."""
    return Desk(one.store, one.clock)


async def recall(desk: Desk, identity: str, owner: Owner = SOLE) -> Session:
    return await desk.actor.recall(RecallSession(owner=owner, id=identity))


async def test_a_session_is_read_as_it_was_written(one: Desk) -> None:
    begun = await one.begin(goal="rivers", gap="where they end", estimate=3, summary="so far")
    taken = await one.step(begun.id, 2, branch="b", branch_from=1, resolves="GAP-1")
    session = await recall(one, begun.id)
    assert session == taken.session
    assert session.goal == "rivers"
    assert [step.number for step in session.steps] == [1, 2]
    assert session.gaps[0].resolved == 2
    assert (session.estimate, session.summary, session.started) == (3, "so far", one.clock.now)


async def test_a_restart_loses_nothing(tmp_path: Path, one: Desk) -> None:
    begun = await one.begin(goal="rivers")
    source = Source(url="https://a.test/", title="A")
    findings = RecordFindings(SOLE, begun.id, (source,), (Outcome(tool="t", kind="blocked"),))
    before = await one.actor.record(findings)
    one.close()
    again = Desk(tmp_path, one.clock)
    assert await recall(again, begun.id) == before
    again.close()


async def test_two_processes_see_each_others_steps_at_once(one: Desk, other: Desk) -> None:
    begun = await one.begin()
    await other.step(begun.id, 2)
    assert len((await recall(one, begun.id)).steps) == 2
    await other.step(begun.id, 3)
    taken = await one.step(begun.id, 4)
    assert [step.number for step in taken.session.steps] == [1, 2, 3, 4]
    assert await recall(other, begun.id) == taken.session


async def test_a_step_may_refer_to_one_that_another_process_took(one: Desk, other: Desk) -> None:
    begun = await one.begin()
    await other.step(begun.id, 2)
    taken = await one.step(begun.id, 3, revises=2)
    assert taken.session.superseded == {2: 3}


async def test_steps_taken_at_once_are_all_kept(one: Desk) -> None:
    begun = await one.begin()
    async with trio.open_nursery() as nursery:
        for number in range(2, 22):
            nursery.start_soon(one.step, begun.id, number)
    session = await recall(one, begun.id)
    assert {step.number for step in session.steps} == set(range(1, 22))


async def test_the_limit_of_steps_is_exact_however_many_write_at_once(
    tmp_path: Path, clock: Wall
) -> None:
    one = Desk(tmp_path, clock, most_steps=12)
    other = Desk(one.store, clock, most_steps=12)
    begun = await one.begin()
    await other.actor.record(RecordFindings(SOLE, begun.id, (Source(url="https://a.test/"),)))
    taken: list[bool] = []

    async def step(desk: Desk, number: int) -> None:
        taken.append((await desk.step(begun.id, number)).recorded)

    async with trio.open_nursery() as nursery:
        for number in range(2, 17):
            nursery.start_soon(step, one, number)
            nursery.start_soon(step, other, number)
    assert sum(taken) == 11
    assert len((await recall(one, begun.id)).steps) == 12
    one.close()


async def test_a_session_ends_after_four_hours_without_use(one: Desk) -> None:
    begun = await one.begin()
    one.clock.now += 4 * HOUR - 1
    await one.step(begun.id, 2)
    one.clock.now += 4 * HOUR
    with pytest.raises(SessionGone, match="Sessions last 4 hours from last activity"):
        await one.step(begun.id, 3)
    with pytest.raises(SessionGone):
        await recall(one, begun.id)


async def test_looking_at_a_session_keeps_it_alive_in_every_process(one: Desk, other: Desk) -> None:
    begun = await one.begin()
    for _ in range(3):
        one.clock.now += 3 * HOUR
        await recall(other, begun.id)
    one.clock.now += 3 * HOUR
    assert len((await one.step(begun.id, 2)).session.steps) == 2


async def test_what_has_ended_is_swept_from_the_disk_whole(one: Desk) -> None:
    old, young = await one.begin(), await one.begin()
    await one.step(old.id, 2)
    one.clock.now += 3 * HOUR
    await one.step(young.id, 2)
    one.clock.now += 2 * HOUR
    _, shelf = one.store.shelves
    assert shelf.open().sweep() == 2
    kept = [events.decode(named.first.payload) for named in shelf.names(TABLE)]
    assert [event.id for event in kept if isinstance(event, events.Begun)] == [young.id]
    assert len(shelf.scan(TABLE)) == 2


async def test_an_id_opens_nothing_for_somebody_else(one: Desk) -> None:
    begun = await one.begin()
    for attempt in (
        lambda: recall(one, begun.id, OTHER),
        lambda: one.step(begun.id, 2, OTHER),
        lambda: one.actor.record(RecordFindings(OTHER, begun.id)),
        lambda: one.actor.remove(RemoveSession(OTHER, begun.id)),
    ):
        with pytest.raises(SessionGone):
            await attempt()
    assert len((await recall(one, begun.id)).steps) == 1


async def test_the_session_used_longest_ago_makes_room(tmp_path: Path, clock: Wall) -> None:
    desk = Desk(tmp_path, clock, per_owner=3)
    kept = []
    for _ in range(3):
        clock.now += 1
        kept.append((await desk.begin()).id)
    strangers = await desk.begin(OTHER)
    clock.now += 1
    await desk.step(kept[0], 2)
    clock.now += 1
    newest = (await desk.begin()).id
    listed = await desk.actor.list_all(ListSessions(SOLE))
    assert [entry.id for entry in listed.sessions] == [newest, kept[0], kept[2]]
    with pytest.raises(SessionGone):
        await desk.step(kept[1], 2)
    assert (await recall(desk, strangers.id, OTHER)).id == strangers.id
    assert len((await desk.actor.list_all(ListSessions(None))).sessions) == 4
    desk.close()


async def test_a_session_that_left_is_not_revived_by_a_late_step(one: Desk, other: Desk) -> None:
    begun = await one.begin()
    await recall(other, begun.id)
    await one.actor.remove(RemoveSession(SOLE, begun.id))
    for attempt in (
        lambda: other.step(begun.id, 2),
        lambda: recall(other, begun.id),
        lambda: other.actor.record(RecordFindings(SOLE, begun.id)),
    ):
        with pytest.raises(SessionGone):
            await attempt()
    assert not one.store.shelves[1].scan(TABLE)


async def test_a_full_session_takes_no_more_steps_and_says_so(tmp_path: Path, clock: Wall) -> None:
    desk = Desk(tmp_path, clock, most_steps=2)
    begun = await desk.begin()
    last = await desk.step(begun.id, 2)
    assert last.recorded
    assert "last of 2 steps" in last.notes[0]
    over = await desk.step(begun.id, 3)
    assert not over.recorded
    assert "not recorded" in over.notes[0]
    assert len((await recall(desk, begun.id)).steps) == 2
    desk.close()


async def test_step_one_with_an_unknown_id_begins_anew_and_says_so(one: Desk) -> None:
    taken = await one.step("lost", 1)
    assert taken.session.id != "lost"
    assert "this is a new one" in taken.notes[0]
    with pytest.raises(SessionGone):
        await one.step("lost", 2)


@pytest.mark.parametrize("field", ["revises", "branch_from"])
async def test_a_step_cannot_refer_to_one_that_was_never_taken(one: Desk, field: str) -> None:
    refers: dict[str, Any] = {field: 7}
    begun = await one.begin()
    with pytest.raises(BadInput, match=r"there is no step 7\. Accepted: a step from 1 to 1"):
        await one.step(begun.id, 2, **refers)
    with pytest.raises(BadInput, match="nothing at the first step"):
        await one.begin(**refers)
    assert len((await recall(one, begun.id)).steps) == 1


async def test_damaged_records_are_counted_and_the_rest_is_readable(one: Desk) -> None:
    begun, ruined = await one.begin(), await one.begin()
    await one.step(begun.id, 2)
    await one.step(begun.id, 3)
    _spoil(one, begun.id, 2)
    _spoil(one, ruined.id, 1)
    again = Desk(one.store, one.clock)
    session = await recall(again, begun.id)
    assert [step.number for step in session.steps] == [1, 3]
    assert session.lost == 1
    assert [step.number for step in (await again.step(begun.id, 4)).session.steps] == [1, 3, 4]
    with pytest.raises(SessionDamaged):
        await recall(again, ruined.id)


def _spoil(desk: Desk, identity: str, number: int) -> None:
    """Change the last byte of a record on the disk."""
    opened = desk.store.shelves[1].open()
    records = opened.records

    def change(transaction: object) -> None:
        found = records.find_since(transaction, TABLE, f"local/local/{identity}", number)  # type: ignore[arg-type]  # as LMDB gives it
        key, value = found[0]
        transaction.put(key, value[:-1] + bytes([value[-1] ^ 1]), db=records.trees[b"records"])  # type: ignore[attr-defined]

    opened.environment.write(change)
