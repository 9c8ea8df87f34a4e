"""The ratios that were accepted. They improve freely, and get worse only with a reason."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct, field

from headwater.benchmarks.case import Measured

FILE = Path(__file__).with_name("baseline.json")
MARGIN = 1.5  # times the baseline; two shared cores are that noisy
QUICK_MARGIN = 3.0  # of a short run, where a single stall is a large share


class Baseline(Struct):
    """Ratios by case, and why any of them was allowed to rise."""

    ratios: dict[str, float] = field(default_factory=dict)
    accepted: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def load(cls) -> Baseline:
        """As it was kept; empty where it never was."""
        return msgspec.json.decode(FILE.read_bytes(), type=cls) if FILE.exists() else cls()

    def is_worse(self, name: str, found: Measured, margin: float) -> bool:
        """Whether a ratio is worse than was accepted, by more than noise."""
        known = self.ratios.get(name)
        return known is not None and found.ratio is not None and found.ratio > known * margin

    def keep(self, measured: dict[str, Measured], reason: str, date: str) -> None:
        """Write better ratios down; worse ones too where there is a reason."""
        for name, found in measured.items():
            known, ratio = self.ratios.get(name), found.ratio
            if ratio is None or (known is not None and ratio >= known and not reason):
                continue
            if known is not None and ratio > known:
                change = f"{known:g} to {ratio:.2f}"
                self.accepted.append(
                    {"case": name, "change": change, "date": date, "reason": reason}
                )
            self.ratios[name] = round(ratio, 3)
        self.ratios = dict(sorted(self.ratios.items()))
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
