"""
Sessions against a model: steps, branches, revisions, findings, evictions, time, restarts and
several processes in any order.

One process is really another one. Here, two actors on one store stand for two more: each knows
nothing of the other but what is written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.session_model import (
    LIMITS,
    MOST_STEPS,
    PER_OWNER,
    TTL,
    Model,
    Other,
    Told,
    another,
    step_of,
    tell,
)
from support.sessions import Desk, Wall

from headwater.actors.messages.sessions import (
    SOLE,
    Outcome,
    RecallSession,
    RecordFindings,
    RemoveSession,
    SessionGone,
    Source,
    TakeStep,
)
from headwater.kernel.faults import BadInput

WORKERS = 3  # two actors on a store here, and another process

_WORDS: dict[str, st.SearchStrategy[Any]] = {
    "branch": st.sampled_from(["a", "b"]),
    "gap": st.sampled_from(["why", "where"]),
    "resolves": st.sampled_from(["why", "gap-1"]),
    "sources": st.sampled_from([("https://a.test/",), ("https://3.test/", "https://b.test/")]),
    "next_step_needed": st.booleans(),
    "goal": st.sampled_from(["rivers", "lakes"]),
    "summary": st.sampled_from(["so far", "since then"]),
    "estimate": st.integers(2, 4),
}
_PLACES = {"revises": st.sampled_from([1, 1, 2, 4]), "branch_from": st.integers(1, 4)}
_FIRST = st.fixed_dictionaries({}, optional=_WORDS)
_LATER = st.fixed_dictionaries({}, optional=_WORDS | _PLACES)
_NOTHING: st.SearchStrategy[dict[str, Any]] = st.just({})
_WHO = st.integers(0, WORKERS - 1)
_WHICH = st.sampled_from([0, 0, 0, 1, 2, 3])  # of the sessions begun so far, from the last
_STEP = st.tuples(st.just("step"), _WHO, _WHICH, _LATER)
_BEGIN = st.tuples(st.just("begin"), _WHO, st.just(0), _FIRST)
_OTHER = {
    "find": st.tuples(st.just("find"), _WHO, _WHICH, _NOTHING),
    "recall": st.tuples(st.just("recall"), _WHO, _WHICH, _NOTHING),
    "begin": _BEGIN,
    "begin wrongly": st.tuples(st.just("begin"), _WHO, st.just(0), _LATER),
    "remove": st.tuples(st.just("remove"), _WHO, _WHICH, _NOTHING),
    "wait": st.tuples(st.just("wait"), _WHO, st.sampled_from([1, 100, 700, 1100]), _NOTHING),
    "restart": st.tuples(st.just("restart"), _WHO, st.just(0), _NOTHING),
}
_OFTEN = ["step"] * 8 + ["find", "recall", "wait"] * 2 + ["begin"] * 2  # as research goes
_ACTION = st.sampled_from([*_OFTEN, *_OTHER]).flatmap(lambda name: _OTHER.get(name, _STEP))
ACTIONS = st.builds(
    lambda first, rest: [first, *rest], _BEGIN, st.lists(_ACTION, min_size=20, max_size=40)
)


class World:
    """The processes, the model, and the clock that all of them share."""

    def __init__(self, home: Path, clock: Wall, other: Other) -> None:
        self.home = home
        self.clock = clock
        self.other = other
        self.models: dict[str, Model] = {}
        self.begun: list[str] = []
        self._open()

    def _open(self) -> None:
        first = Desk(self.home, self.clock, **LIMITS)
        self.desks = [first, Desk(first.store, self.clock, **LIMITS)]

    def restart(self) -> None:
        self.desks[0].close()
        self._open()

    def living(self) -> list[str]:
        """Ids, the last used first."""
        alive = {
            identity: model
            for identity, model in self.models.items()
            if self.clock.now - model.used < TTL
        }
        return sorted(alive, key=lambda identity: -alive[identity].used)

    async def ask(self, who: int, message: Told) -> Any:
        if who < len(self.desks):
            return await tell(self.desks[who], message)
        now = self.clock.now
        return await trio.to_thread.run_sync(self.other.tell, message, self.home, now)

    async def act(self, name: str, who: int, which: int, step: dict[str, Any]) -> None:
        self.clock.now += 1  # no two things happen at once
        if name == "wait":
            self.clock.now += which
        elif name == "restart":
            self.restart()
        elif name == "begin":
            await self.begin(who, step)
        elif self.begun:
            await self.work(name, who, self.begun[-1 - which % len(self.begun)], step)

    async def begin(self, who: int, step: dict[str, Any]) -> None:
        step = {**step, "number": 1}
        if Model().refuses(step):
            with pytest.raises(BadInput):
                await self.ask(who, TakeStep(SOLE, "", step_of(step)))
            return
        taken = await self.ask(who, TakeStep(SOLE, "", step_of(step)))
        identity = taken.session.id
        self.begun.append(identity)
        self.models[identity] = Model()
        self.models[identity].take(step, self.clock.now)
        for evicted in self.living()[PER_OWNER:]:
            del self.models[evicted]
        self.models[identity].check(taken.session)

    async def work(self, name: str, who: int, identity: str, step: dict[str, Any]) -> None:
        model = self.models.get(identity) if identity in self.living() else None
        number = 1 + (model.steps[-1]["number"] if model else 1)
        step = {**step, "number": number}
        asks: dict[str, Told] = {
            "step": TakeStep(SOLE, identity, step_of(step)),
            "find": RecordFindings(
                SOLE, identity, (Source(url=f"https://{number}.test/"),), (Outcome(tool="t"),)
            ),
            "recall": RecallSession(SOLE, identity),
            "remove": RemoveSession(SOLE, identity),
        }
        if model is None:
            if name == "remove" and identity in self.models:
                return  # ended but not swept yet: whether it is still there to be removed is open
            with pytest.raises(SessionGone):
                await self.ask(who, asks[name])
        elif name == "step" and model.refuses(step):
            with pytest.raises(BadInput):
                await self.ask(who, asks[name])
        else:
            self.learn(name, identity, model, step, await self.ask(who, asks[name]))

    def learn(
        self, name: str, identity: str, model: Model, step: dict[str, Any], answer: Any
    ) -> None:
        if name == "remove":
            del self.models[identity]
            return
        session = answer.session if name == "step" else answer
        if name == "step":
            assert answer.recorded == (len(model.steps) < MOST_STEPS)
            if answer.recorded:
                model.take(step, self.clock.now)
        elif name == "find":
            model.sources.setdefault(f"https://{step['number']}.test/", 0)
            model.outcomes += 1
            model.used = self.clock.now
        elif self.clock.now - model.used > min(60.0, TTL / 10):
            model.used = self.clock.now
        model.check(session)


@pytest.fixture(scope="module")
def other() -> Iterator[Other]:
    with another() as process:
        yield process


@pytest.mark.slow
@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to make a story shorter takes minutes
)
@given(actions=ACTIONS)
def test_sessions_behave_like_lists_that_end(
    other: Other, actions: list[tuple[str, int, int, dict[str, Any]]]
) -> None:
    async def play(home: Path) -> None:
        world = World(home, Wall(), other)
        try:
            for action in actions:
                await world.act(*action)
        finally:
            world.desks[0].close()

    with tempfile.TemporaryDirectory() as home:
        trio.run(play, Path(home))
