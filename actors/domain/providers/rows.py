"""Rows of an answer, each for itself: one that is not as it should be does not cost the others."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

Row = TypeVar("Row")

Text = str | None  # services leave a field out, or write null
Number = int | float | str | None  # and write numbers as text
Raws = list[msgspec.Raw] | None
Address = Annotated[str, Meta(min_length=1)]


def rows(raws: Iterable[msgspec.Raw] | None, kind: type[Row]) -> list[Row]:
    """Those that have the shape. Where none has it, the shape itself is another: an error."""
    found: list[Row] = []
    problem: msgspec.DecodeError | None = None
    for raw in raws or ():
        try:
            found.append(msgspec.json.decode(raw, type=kind))
        except msgspec.DecodeError as error:
            problem = error
    if problem is not None and not found:
        raise problem
    return found


def whole(number: Number) -> int:
    """A number however it is written; 0 where there is none."""
    try:
        return int(float(number or 0))
    except (ValueError, OverflowError):
        return 0


def decimal(number: Number) -> float | None:
    """A number however it is written; nothing where there is none."""
    try:
        value = math.nan if number is None else float(number)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
