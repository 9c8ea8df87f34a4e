"""Lists of words that come with the package, each read once."""

from __future__ import annotations

import functools
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "data" / "language"


@functools.cache
def words(name: str) -> frozenset[str]:
    """All words of a file, without case."""
    return frozenset(_read(f"{name}.txt").casefold().split())


@functools.cache
def lines(name: str) -> frozenset[str]:
    """All lines of a file, without case."""
    return frozenset(_read(f"{name}.txt").casefold().splitlines())


@functools.cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The columns of each row of a table."""
    written = (line for line in _read(f"{name}.tsv").splitlines() if not line.startswith("# "))
    return tuple(tuple(line.split("\t")) for line in written)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
