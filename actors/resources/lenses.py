"""Reads the lens files that come with the package."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parents[2] / "lenses"


class Lens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of domains to search within."""

    name: str
    description: str
    domains: tuple[str, ...]
    cx: str = ""  # a dedicated Google search engine, where there is one


@functools.cache
def load() -> tuple[Lens, ...]:
    """All lenses, by name."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.toml")))


def _read(path: Path) -> Lens:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert({"name": path.stem, **table}, Lens)
