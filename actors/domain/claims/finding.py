"""
Where a text has what is wanted, found without taking every word of it into the hand.

Only distinct words are stemmed; where those that count stand is then a search for them as they are
written. That is several times faster than to read the text word by word, which is done where there
are too many ways in which the wanted words are written.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Collection, Iterator

from headwater.actors.domain.claims.numbers import REST
from headwater.actors.domain.claims.terms import (
    ADDRESS,
    SPELLED,
    other_keys,
    token,
    word_keys,
)
from headwater.actors.domain.words import UNSPACED

Hit = tuple[int, str]
"""A place in the text, in characters, and the key that is there."""

MOST = 48  # spellings that are searched for one by one
_ADDRESS = re.compile(ADDRESS)
_AROUND = ".,;:!?()[]*_#|\"'"
_NUMERIC = re.compile(r"[=~\d]")


def find(wanted: Collection[str], text: str) -> list[Hit]:
    """Each place where the text has one of the wanted keys, in order."""
    plain = _ADDRESS.sub(_blank, text)
    spellings = _spellings(wanted, plain)
    if len(spellings) > MOST:
        return [hit for hit in _one_by_one(plain) if hit[1] in wanted]
    hits = [hit for spelling in spellings for hit in _places(plain, spelling, spellings[spelling])]
    hits += [hit for hit in _others(wanted, plain) if hit[1] in wanted]
    hits.sort()
    return hits


def _blank(address: re.Match[str]) -> str:
    """As long as what it stands for, so that places stay what they are."""
    return " " * len(address[0])


def _spellings(wanted: Collection[str], text: str) -> dict[str, tuple[str, ...]]:
    """How wanted words are written in this text, with their keys."""
    found: dict[str, tuple[str, ...]] = {}
    initials = _initials(wanted)
    for piece in set(text.split()):
        core = piece.strip(_AROUND)
        if core.isalpha() and core[0] not in initials and core[0].isascii():
            continue
        for word in token().finditer(piece):
            if word.lastgroup in {"word", "acronym"} and word[0] not in found:
                keys = tuple(key for key in _keys(word) if key in wanted)
                if keys and not UNSPACED.match(word[0]):
                    found[word[0]] = keys
    pairs = (key for key in wanted if UNSPACED.match(key))
    return found | {pair: (pair,) for pair in pairs if pair in text}


def _keys(word: re.Match[str]) -> tuple[str, ...]:
    return word_keys(word[0]) if word.lastgroup == "word" else other_keys(word.string, word)


def _initials(wanted: Collection[str]) -> set[str]:
    """Letters that a wanted word can begin with; a stem keeps its word's, British oe aside."""
    words = [key for key in wanted if key]
    words += [word for word, key in SPELLED.items() if key in wanted]
    small = {key[0] for key in words} | ({"o"} if any(key[0] == "e" for key in words) else set())
    return small | {letter.upper() for letter in small}


def _places(text: str, spelling: str, keys: tuple[str, ...]) -> Iterator[Hit]:
    """Where it stands as a word of its own."""
    bounded = not UNSPACED.match(spelling)
    place = text.find(spelling)
    while place >= 0:
        end = place + len(spelling)
        if not bounded or not (
            (place > 0 and _goes_on(text[place - 1])) or (end < len(text) and _goes_on(text[end]))
        ):
            yield from ((place, key) for key in keys)
        place = text.find(spelling, place + 1)


@functools.lru_cache(maxsize=1024)
def _goes_on(letter: str) -> bool:
    """Whether a word that has this beside it is part of a longer one."""
    if letter.isalnum():
        return not UNSPACED.match(letter)
    return letter == "_" or unicodedata.category(letter) in {"Mn", "Mc"}


def _others(wanted: Collection[str], text: str) -> Iterator[Hit]:
    """Numbers and names that begin with digits, where any of these is wanted."""
    if any(_NUMERIC.match(key) for key in wanted):
        for found in _number().finditer(text):
            yield from _keys_at(text, found.start())


@functools.cache
def _number() -> re.Pattern[str]:
    """Digits that do not belong to a word before them."""
    return re.compile(rf"\d(?<![^\W_{UNSPACED.pattern[1:-1]}]\d){REST}")


def _keys_at(text: str, place: int) -> Iterator[Hit]:
    found = token().match(text, place)
    if found and found.lastgroup in {"number", "mixed"}:
        yield from ((place, key) for key in other_keys(text, found))


def _one_by_one(text: str) -> Iterator[Hit]:
    """Every key of the text."""
    known: dict[str, tuple[str, ...]] = {}
    for found in token().finditer(text):
        if found.lastgroup == "word":
            word = found[0]
            if (keys := known.get(word)) is None:
                keys = known[word] = word_keys(word)
        elif found.lastgroup is None:
            continue
        else:
            keys = other_keys(text, found)
        yield from ((found.start(), key) for key in keys)
