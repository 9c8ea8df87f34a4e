"""Machine-readable data inside a page, as it is there and bounded: JSON-LD, OpenGraph, Highwire."""

from __future__ import annotations

from typing import Any

import msgspec
from selectolax.lexbor import LexborHTMLParser

_BLOCKS = 20
_BLOCK = 65_536  # bytes of one JSON-LD block; a longer one is left out, since half of it is nothing
_TOTAL = 131_072  # bytes of them together
_PAIRS = 100
_VALUE = 2_000  # characters


def structured_of(tree: LexborHTMLParser) -> dict[str, Any]:
    """Only what is there: jsonLd, openGraph, citation."""
    found = {"jsonLd": _json_ld(tree), "openGraph": _open_graph(tree), "citation": _citation(tree)}
    return {name: value for name, value in found.items() if value}


def _json_ld(tree: LexborHTMLParser) -> list[Any]:
    blocks: list[Any] = []
    total = 0
    for node in tree.css("script[type='application/ld+json' i]")[:_BLOCKS]:
        text = node.text(deep=True).strip().removeprefix("<!--").removesuffix("-->")
        size = len(text.encode(errors="replace"))
        if size > _BLOCK or total + size > _TOTAL:
            continue
        try:
            blocks.append(msgspec.json.decode(text))
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            continue
        total += size
    return blocks


def _open_graph(tree: LexborHTMLParser) -> dict[str, str]:
    pairs = _metas(tree, "property") + _metas(tree, "name")
    return _first(pairs, ("og:", "article:"))


def _citation(tree: LexborHTMLParser) -> dict[str, str]:
    """A name that occurs more than once, as authors do, has its values joined."""
    together: dict[str, str] = {}
    for name, value in _metas(tree, "name"):
        if not name.startswith("citation_") or name == "citation_reference":
            continue
        if name in together:
            together[name] = (together[name] + "; " + value)[:_VALUE]
        elif len(together) < _PAIRS:
            together[name] = value
    return together


def _metas(tree: LexborHTMLParser, attribute: str) -> list[tuple[str, str]]:
    found = [
        (node.attributes.get(attribute), node.attributes.get("content"))
        for node in tree.css("meta")
    ]
    return [
        (name.strip().lower(), value.strip()[:_VALUE])
        for name, value in found
        if name and value and value.strip()
    ]


def _first(pairs: list[tuple[str, str]], prefixes: tuple[str, ...]) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name, value in pairs:
        if name.startswith(prefixes) and len(kept) < _PAIRS:
            kept.setdefault(name, value)
    return kept
