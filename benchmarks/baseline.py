"""The ratios that were accepted. They rise freely, and fall only with a reason."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct, field

from headwater.benchmarks.case import Measured

FILE = Path(__file__).with_name("baseline.json")
MARGIN = 2.0  # times below the baseline; two shared cores are that noisy
QUICK_MARGIN = 3.0  # of a short run, where a single stall is a large share


class Baseline(Struct):
    """Ratios by case and by what they are ratios to, and why any of them was allowed to fall."""

    ratios: dict[str, float] = field(default_factory=dict)
    accepted: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def load(cls) -> Baseline:
        """As it was kept; empty where it never was."""
        return msgspec.json.decode(FILE.read_bytes(), type=cls) if FILE.exists() else cls()

    def worse(self, name: str, found: Measured, margin: float) -> dict[str, float]:
        """What was accepted of each ratio that is lower than that by more than noise."""
        known = {to: self.ratios.get(f"{name} / {to}", 0.0) for to in found.ratios}
        return {to: known[to] for to, ratio in found.ratios.items() if ratio * margin < known[to]}

    def keep(self, measured: dict[str, Measured], reason: str, date: str) -> None:
        """Write better ratios down; worse ones too where there is a reason."""
        for name, found in measured.items():
            for to, ratio in found.ratios.items():
                self._keep(f"{name} / {to}", ratio, reason, date)
        self.ratios = dict(sorted(self.ratios.items()))
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def _keep(self, key: str, ratio: float, reason: str, date: str) -> None:
        known = self.ratios.get(key)
        if known is not None and ratio < known:
            if not reason:
                return
            change = f"{known:.3g} to {ratio:.3g}"
            self.accepted.append({"case": key, "change": change, "date": date, "reason": reason})
        self.ratios[key] = float(f"{ratio:.3g}")
