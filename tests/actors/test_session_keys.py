"""Sessions while the key of the store is changed."""

from __future__ import annotations

from pathlib import Path

from support.sessions import Wall

from headwater.actors.messages.sessions import SOLE, RecallSession, Step, TakeStep
from headwater.actors.resources.store.store import Store
from headwater.actors.resources.trails import TABLE
from headwater.actors.session import Sessions

OLD, NEW = "11" * 32, "22" * 32
TTL = 1000.0


def opened(home: Path, clock: Wall, key: str, previous: str = "") -> tuple[Store, Sessions]:
    store = Store(str(home), key=key, previous=previous, clock=clock, idle={TABLE: TTL})
    return store, Sessions(store=store, clock=clock, ttl=TTL)


async def take(actor: Sessions, identity: str, number: int) -> str:
    step = Step(number=number, description=f"step {number}", next_step_needed=True)
    taken = await actor.take(TakeStep(owner=SOLE, id=identity, step=step))
    return taken.session.id


async def test_a_session_goes_on_under_a_new_key_and_ends_as_a_whole(tmp_path: Path) -> None:
    clock = Wall()
    store, actor = opened(tmp_path, clock, OLD)
    identity = await take(actor, "", 1)
    await take(actor, identity, 2)
    store.close()

    clock.now += TTL * 0.9
    store, actor = opened(tmp_path, clock, NEW, OLD)
    await take(actor, identity, 3)
    clock.now += TTL * 0.5  # the first two are older than a session may be, the third is not
    store.shelves[1].open().sweep()
    store.close()

    store, actor = opened(tmp_path, clock, NEW, OLD)
    session = await actor.recall(RecallSession(owner=SOLE, id=identity))
    assert [step.number for step in session.steps] == [1, 2, 3]
    assert session.lost == 0
    clock.now += TTL * 2
    opening = store.shelves[1].open()
    while opening.tidy():
        pass
    opening.sweep()
    assert not store.shelves[1].scan(TABLE)
    store.close()
