from __future__ import annotations

import msgspec
import pytest
from trio.testing import MockClock

from headwater.actors.breaker import MOST_HOSTS, PROBE_SECONDS, Breaker
from headwater.actors.domain import links
from headwater.actors.messages.faults import HostResting
from headwater.actors.messages.web import Fetch, HostOutcome, Onward


def want(host: str = "slow.test") -> Fetch:
    url = links.parse(f"http://{host}/a")
    return Fetch(url, url.href, url.href, limit=1)


def fail(breaker: Breaker, times: int, *, wait: float = 0.0) -> None:
    for _ in range(times):
        breaker.learn(HostOutcome("slow.test", ok=False, retry_after=wait))


async def test_a_host_that_keeps_failing_rests_for_a_minute(mock_clock: MockClock) -> None:
    breaker = Breaker(limit=2, rest=60.0)
    fail(breaker, 2)

    with pytest.raises(HostResting) as caught:
        await breaker.admit(want())
    assert caught.value.retry_after == 60.0
    await breaker.admit(want("other.test"))

    mock_clock.jump(60.0)
    await breaker.admit(want())


async def test_a_host_rests_by_its_port_and_wherever_a_page_leads_to_it() -> None:
    breaker = Breaker(limit=2, rest=60.0)
    fail(breaker, 2)
    await breaker.admit(want("slow.test:8080"))

    onward = Onward(links.parse("http://slow.test/b"), (), deadline=25.0)
    with pytest.raises(HostResting, match=r"slow\.test"):
        await breaker.admit(msgspec.structs.replace(want("other.test"), onward=onward))


async def test_failures_must_follow_each_other(mock_clock: MockClock) -> None:
    breaker = Breaker(limit=2)
    fail(breaker, 1)
    breaker.learn(HostOutcome("slow.test", ok=True))
    fail(breaker, 1)
    await breaker.admit(want())
    assert mock_clock.rate == 0


async def test_after_the_rest_one_probe_goes_and_the_others_wait_for_it(
    mock_clock: MockClock,
) -> None:
    breaker = Breaker(limit=2, rest=60.0)
    fail(breaker, 2)
    mock_clock.jump(60.0)
    await breaker.admit(want())
    with pytest.raises(HostResting):
        await breaker.admit(want())

    breaker.learn(HostOutcome("slow.test", ok=True))
    await breaker.admit(want())
    await breaker.admit(want())


async def test_a_probe_that_fails_lets_the_host_rest_again(mock_clock: MockClock) -> None:
    breaker = Breaker(limit=2, rest=60.0)
    fail(breaker, 2)
    mock_clock.jump(60.0)
    await breaker.admit(want())
    fail(breaker, 1)
    with pytest.raises(HostResting) as caught:
        await breaker.admit(want())
    assert caught.value.retry_after == 60.0


async def test_a_probe_that_nobody_reports_on_does_not_block_the_host_for_good(
    mock_clock: MockClock,
) -> None:
    breaker = Breaker(limit=1, rest=60.0)
    fail(breaker, 1)
    mock_clock.jump(60.0)
    await breaker.admit(want())
    mock_clock.jump(PROBE_SECONDS)
    await breaker.admit(want())


async def test_a_server_that_says_when_to_come_back_is_believed_at_once(
    mock_clock: MockClock,
) -> None:
    breaker = Breaker(limit=5)
    fail(breaker, 1, wait=7.0)
    with pytest.raises(HostResting) as caught:
        await breaker.admit(want())
    assert caught.value.retry_after == 7.0
    mock_clock.jump(7.0)
    await breaker.admit(want())
    await breaker.admit(want())


async def test_requests_to_one_host_are_spaced_when_an_interval_is_set(
    mock_clock: MockClock,
) -> None:
    breaker = Breaker(interval=0.5)
    moments = [(await breaker.admit(want())).not_before for _ in range(3)]
    assert [moment - moments[0] for moment in moments] == [0.0, 0.5, 1.0]
    assert (await breaker.admit(want("other.test"))).not_before == moments[0]
    assert mock_clock.rate == 0


async def test_hosts_are_forgotten_before_they_fill_the_memory() -> None:
    breaker = Breaker()
    for number in range(MOST_HOSTS + 10):
        breaker.learn(HostOutcome(f"h{number}.test", ok=False))
    assert len(breaker._hosts) == MOST_HOSTS
