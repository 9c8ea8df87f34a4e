from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.bulk.item import Item
from headwater.actors.bulk.schedule import Schedule


def item(host: str, number: int = 0) -> Item:
    return Item(f"http://{host}/{number}", host)


def test_a_host_has_no_more_at_work_than_it_may() -> None:
    schedule = Schedule(per_host=2, delay=0)
    for number in range(3):
        schedule.add(item("a", number))
    first = schedule.take(0)
    assert first is not None
    assert schedule.take(0) is not None
    assert schedule.take(0) is None
    schedule.release(first)
    assert schedule.take(0) is not None


def test_a_busy_host_does_not_hold_up_another() -> None:
    schedule = Schedule(per_host=1, delay=0)
    schedule.add(item("a", 1))
    schedule.add(item("a", 2))
    schedule.add(item("b"))
    assert [one.host for one in (schedule.take(0), schedule.take(0)) if one] == ["a", "b"]


def test_a_host_rests_between_starts() -> None:
    schedule = Schedule(per_host=8, delay=1.5)
    schedule.add(item("a", 1))
    schedule.add(item("a", 2))
    assert schedule.take(10) is not None
    assert schedule.take(10) is None
    assert schedule.next_moment() == 11.5
    assert schedule.take(11.5) is not None


def test_a_host_that_rests_is_tried_with_one_item_first() -> None:
    schedule = Schedule(per_host=8, delay=0)
    for number in range(4):
        schedule.add(item("a", number))
    refused = schedule.take(0)
    assert refused is not None
    assert schedule.rest(refused, 0, 60.0)
    schedule.release(refused)
    schedule.add(refused)
    assert schedule.take(59.0) is None
    assert schedule.next_moment() == 60.0
    probe = schedule.take(60.0)
    assert probe is not None
    assert schedule.take(60.0) is None
    schedule.release(probe, well=True)
    assert [schedule.take(61.0) is not None for _ in range(4)] == [True, True, True, False]


def test_a_host_that_fails_after_its_rests_counts_as_gone() -> None:
    schedule = Schedule(per_host=8, delay=0)
    for number in range(5):
        schedule.add(item("a", number))
    waited = []
    for now in (0.0, 60.0, 120.0, 180.0):
        probe = schedule.take(now)
        assert probe is not None
        waited.append(schedule.rest(probe, now, 60.0))
        schedule.release(probe)
    assert waited == [True, True, False, False]
    assert schedule.take(180.0) is not None


def test_what_was_started_before_a_rest_does_not_make_it_another_one() -> None:
    schedule = Schedule(per_host=8, delay=0)
    for number in range(8):
        schedule.add(item("a", number))
    started = [schedule.take(0) for _ in range(8)]
    assert all(schedule.rest(one, 1.0, 60.0) for one in started if one is not None)


def test_another_try_waits_for_its_moment() -> None:
    schedule = Schedule(per_host=1, delay=0)
    schedule.add(item("a"), not_before=5)
    assert schedule.take(4.9) is None
    assert schedule.next_moment() == 5
    assert schedule.take(5) is not None


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=60),
    st.integers(1, 4),
    st.sampled_from([0.0, 0.5]),
    st.randoms(use_true_random=False),
)
def test_everything_is_taken_once_and_no_host_is_crowded(
    asked: list[tuple[str, int]], per_host: int, delay: float, chance: object
) -> None:
    schedule = Schedule(per_host=per_host, delay=delay)
    for number, (host, moment) in enumerate(asked):
        schedule.add(item(host, number), not_before=float(moment))
    taken: list[str] = []
    running: list[Item] = []
    now = 0.0
    for _ in range(10 * len(asked) + 10):
        got = schedule.take(now)
        if got is not None:
            taken.append(got.url)
            running.append(got)
            assert sum(one.host == got.host for one in running) <= per_host
        elif running:
            schedule.release(running.pop(chance.randrange(len(running))))  # type: ignore[attr-defined]
        else:
            now = schedule.next_moment() or now + 1
    assert schedule.waiting == 0
    assert len(taken) == len(set(taken)) == len(asked)
