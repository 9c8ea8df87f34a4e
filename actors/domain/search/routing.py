"""Whom to ask first, and whom then."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct


class Routing(Struct, frozen=True):
    """The operator's wishes: an order by operation, and whether to ask a second one early."""

    orders: Mapping[str, tuple[str, ...]] = {}  # `default` is for operations that are not named
    hedge: float = 0.0  # seconds after which a second provider is asked as well; 0: never


def orders_of(text: str) -> dict[str, tuple[str, ...]]:
    """SEARCH_ROUTING: names with commas, or a JSON object of such by operation; else ValueError."""
    text = text.strip()
    if not text:
        return {}
    if not text.startswith("{"):
        return {"default": _names(text)}
    try:
        table = msgspec.json.decode(text, type=dict[str, str | list[str]])
    except msgspec.DecodeError as problem:
        raise ValueError(str(problem)) from None
    return {
        operation: _names(",".join(names) if isinstance(names, list) else names)
        for operation, names in table.items()
    }


def _names(text: str) -> tuple[str, ...]:
    names = (name.strip().lower() for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))
