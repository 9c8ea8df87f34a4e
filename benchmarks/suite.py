"""Finds the cases, runs them, and holds them against what was accepted."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module

from msgspec import Struct

from headwater.benchmarks import cases, machine
from headwater.benchmarks.baseline import MARGIN, QUICK_MARGIN, Baseline
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.machine import Machine


class Row(Struct, frozen=True):
    """A case with what it found."""

    name: str
    about: str
    measured: Measured
    ratio: float | None
    baseline: float | None
    worse: bool


class Results(Struct, frozen=True):
    """A whole run."""

    machine: Machine
    plan: Plan
    rows: tuple[Row, ...]


def find(plan: Plan, names: list[str]) -> Iterator[Case]:
    """Every case whose name starts with one of the names; a module has `CASES` or `cases(plan)`."""
    for module in pkgutil.iter_modules(cases.__path__):
        loaded = import_module(f"{cases.__name__}.{module.name}")
        offered: list[Case] = loaded.cases(plan) if hasattr(loaded, "cases") else loaded.CASES
        for case in offered:
            if not names or case.name.startswith(tuple(names)):
                yield case


def run(plan: Plan, names: list[str], watch: Callable[[str], None]) -> Results:
    """Measure."""
    baseline = Baseline.load()
    margin = QUICK_MARGIN if plan.quick else MARGIN
    rows = []
    for case in find(plan, names):
        watch(case.name)
        found = case.run()
        rows.append(
            Row(
                case.name,
                case.about,
                found,
                found.ratio,
                baseline.ratios.get(_known_as(case.name, found)),
                baseline.is_worse(_known_as(case.name, found), found, margin),
            )
        )
    return Results(machine.here(), plan, tuple(rows))


def keep(results: Results, reason: str) -> None:
    """Make the ratios the new baseline."""
    measured = {_known_as(row.name, row.measured): row.measured for row in results.rows}
    Baseline.load().keep(measured, reason, results.machine.date)


def _known_as(name: str, found: Measured) -> str:
    """A ratio is known by what it is a ratio to, which depends on whether peers were there."""
    return f"{name} / {found.floor_name}" if found.floor_name else name
