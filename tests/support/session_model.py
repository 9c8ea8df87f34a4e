"""A session in the plainest words, and another process that keeps sessions on the same store."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import trio
from support.sessions import Desk, Wall
from support.shelves import environment

from headwater.actors.messages.sessions import (
    RecallSession,
    RecordFindings,
    RemoveSession,
    Session,
    SessionGone,
    SessionRemoved,
    Step,
    StepTaken,
    TakeStep,
)
from headwater.kernel.faults import BadInput

MOST_STEPS = 6
PER_OWNER = 3
TTL = 1000.0
LIMITS: dict[str, Any] = {"ttl": TTL, "most_steps": MOST_STEPS, "per_owner": PER_OWNER}

Told = TakeStep | RecallSession | RecordFindings | RemoveSession
_KINDS: dict[str, tuple[type[Told], type[Any]]] = {
    "TakeStep": (TakeStep, StepTaken),
    "RecallSession": (RecallSession, Session),
    "RecordFindings": (RecordFindings, Session),
    "RemoveSession": (RemoveSession, SessionRemoved),
}


class Model:
    """What a session is, in the plainest words: a list, a few sets, and a time."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self.sources: dict[str, int] = {}  # the step that named each, 0 where none did
        self.outcomes = 0
        self.open: dict[str, str] = {}  # words by gap id
        self.gaps = 0
        self.used = 0.0

    def refuses(self, step: dict[str, Any]) -> bool:
        known = {taken["number"] for taken in self.steps}
        return any(step.get(name, 0) not in {0, *known} for name in ("revises", "branch_from"))

    def take(self, step: dict[str, Any], now: float) -> None:
        self.used = now
        self.steps.append(step)
        gap = step.get("gap")
        if gap and gap not in self.open.values():
            self.gaps += 1
            self.open[f"gap-{self.gaps}"] = gap
        resolved = step.get("resolves")
        for identity, words in list(self.open.items()):
            if resolved in {identity, words}:
                del self.open[identity]
                break
        for url in step.get("sources", ()):
            self.sources[url] = self.sources.get(url) or step["number"]

    def last(self, name: str, otherwise: Any) -> Any:
        """What was said of it last."""
        said = [step[name] for step in self.steps if name in step]
        return said[-1] if said else otherwise

    def check(self, session: Session) -> None:
        taken = [msgspec.structs.replace(step, at=0.0) for step in session.steps]
        assert taken == [step_of(step) for step in self.steps]
        assert session.goal == self.last("goal", "look")
        assert session.summary == self.last("summary", "")
        assert session.estimate == self.last("estimate", 0)
        assert {source.url: source.step for source in session.sources} == self.sources
        assert session.last_used == self.used
        assert len(session.outcomes) == self.outcomes
        assert {gap.id: gap.description for gap in session.gaps if not gap.resolved} == self.open
        revised = {step["revises"]: step["number"] for step in self.steps if "revises" in step}
        assert session.superseded == revised
        assert bool(session.completed) == (not self.steps[-1].get("next_step_needed", True))
        assert session.lost == 0


def step_of(fields: dict[str, Any]) -> Step:
    """A step with what was said of it."""
    return Step(**{"description": "look", "next_step_needed": True, **fields})


async def tell(desk: Desk, message: Told) -> Any:
    """The answer of the actor."""
    if isinstance(message, TakeStep):
        return await desk.actor.take(message)
    if isinstance(message, RecallSession):
        return await desk.actor.recall(message)
    if isinstance(message, RecordFindings):
        return await desk.actor.record(message)
    return await desk.actor.remove(message)


class Other:
    """An actor in a process of its own; messages go as lines of JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def tell(self, message: Told, home: Path, now: float) -> Any:
        """The answer of the actor, on the store in that folder and at that time."""
        assert self.process.stdin
        assert self.process.stdout
        name = type(message).__name__
        line = {"kind": name, "home": str(home), "now": now, "body": msgspec.to_builtins(message)}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if fault := answer.get("fault"):
            raise SessionGone(1.0) if fault == "SessionGone" else BadInput("", "")
        return msgspec.convert(answer["ok"], _KINDS[name][1], str_keys=True)


@contextmanager
def another() -> Iterator[Other]:
    """A process that ends with the block."""
    with subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        try:
            yield Other(process)
        finally:
            assert process.stdin
            process.stdin.close()


async def serve() -> None:
    """What the other process does: one store at a time, the last one named."""
    clock = Wall()
    homes: dict[str, Desk] = {}
    while line := await trio.to_thread.run_sync(sys.stdin.readline):
        told = json.loads(line)
        clock.now = told["now"]
        if told["home"] not in homes:
            for desk in homes.values():
                desk.close()
            homes = {told["home"]: Desk(Path(told["home"]), clock, **LIMITS)}
        message = msgspec.convert(told["body"], _KINDS[told["kind"]][0])
        try:
            answer = {"ok": msgspec.to_builtins(await tell(homes[told["home"]], message))}
        except (SessionGone, BadInput) as fault:
            answer = {"fault": type(fault).__name__}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    trio.run(serve)
