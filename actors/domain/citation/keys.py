"""Cite keys such as vaswani2017attention, each used once in a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headwater.actors.domain.citation.reference import Reference
from headwater.actors.domain.citation.text import fold
from headwater.actors.domain.lazy import pattern

_WORD = pattern(r"[a-z0-9]+")
_ARTICLES = frozenset({"a", "an", "the"})
_APOSTROPHES = str.maketrans("", "", "'’")  # noqa: RUF001 - both kinds
_LETTERS = 26


def with_keys(references: Iterable[Reference]) -> list[tuple[str, Reference]]:
    """
    The references with their keys, ordered by key.

    Equal keys get a, b, c … from the second on, then aa, ab …; which comes first is decided by the
    title and then by the address, so the order of the input does not change a key.
    """
    waiting = sorted(
        ((plain_key(reference), reference) for reference in references),
        key=lambda pair: (pair[0], fold(pair[1].title), pair[1].url),
    )
    taken = {key for key, _ in waiting}
    keyed = []
    endings: dict[str, Iterator[str]] = {}
    for key, reference in waiting:
        if key not in endings:
            endings[key] = iter(_endings())
            keyed.append((key, reference))
            continue
        own = next(key + ending for ending in endings[key] if key + ending not in taken)
        taken.add(own)
        keyed.append((own, reference))
    return sorted(keyed, key=lambda pair: pair[0])


def plain_key(reference: Reference) -> str:
    """Family name, year and first word of the title, as far as they are known; ASCII only."""
    year = str(reference.date.year) if reference.date else ""
    who = _surname(reference) or _first_word(reference.site)
    return f"{who}{year}{_first_word(reference.title)}" or "source"


def _surname(reference: Reference) -> str:
    """The whole family name, or an organisation's first word."""
    if not reference.authors.names:
        return ""
    name = reference.authors.names[0]
    if name.family:
        return "".join(_WORD.findall(fold(name.family)))
    return _first_word(name.literal)


def _first_word(text: str) -> str:
    """The first that is not an article."""
    words = _WORD.findall(fold(text).translate(_APOSTROPHES))
    return next((word for word in words if word not in _ARTICLES), words[0] if words else "")


def _endings() -> Iterator[str]:
    number = 0
    while True:
        yield _ending(number)
        number += 1


def _ending(number: int) -> str:
    """0 is a, 25 is z, 26 is aa."""
    more, letter = divmod(number, _LETTERS)
    return (_ending(more - 1) if more else "") + chr(ord("a") + letter)
