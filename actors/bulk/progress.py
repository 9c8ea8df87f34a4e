"""What a run has done so far, in numbers and in words."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

WINDOW = 10.0  # seconds over which the present speed is taken


class Tally(Struct):
    """Counts of a run. Times are seconds of one clock that never goes back."""

    started: float
    total: int | None = None  # addresses, where that is known
    done_before: int = 0  # by the runs before
    documents: int = 0
    copies: int = 0
    written: int = 0  # bytes
    retried: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    _marks: list[tuple[float, int]] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Addresses that this run has finished."""
        return self.documents + self.problems.total()

    def rate(self, now: float) -> float:
        """Pages per second of late."""
        marks = self._marks
        marks.append((now, self.done))
        while len(marks) > 2 and marks[1][0] < now - WINDOW:
            marks.pop(0)
        since, before = marks[0] if len(marks) > 1 else (self.started, 0)
        return (self.done - before) / (now - since) if now > since else 0.0

    def overall(self, now: float) -> float:
        """Pages per second of the whole run."""
        return self.done / (now - self.started) if now > self.started else 0.0


def news(tally: Tally, now: float, *, running: int) -> str:
    """One line about how it goes."""
    rate = tally.rate(now)
    spent = max(now - tally.started, 1e-9)
    parts = [
        f"{tally.done + tally.done_before:,}" + (f" of {tally.total:,}" if tally.total else ""),
        f"{rate:,.1f} pages/s",
        f"{tally.written / spent / 1e6:.2f} MB/s",
        f"{running} at work",
    ]
    if tally.problems:
        parts.append("errors: " + _by_kind(tally))
    left = tally.total - tally.done - tally.done_before if tally.total else 0
    if left > 0 and rate > 0:
        parts.append(f"{_duration(left / rate)} left")
    return "  ".join(parts)


def bar(tally: Tally, width: int = 20) -> str:
    """A bar that fills, where the end is known."""
    if not tally.total:
        return ""
    share = min((tally.done + tally.done_before) / tally.total, 1.0)
    full = int(share * width)
    return f"[{'#' * full}{'.' * (width - full)}] {share:4.0%}  "


def summary(tally: Tally, now: float) -> list[str]:
    """What a run ends with."""
    spent = now - tally.started
    return [
        f"{tally.documents:,} documents ({tally.copies:,} of them copies),"
        f" {tally.problems.total():,} errors"
        + (f" ({_by_kind(tally)})" if tally.problems else "")
        + (f", {tally.done_before:,} done before" if tally.done_before else ""),
        f"{tally.written / 1e6:,.1f} MB in {_duration(spent)}: {tally.overall(now):,.1f} pages/s"
        + (f", {tally.retried:,} tried again" if tally.retried else ""),
    ]


def _by_kind(tally: Tally) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in tally.problems.most_common())


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
