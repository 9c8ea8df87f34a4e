"""Machine-readable data inside a page, as it is there and bounded: JSON-LD, OpenGraph, Highwire."""

from __future__ import annotations

from typing import Any

import msgspec

_BLOCKS = 20
_BLOCK = 65_536  # bytes of one JSON-LD block; a longer one is left out, since half of it is nothing
_TOTAL = 131_072  # bytes of them together
_PAIRS = 100
_VALUE = 2_000  # characters


def structured_of(scripts: list[str], tags: list[tuple[str, str]]) -> dict[str, Any]:
    """Only what is there: jsonLd, openGraph, citation."""
    found = {
        "jsonLd": _json_ld(scripts),
        "openGraph": _open_graph(tags),
        "citation": _citation(tags),
    }
    return {name: value for name, value in found.items() if value}


def _json_ld(scripts: list[str]) -> list[Any]:
    blocks: list[Any] = []
    total = 0
    for script in scripts[:_BLOCKS]:
        text = script.strip().removeprefix("<!--").removesuffix("-->")
        size = len(text.encode(errors="replace"))
        if size > _BLOCK or total + size > _TOTAL:
            continue
        try:
            blocks.append(msgspec.json.decode(text))
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            continue
        total += size
    return blocks


def _open_graph(tags: list[tuple[str, str]]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, value in tags:
        if name.startswith(("og:", "article:")) and len(kept) < _PAIRS:
            kept.setdefault(name, value[:_VALUE])
    return kept


def _citation(tags: list[tuple[str, str]]) -> dict[str, str]:
    """A name that occurs more than once, as authors do, has its values joined."""
    together: dict[str, str] = {}
    for name, value in tags:
        if not name.startswith("citation_") or name == "citation_reference":
            continue
        if name in together:
            together[name] = (together[name] + "; " + value)[:_VALUE]
        elif len(together) < _PAIRS:
            together[name] = value[:_VALUE]
    return together
