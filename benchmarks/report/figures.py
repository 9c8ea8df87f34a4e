"""Figures as people read them."""

from __future__ import annotations

from headwater.benchmarks.case import Unit


def figure(value: float | None, unit: Unit) -> str:
    """A value with its unit, three digits or so."""
    if value is None:
        return "-"
    if unit == "s":
        return _time(value)
    if unit == "F1":
        return f"F1 {value:.3f}"
    shown = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{shown} {unit}"


def ratio(value: float | None) -> str:
    """How many times better."""
    return "-" if value is None else f"{times(value)}x"


def times(value: float) -> str:
    """A factor, in as many digits as matter."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.1g}"


def short(value: float) -> str:
    """A value along an axis."""
    for scale, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= scale:
            return f"{value / scale:.3g}{unit}"
    return f"{value:.3g}"


def _time(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
