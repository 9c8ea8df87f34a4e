"""Leaves out numbers that cannot be a wanted one, by their digits: most can not."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from headwater.actors.domain.claims.numbers import uneven_units, unit_after

_MARKS = re.compile(r"\D")
_PRECISE = 6  # digits to which numbers are compared


class Sieve:
    """
    Whether a number may be one of those that the keys stand for.

    Scales and most units change the place of the point and no digit, so that a number with other
    digits is another number, unless its unit is an uneven one, as yards are three feet.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._wanted = {
            _digits(key.lstrip("=~").partition(" ")[0].partition("e")[0]) for key in keys
        }
        self._measured = any(" " in key for key in keys)

    def __call__(self, text: str, number: re.Match[str]) -> bool:
        """Undecided counts as yes."""
        written = number[0]
        digits = written.strip("0") if written.isdigit() else _digits(written)
        if digits in self._wanted or len(digits) > _PRECISE or _parts(written) > 2:
            return True
        following = text[number.end() : number.end() + 1]
        if following.isalpha():  # as in 5G, or right before its unit
            return True
        return self._measured and unit_after(text, number.end()) in uneven_units()


@functools.lru_cache(maxsize=4096)
def _digits(written: str) -> str:
    return _MARKS.sub("", written).strip("0")


def _parts(written: str) -> int:
    return len(_MARKS.split(written))
