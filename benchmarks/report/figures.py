"""Figures as people read them."""

from __future__ import annotations

from headwater.benchmarks.case import Unit


def figure(value: float | None, unit: Unit) -> str:
    """A value with its unit, three digits or so."""
    if value is None:
        return "-"
    if unit == "s":
        return _time(value)
    shown = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{shown} {unit}".rstrip()


def ratio(value: float | None) -> str:
    """How many times better."""
    return "-" if value is None else f"{value:,.0f}x" if value >= 100 else f"{value:.3g}x"


def _time(seconds: float) -> str:
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
