"""Finds the cases, runs them, and holds them against what was accepted."""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable, Iterator
from importlib import import_module

from msgspec import Struct

from headwater.benchmarks import cases, machine
from headwater.benchmarks.baseline import MARGIN, QUICK_MARGIN, Baseline
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.machine import Machine
from headwater.benchmarks.peers import FAILURES, reason_of, versions

PATIENCE = 15.0  # seconds of one case; one that took longer is not tried again
TRIES = 3  # of a case that seems to have got worse; noise does not last, a worse ratio does


class Row(Struct, frozen=True):
    """A case with what it found, or with why it found nothing."""

    name: str
    about: str
    measured: Measured | None
    seconds: float = 0.0  # that measuring took
    worse: dict[str, float] = {}  # ratios that fell, by what they are to: what was accepted
    failure: str = ""


class Results(Struct, frozen=True):
    """A whole run."""

    machine: Machine
    plan: Plan
    rows: tuple[Row, ...]
    seconds: float = 0.0
    peers: dict[str, str] = {}  # those that took part, with their versions
    whole: bool = True  # nobody interrupted it

    @property
    def is_fine(self) -> bool:
        """Whether every case came to its result, and none got worse."""
        return self.whole and not any(row.worse or row.failure for row in self.rows)


Watch = Callable[[str], None]


def find(plan: Plan, names: list[str]) -> Iterator[Case]:
    """Every case whose name starts with one of the names; a module has `CASES` or `cases(plan)`."""
    for module in pkgutil.iter_modules(cases.__path__):
        loaded = import_module(f"{cases.__name__}.{module.name}")
        offered: list[Case] = loaded.cases(plan) if hasattr(loaded, "cases") else loaded.CASES
        for case in offered:
            if not names or case.name.startswith(tuple(names)):
                yield case


def run(plan: Plan, names: list[str], watch: Watch) -> Results:
    """Measure, one case after the other, until somebody interrupts it."""
    baseline = Baseline.load()
    begun = time.monotonic()
    found = list(find(plan, names))
    rows = []
    for number, case in enumerate(found):
        spent = time.monotonic() - begun
        watch(f"{number + 1} of {len(found)}  {spent:.0f} s  {case.name}: {case.about}")
        try:
            rows.append(_row(case, plan, baseline))
        except KeyboardInterrupt:
            break
    beside = versions() if plan.peers else {}
    spent = round(time.monotonic() - begun, 1)
    whole = len(rows) == len(found)
    return Results(machine.here(), plan, tuple(rows), spent, beside, whole)


def _row(case: Case, plan: Plan, baseline: Baseline) -> Row:
    margin = QUICK_MARGIN if plan.quick else MARGIN
    begun = time.monotonic()
    for _ in range(TRIES):
        try:
            found = case.run()
        except FAILURES as problem:
            spent = round(time.monotonic() - begun, 1)
            return Row(case.name, case.about, None, spent, failure=reason_of(problem))
        worse = baseline.worse(case.name, found, margin)
        if not worse or time.monotonic() > begun + PATIENCE:
            break
    return Row(case.name, case.about, found, round(time.monotonic() - begun, 1), worse)


def keep(results: Results, reason: str) -> None:
    """Make the ratios the new baseline."""
    measured = {row.name: row.measured for row in results.rows if row.measured is not None}
    Baseline.load().keep(measured, reason, results.machine.date)
