from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock

from headwater.actors.desk import QuietDesk
from headwater.kernel.faults import Fault
from headwater.kernel.kernel import running


class Scripted:
    """Attempts that take their time, and remember when they began."""

    def __init__(self, clock: MockClock) -> None:
        self.clock = clock
        self.began: list[tuple[str, float]] = []
        self.dropped: list[str] = []

    def attempt(self, name: str, seconds: float, outcome: str) -> Callable[[], Awaitable[str]]:
        async def run() -> str:
            self.began.append((name, self.clock.current_time()))
            try:
                await trio.sleep(seconds)
            except trio.Cancelled:
                self.dropped.append(name)
                raise
            if outcome == "fault":
                raise Fault(name)
            return outcome

        return run


def is_good(answer: str) -> bool:
    return answer == "good"


@pytest.mark.parametrize("patience", [float("inf"), 100.0])
async def test_one_after_another_until_one_is_good(
    autojump_clock: MockClock, patience: float
) -> None:
    script = Scripted(autojump_clock)
    attempts = [
        script.attempt("a", 1, "fault"),
        script.attempt("b", 1, "empty"),
        script.attempt("c", 1, "good"),
        script.attempt("d", 1, "good"),
    ]
    async with running([]) as kernel:
        came = await QuietDesk(kernel).race(attempts, is_good, patience=patience)
    assert isinstance(came[0], Fault)
    assert came[1:] == ["empty", "good", None]
    assert [moment for _, moment in script.began] == pytest.approx([0.0, 1.0, 2.0])


async def test_a_slow_one_gets_company_and_is_dropped_when_the_other_is_good(
    autojump_clock: MockClock,
) -> None:
    script = Scripted(autojump_clock)
    attempts = [script.attempt("a", 60, "good"), script.attempt("b", 1, "good")]
    async with running([]) as kernel:
        came = await QuietDesk(kernel).race(attempts, is_good, patience=0.5)
    assert came == [None, "good"]
    assert script.dropped == ["a"]
    assert autojump_clock.current_time() == pytest.approx(1.5)


async def test_nobody_new_is_asked_when_time_is_up(
    autojump_clock: MockClock,
) -> None:
    script = Scripted(autojump_clock)
    attempts = [script.attempt(name, 8, "fault") for name in "abcdefgh"]
    async with running([]) as kernel:
        came = await QuietDesk(kernel).race(attempts, is_good, within=40.0)
    assert [name for name, _ in script.began] == list("abcde")
    assert came[5:] == [None, None, None]
