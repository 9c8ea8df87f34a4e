from __future__ import annotations

from headwater.actors.ledger import RECENT_CALLS, RECENT_ERRORS, Ledger
from headwater.actors.messages.calls import CallEnded, Outcome, ReadLedger


def ended(
    outcome: Outcome = "ok", spent: float = 1.0, tool: str = "echo", at: float = 0
) -> CallEnded:
    code = "sulking" if outcome == "fault" else ""
    return CallEnded(tool, outcome, spent, at, code, "Be nicer.")


async def test_calls_are_counted_by_tool_and_outcome() -> None:
    ledger = Ledger()
    for outcome in ("ok", "ok", "fault", "cancelled"):
        ledger.learn(ended(outcome))
    ledger.learn(ended(tool="another"))

    page = await ledger.read(ReadLedger())

    another, echo = page.tools
    assert (another.tool, another.calls) == ("another", 1)
    assert (echo.calls, echo.errors, echo.cancelled, echo.error_rate) == (4, 1, 1, 0.25)


async def test_latencies_are_summed_up_over_the_latest_calls() -> None:
    ledger = Ledger()
    for number in range(RECENT_CALLS + 100):
        ledger.learn(ended(spent=float(number)))

    (echo,) = (await ledger.read(ReadLedger())).tools

    assert echo.max_ms == RECENT_CALLS + 99
    assert echo.p50_ms == 100 + RECENT_CALLS // 2
    assert echo.p50_ms < echo.p95_ms < echo.max_ms


async def test_errors_are_kept_newest_first_and_only_so_many() -> None:
    ledger = Ledger()
    for second in range(RECENT_ERRORS + 5):
        ledger.learn(ended("fault", at=float(second)))

    page = await ledger.read(ReadLedger())

    assert len(page.errors) == RECENT_ERRORS
    assert page.errors[0].at == "1970-01-01T00:01:44.000+00:00"
    assert (page.errors[0].kind, page.errors[0].message) == ("sulking", "Be nicer.")
