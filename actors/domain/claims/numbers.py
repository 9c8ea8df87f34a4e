"""Numbers as they are written around the world, with their units, as terms that can be compared."""

from __future__ import annotations

import functools
import re
import unicodedata

from msgspec import Struct

from headwater.actors.domain.language import rows

_GAPS = " \u00a0\u202f\u2009"
REST = rf"\d*+(?:[.,'\u2019\u066b\u066c]\d++|[{_GAPS}]\d{{3}}(?!\d))*+"
NUMBER = rf"\d{REST}"
"""How a number starts and goes on; what it means is decided here."""

_DIGITS = re.compile(r"\d")
_POINTS = re.compile(r"[.,'\u2019\u066b\u066c \u00a0\u202f\u2009]")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:[' ]\d{3})+")
_NEXT = re.compile(rf"[{_GAPS}-]?([^\W\d_]+(?:[\u00b2\u00b3]|/h)?|[%\u2030\uff05]|\u00b0[CF]|\W)")
_BEFORE = re.compile(r"(?:US)?([$\u20ac\u00a3\u00a5\uffe5\u20b9\u20bd\u20a9])[ \u00a0\u202f]?$")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_ORDINALS = frozenset({"st", "nd", "rd", "th"})


class Quantity(Struct, frozen=True):
    """One written number: the values it may mean, and the unit it is counted in."""

    values: tuple[float, ...]  # in the unit as written
    unit: str = ""  # the base unit
    factor: float = 1.0  # from the unit as written to the base unit
    end: int = 0  # where it ends in the text, unit included


def read_quantity(text: str, start: int, end: int) -> Quantity:
    """The number at a place of a text, with what stands around it."""
    written = text[start:end]
    scale, end = _after(text, end, _scales())
    unit, end = _after(text, end, _units())
    if unit is None and (before := _BEFORE.search(text, max(0, start - 5), start)):
        unit = _units()[before[1]]
    if unit and unit[0] == "mo" and _YEAR.fullmatch(written):
        unit = None  # a date: some languages say "in the year 2020" as "in 2020 year"
    base, factor = unit or ("", 1.0)
    grown = tuple(value * (scale[1] if scale else 1.0) for value in values_of(written))
    return Quantity(grown, base, factor, end)


def values_of(written: str) -> tuple[float, ...]:
    """
    What a number may mean: 4,317 is a few thousand, 12,5 a dozen, and 1.234 either.

    Two readings where countries differ; a comparison that fits one of them counts.
    """
    plain = _plain(written)
    points = [mark for mark in plain if not mark.isdigit()]
    if not points:
        return (float(plain),)
    readings = []
    if _GROUPED.fullmatch(plain):
        readings.append(float(_POINTS.sub("", plain)))
    last = points[-1]
    whole, _, part = plain.rpartition(last)
    if last in ".," and last not in whole and (not whole or _whole(whole)):
        readings.append(float(f"{_POINTS.sub('', whole)}.{part}"))
    return tuple(readings) or tuple(float(one) for one in _POINTS.split(plain) if one)


def keys_in_text(quantity: Quantity) -> list[str]:
    """The terms that a number in a text is found by."""
    if not quantity.unit:
        return [f"={value:.6g}" for value in quantity.values]
    inside = [f"~{value:.6g}" for value in quantity.values]
    return inside + [_measured(quantity, value) for value in quantity.values]


def keys_in_claim(quantity: Quantity) -> list[str]:
    """
    The terms that fit a number in a claim.

    Without a unit, the number in whatever unit; with one, the same amount, or the bare number.
    """
    bare = [f"={value:.6g}" for value in quantity.values]
    if not quantity.unit:
        return bare + [f"~{value:.6g}" for value in quantity.values]
    return bare + [_measured(quantity, value) for value in quantity.values]


def is_number_with_ending(letters: str) -> bool:
    """Whether letters right behind digits belong to a number: 19th, 330m, 5bn."""
    known = letters if len(letters) == 1 else letters.casefold()
    return known in _ORDINALS or known in _units() or known in _scales()


def _measured(quantity: Quantity, value: float) -> str:
    return f"{value * quantity.factor:.6g} {quantity.unit}"


def _whole(written: str) -> bool:
    return written.isdigit() or bool(_GROUPED.fullmatch(written))


def _plain(written: str) -> str:
    """ASCII digits, one kind of gap, the Arabic marks as the Latin ones."""
    if not written.isascii():
        written = _DIGITS.sub(lambda digit: str(unicodedata.decimal(digit[0])), written)
        written = written.translate(_MARKS)
    return written


_MARKS = str.maketrans("\u066b\u066c\u2019\u00a0\u202f\u2009", ".,'   ")


def _after(
    text: str, end: int, known: dict[str, tuple[str, float]]
) -> tuple[tuple[str, float] | None, int]:
    """The scale or unit that follows, and where it ends."""
    found = _NEXT.match(text, end)
    if found is None:
        return None, end
    word = found[1] if len(found[1]) == 1 else found[1].casefold()
    if word in known:
        return known[word], found.end()
    for length in range(min(6, len(word)), 0, -1):  # scripts without spaces: what it starts with
        if not word[0].isascii() and word[:length] in known:
            return known[word[:length]], found.start(1) + length
    return None, end


def unit_after(text: str, end: int) -> str:
    """The word at which a unit or a scale would stand."""
    found = _NEXT.match(text, end)
    return found[1].casefold() if found else ""


@functools.cache
def uneven_units() -> frozenset[str]:
    """Words after which a number has other digits in its base unit; scales may stand between."""
    uneven = (name for name, (_, factor) in _units().items() if f"{factor:e}"[:7] != "1.00000")
    return frozenset({*(name.casefold() for name in uneven), *_scales()})


@functools.cache
def _units() -> dict[str, tuple[str, float]]:
    return {
        name if len(name) == 1 else name.casefold(): (base, float(factor))
        for base, factor, names in rows("units")
        for name in names.split()
    }


@functools.cache
def _scales() -> dict[str, tuple[str, float]]:
    return {
        name.casefold(): ("", float(factor))
        for factor, names in rows("scales")
        for name in names.split()
    }
