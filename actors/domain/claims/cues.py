"""Words that turn a sentence round: explicit negation and refutation, in several languages."""

from __future__ import annotations

import functools
import re

from msgspec import Struct

from headwater.actors.domain.language import rows
from headwater.actors.domain.words import UNSPACED

_WORD = re.compile(
    r"\w+(?:[\u0900-\u0903\u093a-\u094f\u0962\u0963]+\w*)*"
)  # with the vowels of Hindi


class Stance(Struct, frozen=True):
    """What a sentence does to what it speaks of, as far as single words tell."""

    negated: bool  # something in it is said not to be
    disputed: bool  # something is said to be wrong


def stance_of(sentence: str) -> Stance:
    """By explicit words alone; `not only` says nothing of the kind."""
    small = sentence.casefold().replace("\u2019", "'")
    negated = _has("negation", small) and _has("negation", _neutral().sub(" ", small))
    return Stance(negated, _has("refutation", small))


def opposed(sentence: Stance, claim: Stance) -> bool:
    """
    Whether a sentence denies what the claim affirms, affirms what it denies, or disputes it.

    A reason to read the sentence, no more: what its negation belongs to is not looked at.
    """
    return sentence.negated != claim.negated or (sentence.disputed and not claim.disputed)


def _has(kind: str, small: str) -> bool:
    """Whether one of the phrases is in a text that is written in small letters."""
    single, longer = _phrases(kind)
    if not single.isdisjoint(_WORD.findall(small)):
        return True
    return any(plain in small and pattern.search(small) for plain, pattern in longer)


@functools.cache
def _phrases(kind: str) -> tuple[frozenset[str], list[tuple[str, re.Pattern[str]]]]:
    """Phrases of one word, and the others, each with its pattern."""
    phrases = [phrase for named, phrase in rows("cues") if named == kind]
    single = frozenset(
        phrase for phrase in phrases if _WORD.fullmatch(phrase) and not UNSPACED.search(phrase)
    )
    others = [phrase for phrase in phrases if phrase not in single]
    return single, [(_bare(phrase), re.compile(_bounded(phrase))) for phrase in others]


@functools.cache
def _neutral() -> re.Pattern[str]:
    phrases = [phrase for kind, phrase in rows("cues") if kind == "neutral"]
    return re.compile("|".join(map(_bounded, sorted(phrases, key=len, reverse=True))))


def _bare(phrase: str) -> str:
    return phrase.removeprefix("-").split()[0]


def _bounded(phrase: str) -> str:
    """The phrase as whole words; or as the end of one; pieces where a script has no spaces."""
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
