"""Numbers as lists write them."""

from __future__ import annotations

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def roman(number: int) -> str:
    """In small Roman numerals; what these cannot write, in digits."""
    if not 0 < number < 4000:
        return str(number)
    written = ""
    for worth, letter in _ROMAN:
        written += letter * (number // worth)
        number %= worth
    return written


def letters(number: int) -> str:
    """In small letters, then aa, bb and so on; what these cannot write, in digits."""
    if not 0 < number < 1000:
        return str(number)
    times, place = divmod(number - 1, 26)
    return chr(ord("a") + place) * (times + 1)
