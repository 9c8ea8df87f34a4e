"""
Where a text has what is wanted, found without taking every word of it into the hand.

A wanted word is searched for by its beginning, which every spelling of it shares, and only what
begins so is read; a number is read only if its digits could be those of a wanted one. That is many
times faster than to read the text word by word.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Collection, Iterator

from headwater.actors.domain.claims.beginnings import beginnings
from headwater.actors.domain.claims.numbers import REST
from headwater.actors.domain.claims.sieve import Sieve
from headwater.actors.domain.claims.terms import ADDRESS, other_keys, token, word_at, word_keys
from headwater.actors.domain.words import UNSPACED

Hit = tuple[int, str]
"""A place in the text, in characters, and the key that is there."""

_ADDRESS = re.compile(ADDRESS)
_NUMERIC = re.compile(r"[=~\d]")


def find(wanted: Collection[str], text: str) -> list[Hit]:
    """Each place where the text has one of the wanted keys, in order."""
    plain = _without_addresses(text)
    small = plain.lower()
    if len(small) != len(plain):  # a letter that is longer when small: places would not fit
        return [hit for hit in _one_by_one(plain) if hit[1] in wanted]
    hits = [*_words(wanted, plain, small), *_foreign_words(wanted, plain)]
    hits += [
        (place, pair) for pair in filter(UNSPACED.match, wanted) for place in _all(plain, pair)
    ]
    hits += _numbers(wanted, plain)
    hits.sort()
    return hits


def _without_addresses(text: str) -> str:
    """Blanks instead, as many, so that places stay what they are."""
    if "://" not in text and "](" not in text:
        return text
    return _ADDRESS.sub(lambda address: " " * len(address[0]), text)


def _words(wanted: Collection[str], text: str, small: str) -> Iterator[Hit]:
    """Words in plain letters, looked for by what those that are wanted begin with."""
    match = word_at().match
    known: dict[str, list[str]] = {}
    for beginning in beginnings(wanted):
        for place in _all(small, beginning):
            if place and _goes_on(text[place - 1]):
                continue
            found = match(text, place)
            written = found[0] if found else ""
            if (keys := known.get(written)) is None or len(written) == 1:
                word = token().match(text, place)
                keys = [key for key in _keys(word) if key in wanted] if word else []
                known[written] = keys = keys if written.isascii() else []
            for key in keys:
                yield place, key


def _foreign_words(wanted: Collection[str], text: str) -> Iterator[Hit]:
    """Words with other letters: how each is written is found first, then where it stands."""
    if text.isascii():
        return
    pieces = [piece for piece in set(text.split()) if not piece.isascii()]
    words = {word[0]: word for piece in pieces for word in token().finditer(piece)}
    for written, word in words.items():
        if word.lastgroup not in {"word", "acronym"} or written.isascii():
            continue
        keys = [] if UNSPACED.match(written) else [key for key in _keys(word) if key in wanted]
        if keys:
            yield from ((place, key) for place in _whole(text, written) for key in keys)


def _keys(word: re.Match[str]) -> tuple[str, ...]:
    return word_keys(word[0]) if word.lastgroup == "word" else other_keys(word.string, word)


def _whole(text: str, written: str) -> Iterator[int]:
    """Where it stands as a word of its own."""
    for place in _all(text, written):
        end = place + len(written)
        if not (place and _goes_on(text[place - 1])) and not _goes_on(text[end : end + 1] or " "):
            yield place


def _all(text: str, part: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


@functools.lru_cache(maxsize=1024)
def _goes_on(letter: str) -> bool:
    """Whether a word that has this beside it is part of a longer one."""
    if letter.isalnum():
        return not UNSPACED.match(letter)
    return letter == "_" or unicodedata.category(letter) in {"Mn", "Mc"}


def _numbers(wanted: Collection[str], text: str) -> Iterator[Hit]:
    """Numbers and names that begin with digits, where any of these is wanted."""
    numeric = [key for key in wanted if _NUMERIC.match(key)]
    may_be = Sieve(numeric) if numeric else None
    for found in _number().finditer(text) if may_be else ():
        if may_be and may_be(text, found):
            keys = _keys_at(text, found.start())
            yield from ((found.start(), key) for key in keys if key in wanted)


@functools.cache
def _number() -> re.Pattern[str]:
    """Digits that do not belong to a word before them."""
    return re.compile(rf"\d(?<![^\W_{UNSPACED.pattern[1:-1]}]\d){REST}")


def _keys_at(text: str, place: int) -> tuple[str, ...]:
    found = token().match(text, place)
    return other_keys(text, found) if found and found.lastgroup in {"number", "mixed"} else ()


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
