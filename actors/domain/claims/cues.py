"""Words that turn a sentence round: explicit negation and refutation, in several languages."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from msgspec import Struct

from headwater.actors.domain.language import rows
from headwater.actors.domain.words import UNSPACED


class Stance(Struct, frozen=True):
    """What a sentence does to what it speaks of, as far as single words tell."""

    negated: bool  # something in it is said not to be
    disputed: bool  # something is said to be wrong


def stance_of(sentence: str) -> Stance:
    """By explicit words alone; `not only` says nothing of the kind."""
    negated = _pattern("negation").search(sentence)
    if negated:
        negated = _pattern("negation").search(_pattern("neutral").sub(" ", sentence))
    return Stance(bool(negated), bool(_pattern("refutation").search(sentence)))


def opposed(sentence: Stance, claim: Stance) -> bool:
    """
    Whether a sentence denies what the claim affirms, affirms what it denies, or disputes it.

    A reason to read the sentence, no more: what its negation belongs to is not looked at.
    """
    return sentence.negated != claim.negated or (sentence.disputed and not claim.disputed)


@functools.cache
def _pattern(kind: str) -> re.Pattern[str]:
    return re.compile(
        _any(phrase for named, phrase in rows("cues") if named == kind), re.IGNORECASE
    )


def _any(phrases: Iterable[str]) -> str:
    """One of the phrases as whole words; pieces of words where a script does not set them apart."""
    return "|".join(_bounded(phrase) for phrase in sorted(phrases, key=len, reverse=True))


def _bounded(phrase: str) -> str:
    written = re.escape(phrase.removeprefix("-")).replace(r"\ ", r"\s+")
    if UNSPACED.search(phrase):
        return written
    before = "" if phrase.startswith("-") else r"(?<!\w)"
    after = r"(?!\w)" if phrase[-1].isalpha() else r"(?=\s*\d)"  # as in No. 5
    return before + written + after


@functools.cache
def negations() -> frozenset[str]:
    """Words that say what is not, and nothing of what it is about."""
    return frozenset(phrase for kind, phrase in rows("cues") if kind == "negation")
