from __future__ import annotations

import math
import random

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from support.pipes import Answered, Back, Change, First, Front, News
from trio.testing import MockClock, wait_all_tasks_blocked

from headwater.kernel.actor import Policy
from headwater.kernel.faults import Broken, Fault, Interrupted, Stopped, Unexpected
from headwater.kernel.kernel import Kernel, Limits, running

LIMITS = Limits(calls=2, asks=3)
ALL_FREE = {"calls": 2, "asks": 3}


class Refused(Fault):
    code = "refused"


async def test_an_ask_goes_from_actor_to_actor_and_comes_back_as_its_answer() -> None:
    async with running([Front(), Back()], LIMITS) as kernel:
        assert await kernel.ask(First("a")) == Answered("a")
        assert kernel.free == ALL_FREE


async def test_one_task_goes_along_from_actor_to_actor() -> None:
    async def note(_: str) -> None:
        tasks.append(trio.lowlevel.current_task())

    tasks: list[trio.lowlevel.Task] = []
    async with running([Front(note), Back(note)], LIMITS) as kernel:
        await kernel.ask(First("a"))
        assert tasks[0] is tasks[1] is not trio.lowlevel.current_task()
        await kernel.ask(Change("a"))
        assert tasks[2] is tasks[3] is trio.lowlevel.current_task()


async def test_an_envelope_queues_where_every_worker_is_busy() -> None:
    async def wait(_: str) -> None:
        await going.wait()

    going = trio.Event()
    front = Front()
    async with running([front, Back(wait)], LIMITS) as kernel, trio.open_nursery() as nursery:
        for name in "abc":
            nursery.start_soon(kernel.ask, First(name))
        await wait_all_tasks_blocked()
        assert sorted(front.seen) == ["a", "b", "c"]  # whose workers wait for nobody
        going.set()
    assert kernel.free == ALL_FREE


async def test_equal_asks_in_flight_share_one_piece_of_work() -> None:
    front = Front()
    answers: list[Answered] = []
    async with running([front, Back()], LIMITS) as kernel, trio.open_nursery() as nursery:

        async def ask() -> None:
            answers.append(await kernel.ask(First("a")))

        for _ in range(10):
            nursery.start_soon(ask)
    assert front.seen == ["a"]
    assert answers == [Answered("a")] * 10


async def test_asks_that_change_something_are_never_shared() -> None:
    front = Front()
    async with running([front, Back()], LIMITS) as kernel, trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(kernel.ask, Change("a"))
    assert front.seen == ["a"] * 5


async def test_a_fault_reaches_every_waiter_and_returns_the_permit() -> None:
    async def refuse(_: str) -> None:
        raise Refused("no")

    caught: list[str] = []
    async with running([Front(), Back(refuse)], LIMITS) as kernel:

        async def ask() -> None:
            try:
                await kernel.ask(First("a"))
            except Refused as fault:
                caught.append(str(fault))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(ask)
        assert caught == ["no", "no"]
        assert kernel.free == ALL_FREE


async def test_a_fault_inside_an_exception_group_is_still_that_fault() -> None:
    async def refuse(_: str) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_raise, Refused("inside"))

    async with running([Front(), Back(refuse)], LIMITS) as kernel:
        with pytest.raises(Refused, match="inside"):
            await kernel.ask(First("a"))


async def _raise(error: Exception) -> None:
    raise error


async def test_a_bug_fails_its_ask_alone_and_leaves_its_traceback_in_the_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def stumble(word: str) -> None:
        if word == "bad":
            raise KeyError("secret detail")

    async with running([Front(), Back(stumble)], LIMITS) as kernel:
        with pytest.raises(Unexpected) as caught:
            await kernel.ask(First("bad"))
        assert await kernel.ask(First("good")) == Answered("good")
        assert kernel.free == ALL_FREE
    assert "secret detail" not in str(caught.value)
    log = capsys.readouterr().err
    assert caught.value.trace_id in log
    assert "secret detail" in log


async def test_when_the_last_waiter_leaves_the_work_is_cancelled() -> None:
    ended: list[str] = []

    async def wait(word: str) -> None:
        try:
            await trio.sleep_forever()
        finally:
            ended.append(word)

    async with running([Front(), Back(wait)], LIMITS) as kernel:
        first, second = trio.CancelScope(), trio.CancelScope()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_ask_within, kernel, first)
            nursery.start_soon(_ask_within, kernel, second)
            await wait_all_tasks_blocked()

            first.cancel()
            await wait_all_tasks_blocked()
            assert ended == []
            assert kernel.free["asks"] == 2

            second.cancel()
        await wait_all_tasks_blocked()
        assert ended == ["a"]
        assert kernel.free == ALL_FREE


async def _ask_within(kernel: Kernel, scope: trio.CancelScope) -> None:
    with scope:
        await kernel.ask(First("a"))


async def test_an_ask_whose_work_is_being_cancelled_is_not_joined(
    autojump_clock: MockClock,
) -> None:
    tries: list[str] = []

    async def slow_to_die(word: str) -> None:
        tries.append(word)
        if len(tries) == 1:
            with trio.CancelScope(shield=True):
                await trio.sleep(10)

    async with running([Front(), Back(slow_to_die)], LIMITS) as kernel:
        with trio.move_on_after(1):
            await kernel.ask(First("a"))
        assert await kernel.ask(First("a")) == Answered("a")
    assert tries == ["a", "a"]
    assert autojump_clock.autojump_threshold == 0


async def test_an_envelope_that_nobody_took_yet_leaves_the_mailbox_with_its_waiter() -> None:
    async def wait(_: str) -> None:
        await trio.sleep_forever()

    back = Back(wait, policy=Policy(workers=1))
    async with running([Front(), back], LIMITS) as kernel:
        async with trio.open_nursery() as nursery:
            blocker, queued = trio.CancelScope(), trio.CancelScope()
            nursery.start_soon(_ask_word, kernel, "blocker", blocker)
            await wait_all_tasks_blocked()
            nursery.start_soon(_ask_word, kernel, "queued", queued)
            await wait_all_tasks_blocked()
            queued.cancel()
            await wait_all_tasks_blocked()
            assert kernel.free["asks"] == 2
            blocker.cancel()
        await wait_all_tasks_blocked()
        assert kernel.free == ALL_FREE


async def _ask_word(kernel: Kernel, word: str, scope: trio.CancelScope) -> None:
    with scope:
        await kernel.ask(First(word))


async def test_asks_beyond_the_permits_wait_their_turn() -> None:
    at_work = 0
    most = 0

    async def count(_: str) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await trio.lowlevel.checkpoint()
        at_work -= 1

    front, back = Front(count), Back(policy=Policy(workers=9))
    front.policy = Policy(workers=9)
    async with running([front, back], LIMITS) as kernel, trio.open_nursery() as nursery:
        for number in range(50):
            nursery.start_soon(kernel.ask, First(str(number)))
    assert most == LIMITS.asks


async def test_news_is_heard_at_once_and_in_order() -> None:
    back = Back()
    async with running([Front(), back], LIMITS) as kernel:
        for word in "abc":
            kernel.tell(News(word))
        assert back.heard == ["a", "b", "c"]


async def test_news_that_cannot_be_learnt_is_logged_and_harms_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running([Front(), Back()], LIMITS) as kernel:
        kernel.tell(News("confusing"))
        assert await kernel.ask(First("a")) == Answered("a")
    assert "not_learnt" in capsys.readouterr().err


async def test_news_waits_for_a_restart_and_too_much_of_it_drops_the_oldest() -> None:
    back = Back(policy=Policy(workers=1, tells=3))
    async with running([Front(), back], LIMITS) as kernel:
        kernel.tell(News("unbearable"))
        for word in "abcde":
            kernel.tell(News(word))
        assert back.heard == ["unbearable"]
        await wait_all_tasks_blocked()
        assert back.heard == ["unbearable", "c", "d", "e"]
        assert back.opened == 2


async def test_a_broken_actor_is_opened_anew_and_no_waiting_envelope_is_lost() -> None:
    broke = False

    async def break_once(word: str) -> None:
        nonlocal broke
        if word == "bad" and not broke:
            broke = True
            raise Broken("state is gone")

    back = Back(break_once, policy=Policy(workers=1))
    answers: list[object] = []
    async with running([Front(), back], Limits(calls=2, asks=20)) as kernel:

        async def ask(word: str) -> None:
            try:
                answers.append(await kernel.ask(First(word)))
            except Interrupted as fault:
                answers.append(fault.code)

        async with trio.open_nursery() as nursery:
            for word in ["bad", *"abcdefgh"]:
                nursery.start_soon(ask, word)
        assert kernel.free == {"calls": 2, "asks": 20}
    assert answers.count("interrupted") == 1
    assert {answer.word for answer in answers if isinstance(answer, Answered)} == set("abcdefgh")
    assert (back.opened, back.closed) == (2, 2)


async def test_a_dead_actor_fails_everybody_at_once() -> None:
    async def always(_: str) -> None:
        raise Broken("for good")

    back = Back(always, policy=Policy(workers=1, restarts=2))
    codes: list[str] = []
    async with running([Front(), back], LIMITS) as kernel:

        async def ask(word: str) -> None:
            try:
                await kernel.ask(First(word))
            except Fault as fault:
                codes.append(fault.code)

        async with trio.open_nursery() as nursery:
            for word in "abcdefgh":
                nursery.start_soon(ask, word)
        await kernel.ended.wait()
        assert "back broke" in str(kernel.stopped)
        with pytest.raises(Stopped):
            await kernel.ask(First("later"))
        assert kernel.free == ALL_FREE
    assert sorted(set(codes)) == ["interrupted", "stopped"]
    assert len(codes) == 8


async def test_an_actor_that_cannot_be_opened_again_is_dead() -> None:
    async def always(_: str) -> None:
        raise Broken("for good")

    back = Back(always, policy=Policy(workers=1, restarts=3), opens=1)
    async with running([Front(), back], LIMITS) as kernel:
        with pytest.raises(Interrupted):
            await kernel.ask(First("a"))
        await kernel.ended.wait()
    assert back.opened == 4


async def test_restarts_long_ago_do_not_count(autojump_clock: MockClock) -> None:
    async def always(_: str) -> None:
        raise Broken("again")

    back = Back(always, policy=Policy(workers=1, restarts=1, within=60.0))
    async with running([Front(), back], LIMITS) as kernel:
        for _ in range(5):
            with pytest.raises(Interrupted):
                await kernel.ask(First("a"))
            await trio.sleep(61)
        assert kernel.stopped is None
    assert autojump_clock.current_time() > 300


async def test_leaving_stops_what_is_still_under_way() -> None:
    async def wait(_: str) -> None:
        await trio.sleep_forever()

    faults: list[str] = []

    async def ask(kernel: Kernel) -> None:
        try:
            await kernel.ask(First("a"))
        except Stopped as fault:
            faults.append(str(fault))

    async with trio.open_nursery() as nursery:
        async with running([Front(), Back(wait)], LIMITS) as kernel:
            nursery.start_soon(ask, kernel)
            await wait_all_tasks_blocked()
    assert faults == ["the server is shutting down"]


async def test_two_handlers_for_one_message_are_refused() -> None:
    with pytest.RaisesGroup(pytest.RaisesExc(TypeError, match="First has two handlers")):
        async with running([Front(), Front()], LIMITS):
            pass


@given(seed=st.integers(0, 2**32), askers=st.integers(1, 60))
def test_whoever_leaves_whenever_no_permit_is_lost(seed: int, askers: int) -> None:
    """Askers come, wait and leave at random; stages take their time, refuse, stumble and break."""
    chance = random.Random(seed)  # noqa: S311 - a schedule, not a secret

    async def stage(_: str) -> None:
        await trio.sleep(chance.choice([0, 0, 0.1, 1, 3]))
        what = chance.random()
        if what < 0.1:
            raise Refused("no")
        if what < 0.13:
            raise Broken("now and then")

    async def asker(kernel: Kernel, word: str, patience: float) -> None:
        await trio.sleep(chance.uniform(0, 5))
        with trio.move_on_after(patience):
            try:
                kind = First if chance.random() < 0.7 else Change
                assert await kernel.ask(kind(word)) == Answered(word)
            except (Refused, Interrupted):
                pass

    async def run() -> None:
        policy = Policy(workers=2, restarts=10_000)
        async with running([Front(stage), Back(stage, policy=policy)], LIMITS) as kernel:
            async with trio.open_nursery() as nursery:
                for _ in range(askers):
                    word = chance.choice("abcde")
                    patience = chance.choice([0, 0.05, 1, 4, math.inf])
                    nursery.start_soon(asker, kernel, word, patience)
            await trio.sleep(100)
            assert kernel.free == ALL_FREE
            assert kernel.idle

    trio.run(run, clock=MockClock(autojump_threshold=0))
