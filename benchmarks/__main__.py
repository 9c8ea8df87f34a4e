"""Runs the cases and prints them beside their baselines."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import peers
from benchmarks.case import Case, Measured
from benchmarks.cases import kernel, stdio, store

BASELINE = Path(__file__).with_name("baseline.json")
MARGIN = 1.5  # times the baseline; two shared cores are that noisy


def main(arguments: list[str]) -> int:
    """Measure; 1 when a ratio is worse than its baseline by more than the margin."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", help="run only cases whose name starts so")
    parser.add_argument("--peers", action="store_true", help="measure peers in the same run")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--keep", action="store_true", help="write better ratios to the baseline")
    parser.add_argument("--accept", metavar="REASON", help="write worse ones too, and say why")
    chosen = parser.parse_args(arguments)
    baseline: dict[str, float] = json.loads(BASELINE.read_text())
    cases = [
        case
        for case in [
            *kernel.CASES,
            *stdio.CASES,
            *store.CASES,
            *(peers.cases() if chosen.peers else []),
        ]
        if not chosen.names or case.name.startswith(tuple(chosen.names))
    ]
    measured = {case.name: case.run() for case in cases}
    failed = [name for name, found in measured.items() if _is_worse(found, baseline.get(name))]
    if chosen.json:
        sys.stdout.write(json.dumps(_rows(measured, baseline), indent=1) + "\n")
    else:
        _print(cases, measured, baseline)
    if chosen.keep or chosen.accept:
        _keep(measured, baseline, accept=bool(chosen.accept))
    return 1 if failed and not chosen.accept else 0


def _is_worse(found: Measured, known: float | None) -> bool:
    return known is not None and found.ratio is not None and found.ratio > known * MARGIN


def _rows(
    measured: dict[str, Measured], baseline: dict[str, float]
) -> dict[str, dict[str, float | None]]:
    return {
        name: {
            "ours": found.ours,
            "floor": found.floor,
            "ratio": found.ratio,
            "baseline": baseline.get(name),
        }
        for name, found in measured.items()
    }


def _print(cases: list[Case], measured: dict[str, Measured], baseline: dict[str, float]) -> None:
    line = "{:<14} {:>10} {:>10} {:>7} {:>9} {:<7} {}\n"
    heads = ("case", "ours", "floor", "ratio", "baseline", "verdict", "what, and against what")
    sys.stdout.write(line.format(*heads))
    for case in cases:
        found, known = measured[case.name], baseline.get(case.name)
        sys.stdout.write(
            line.format(
                case.name,
                _time(found.ours),
                _time(found.floor),
                f"{found.ratio:.2f}x" if found.ratio else "-",
                f"{known:.2f}x" if known else "-",
                "worse" if _is_worse(found, known) else "ok",
                f"{case.about}; {found.floor_name}",
            )
        )


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


def _keep(measured: dict[str, Measured], baseline: dict[str, float], *, accept: bool) -> None:
    """Better ratios become the baseline freely; worse ones only when they are accepted."""
    for name, found in measured.items():
        known = baseline.get(name)
        if found.ratio is not None and (known is None or accept or found.ratio < known):
            baseline[name] = round(found.ratio, 2)
    BASELINE.write_text(json.dumps(baseline, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
