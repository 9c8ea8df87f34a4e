"""Keeps count of calls, for the statistics views. Nothing a caller sent is kept."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime

from msgspec import Struct

from headwater.actors.messages.calls import (
    CallEnded,
    LedgerPage,
    ReadLedger,
    RecentError,
    ToolStatistics,
)
from headwater.kernel.actor import Actor, Policy, handle

RECENT_ERRORS = 100
RECENT_CALLS = 512  # per tool, for the percentiles


class _Record(Struct):
    calls: int = 0
    errors: int = 0
    cancelled: int = 0
    total: float = 0.0  # milliseconds
    longest: float = 0.0
    recent: deque[float] = deque()


class Ledger(Actor):
    """Counts in order, so it has one worker."""

    policy = Policy(workers=1)

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}
        self._errors: deque[RecentError] = deque(maxlen=RECENT_ERRORS)

    @handle
    def learn(self, ended: CallEnded) -> None:
        """Enter one call."""
        record = self._records.get(ended.tool)
        if record is None:
            record = self._records[ended.tool] = _Record(recent=deque(maxlen=RECENT_CALLS))
        record.calls += 1
        record.errors += ended.outcome == "fault"
        record.cancelled += ended.outcome == "cancelled"
        record.total += ended.milliseconds
        record.longest = max(record.longest, ended.milliseconds)
        record.recent.append(ended.milliseconds)
        if ended.outcome == "fault":
            at = datetime.fromtimestamp(ended.at, UTC).isoformat(timespec="milliseconds")
            self._errors.append(RecentError(at, ended.tool, ended.code, ended.problem))

    @handle
    async def read(self, _: ReadLedger) -> LedgerPage:
        """Everything so far, tools by name, errors newest first."""
        tools = tuple(_statistics(name, self._records[name]) for name in sorted(self._records))
        return LedgerPage(tools, tuple(reversed(self._errors)))


def _statistics(name: str, record: _Record) -> ToolStatistics:
    ordered = sorted(record.recent)
    return ToolStatistics(
        tool=name,
        calls=record.calls,
        errors=record.errors,
        cancelled=record.cancelled,
        error_rate=round(record.errors / record.calls, 4),
        mean_ms=round(record.total / record.calls, 3),
        p50_ms=round(ordered[len(ordered) // 2], 3),
        p95_ms=round(ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], 3),
        max_ms=round(record.longest, 3),
    )
