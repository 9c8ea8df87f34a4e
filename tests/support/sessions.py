"""Sessions for tests: a clock that is set by hand, an actor on a folder, and steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.actors.messages.sessions import SOLE, Owner, Session, Step, StepTaken, TakeStep
from headwater.actors.resources.store.store import Store
from headwater.actors.resources.trails import TABLE
from headwater.actors.session import Sessions

HOUR = 3600.0


class Wall:
    """The wall clock."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """A store, an actor on it, and short ways to use them."""

    def __init__(
        self, home: Path | Store, clock: Wall, *, ttl: float = 4 * HOUR, **limits: Any
    ) -> None:
        self.clock = clock
        self.store = (
            home if isinstance(home, Store) else Store(str(home), clock=clock, idle={TABLE: ttl})
        )
        self.actor = Sessions(store=self.store, clock=clock, ttl=ttl, **limits)

    async def begin(self, owner: Owner = SOLE, **fields: Any) -> Session:
        return (await self.step("", 1, owner, **fields)).session

    async def step(
        self, identity: str, number: int, owner: Owner = SOLE, **fields: Any
    ) -> StepTaken:
        step = Step(number=number, **{"description": f"step {number}", **fields}, **_more(fields))
        return await self.actor.take(TakeStep(owner=owner, id=identity, step=step))

    def close(self) -> None:
        self.store.close()


def _more(fields: dict[str, Any]) -> dict[str, Any]:
    return {} if "next_step_needed" in fields else {"next_step_needed": True}
