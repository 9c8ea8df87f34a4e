"""What a step of a research session costs, from the first to the two-hundredth."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from headwater.benchmarks import peers
from headwater.benchmarks.case import Case, Chart, Measured, Plan, Series
from headwater.benchmarks.client import SERVE, Call, Client, started

STEPS = 200  # as many as a session may have
WINDOW = 20  # steps that a point of the curve stands for
TEXT = "Compare the gauges with the record of the year before, and note where they depart. " * 6


def _take(client: Client, steps: int) -> list[float]:
    """Seconds of each step of one session, from its line sent to its answer's line received."""
    first = {"searchStep": TEXT, "stepNumber": 1, "nextStepNeeded": True, "researchGoal": "Flow"}
    begun = time.perf_counter()
    result = client.request("tools/call", {"name": "sequential_search", "arguments": first})
    spent = time.perf_counter() - begun
    identity = result["structuredContent"]["sessionId"]
    step = {"searchStep": TEXT, "nextStepNeeded": True, "sessionId": identity}
    rest = [
        Call({**step, "stepNumber": number}, b'currentStep":%d' % number)
        for number in range(2, steps + 1)
    ]
    load = client.many("sequential_search", rest, 1)
    recalled = {"name": "get_research_session", "arguments": {"sessionId": identity}}
    found = client.request("tools/call", recalled)
    assert found["structuredContent"]["stepCount"] == steps
    return [spent, *load.latencies]


def _sessions(command: Sequence[str], sessions: int) -> list[float]:
    """The median of each step over a few sessions."""
    with started(command) as client:
        rounds = [_take(client, STEPS) for _ in range(sessions)]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def _synced_files(turns: int) -> float:
    """The floor: a file of the step's size, synced."""
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(turns):
            begun = time.perf_counter()
            descriptor = os.open(Path(folder) / str(number), os.O_WRONLY | os.O_CREAT, 0o600)
            os.write(descriptor, TEXT.encode())
            os.fsync(descriptor)
            os.close(descriptor)
            spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def _curve(name: str, spent: Sequence[float]) -> Series:
    points = [
        (float(end), statistics.median(spent[end - WINDOW : end]) * 1000)
        for end in range(WINDOW, STEPS + 1, WINDOW)
    ]
    return Series(name, tuple(points))


def step(plan: Plan) -> Measured:
    """A step as a client sees it, and how that grows with the session."""
    sessions = plan.times(5, 1)
    ours = _sessions(SERVE, sessions)
    others = peers.beside(
        plan, [peers.RESEARCHER], lambda peer: _sessions(peer.command(), sessions)
    )
    every = {"headwater": ours, **others.found}
    curves = tuple(_curve(name, spent) for name, spent in every.items())
    chart = Chart("A step of a session", "step", "ms", curves, better="flat")
    growth = statistics.median(ours[-WINDOW:]) / statistics.median(ours[:WINDOW])
    return Measured(
        statistics.median(ours),
        _synced_files(100),
        "a synced file",
        peers={name: statistics.median(spent) for name, spent in others.found.items()},
        left_out=others.left_out,
        charts=(chart,),
        note=f"the last {WINDOW} steps take {growth:.2f} times the first {WINDOW}",
    )


def growth(plan: Plan) -> Measured:
    """The last steps beside the first: the same cost, however long the session is."""
    spent = _sessions(SERVE, plan.times(5, 1))
    return Measured(
        statistics.median(spent[-WINDOW:]),
        statistics.median(spent[:WINDOW]),
        f"its first {WINDOW} steps",
    )


def cases(plan: Plan) -> list[Case]:
    """A step, and the curve of two hundred."""
    return [
        Case("sessions/step", "one of 200 steps, synced before it is answered", lambda: step(plan)),
        Case("sessions/growth", "the last 20 of 200 steps", lambda: growth(plan)),
    ]
