"""What texts are compared by: stemmed words, and numbers with their units."""

from __future__ import annotations

import functools
import re
import unicodedata

from headwater.actors.domain.claims.cues import negations
from headwater.actors.domain.claims.numbers import (
    NUMBER,
    Quantity,
    is_number_with_ending,
    keys_in_claim,
    keys_in_text,
    read_quantity,
)
from headwater.actors.domain.words import UNSPACED, fold, stem, terms_of

Term = tuple[str, ...]
"""What a claim asks for: one of these keys has to be in the text."""

ADDRESS = r"https?://[^\s)\]>]*+|\]\([^)\]\s]*+"
"""Links, whose words are not the text's."""

_COUNTED = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
SPELLED = {word: f"={number}" for number, word in enumerate(_COUNTED.split(), start=2)}


def _letters() -> tuple[str, str]:
    """Patterns of a letter that words begin with, and of how they go on: marks included."""
    unspaced, marks = UNSPACED.pattern[1:-1], _marks()
    letter = rf"[^\W\d_{unspaced}]"
    return letter, rf"[^\W{unspaced}]*+(?:[{marks}]++[^\W{unspaced}]*+)*+"


@functools.cache
def token() -> re.Pattern[str]:
    """
    Tokens, in order: what is no prose (addresses), U.S., 5G, 4,317, words.

    Every quantifier is possessive or bounded: one pass over the text, whatever is in it. An
    address need not be closed, because to look for its end could take a pass for each.
    """
    letter, rest = _letters()
    return re.compile(
        rf"{ADDRESS}"
        rf"|(?P<acronym>(?:{letter}\.){{2,12}})"
        rf"|(?P<mixed>(\d[\d.,]*+)({letter}{rest}))"
        rf"|(?P<number>{NUMBER})"
        rf"|(?P<word>[{UNSPACED.pattern[1:-1]}]{{1,200}}+|{letter}{rest})"
    )


@functools.cache
def word_at() -> re.Pattern[str]:
    """A word where one begins, of a script with spaces; the first letter of an acronym."""
    return re.compile("".join(_letters()))


def terms_of_claim(claim: str) -> list[Term]:
    """What a text must have in common with a claim; where nothing in it tells, all of its words."""
    return telling_terms(claim) or [(stem(fold(word)),) for word in claim.split()]


def telling_terms(claim: str) -> list[Term]:
    """The terms of a claim or a question, each once. What it denies is the same."""
    terms: dict[Term, None] = {}
    after = 0  # where the last number ends with its unit, which is not asked for again
    for found in token().finditer(claim):
        if found.lastgroup is None or found.start() < after:
            continue
        if found.lastgroup == "word" and found[0].casefold() not in negations():
            terms |= dict.fromkeys((key,) for key in word_keys(found[0]))
        elif quantity := _quantity(claim, found):
            terms[tuple(keys_in_claim(quantity))] = None
            after = quantity.end
        elif found.lastgroup != "word":
            terms[(_name(found),)] = None
    return list(terms)


@functools.lru_cache(maxsize=32_768)
def word_keys(word: str) -> tuple[str, ...]:
    """What a word can be found by."""
    spelled = SPELLED.get(word.casefold())
    return (spelled,) if spelled else terms_of(word)


def other_keys(text: str, token: re.Match[str]) -> tuple[str, ...]:
    """What a number, an acronym or a name with digits can be found by."""
    quantity = _quantity(text, token)
    return tuple(keys_in_text(quantity)) if quantity else (_name(token),)


def _name(token: re.Match[str]) -> str:
    """An acronym or a name with digits in it, as one word."""
    return token[0].replace(".", "").casefold()


def _quantity(text: str, token: re.Match[str]) -> Quantity | None:
    if token.lastgroup == "number":
        return read_quantity(text, token.start(), token.end())
    if token.lastgroup == "mixed" and is_number_with_ending(token[4]):
        return read_quantity(text, token.start(), token.end(3))
    return None


def _marks() -> str:
    r"""Combining marks belong to the word they are in; `\\w` leaves them out."""
    blocks = (range(0x300, 0x1E00), range(0xA800, 0xAC00), range(0xFE20, 0xFE30))
    return "".join(
        f"\\u{code:04x}"
        for block in blocks
        for code in block
        if unicodedata.category(chr(code)) in {"Mn", "Mc"}
    )
