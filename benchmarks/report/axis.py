"""From values to places, with round values along the way."""

from __future__ import annotations

import math

from msgspec import Struct

from headwater.benchmarks.case import Chart

FEW = 7  # different values; so many are marked themselves
NEAR = 0.07  # of the axis; ticks closer than this would run into one another


class Axis(Struct, frozen=True):
    """One direction of a chart."""

    low: float
    high: float
    log: bool
    begin: float
    end: float
    own: tuple[float, ...] = ()  # values that are marked, rather than round ones

    def place(self, value: float) -> float:
        """Where a value stands."""
        low, high, at = (self._scale(one) for one in (self.low, self.high, value))
        share = (at - low) / (high - low) if high > low else 0.5
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Values along it, none too close to the one before."""
        found: list[float] = []
        for value in self.own or self._round():
            apart = abs(self.place(value) - self.place(found[-1])) if found else math.inf
            if apart >= NEAR * abs(self.end - self.begin):
                found.append(value)
        return found

    def _round(self) -> list[float]:
        if self.log:
            return _powers(self.low, self.high)
        step = _step((self.high - self.low) / 4 or 1)
        first = math.ceil(self.low / step) * step
        return [first + step * number for number in range(int((self.high - first) / step) + 1)]

    def _scale(self, value: float) -> float:
        return math.log10(max(value, 1e-12)) if self.log else value


def axis_of(given: Chart, which: int, *, begin: float, end: float) -> Axis:
    """For the values of a chart: from nothing upwards, unless it is scattered or logarithmic."""
    values = sorted({point[which] for series in given.series for point in series.points}) or [0.0]
    low, high = values[0], values[-1]
    log = "xy"[which] in given.log and low > 0
    if log:
        own = tuple(values) if which == 0 and len(values) <= FEW and given.kind == "line" else ()
        return Axis(low / 1.15, high * 1.15, log, begin, end, own)
    if given.kind == "scatter":
        room = (high - low or high or 1.0) * 0.2
        return Axis(low - room, high + room, log, begin, end)
    if which == 0 and len(values) <= FEW:
        room = (high - low) * 0.06 or 1.0
        return Axis(low - room, high + room, log, begin, end, tuple(values))
    return Axis(0.0, high * 1.08 or 1.0, log, begin, end)


def _powers(low: float, high: float) -> list[float]:
    """1, 2, 5, 10 … between two values; only the tens where there are many."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    factors = (1, 2, 5) if len(exponents) <= 4 else (1,)
    values = [factor * 10.0**exponent for exponent in exponents for factor in factors]
    return [value for value in values if low <= value <= high]


def _step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
