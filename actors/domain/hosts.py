"""Hosts that are known for something, from a table that comes with the package."""

from __future__ import annotations

import functools
from pathlib import Path

from msgspec import Struct

_TABLE = Path(__file__).parents[1] / "data" / "reputation.tsv"


class Known(Struct, frozen=True):
    """What is known of a host, and why its tier is what it is."""

    tier: str  # high, mixed, low
    source_type: str
    category: str
    basis: str


class Reputation(Struct, frozen=True):
    """A descriptive signal. A host that is not in the table is unknown, not bad."""

    tier: str
    basis: str


@functools.lru_cache(maxsize=1024)  # a page's host is looked up several times
def known_host(host: str) -> Known | None:
    """The entry of the host, or of the closest domain above it."""
    table = _table()
    labels = host.lower().rstrip(".").removeprefix("www.").split(".")
    for start in range(max(1, len(labels) - 1)):
        if found := table.get(".".join(labels[start:])):
            return found
    return None


def reputation_of(host: str) -> Reputation | None:
    """The host's tier with its basis."""
    known = known_host(host)
    return Reputation(known.tier, known.basis) if known else None


@functools.cache
def _table() -> dict[str, Known]:
    """Read once; the file is part of the program, as a module is."""
    lines = _TABLE.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {host: Known(tier, kind, category, basis) for host, tier, kind, category, basis in rows}
