"""Words that turn a sentence round: explicit negation and refutation, in several languages."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from headwater.actors.domain.language import rows
from headwater.actors.domain.words import UNSPACED


def opposes(sentence: str, claim: str) -> bool:
    """
    Whether a sentence denies what the claim affirms, affirms what it denies, or disputes it.

    A reason to read the sentence, no more: what its negation belongs to is not looked at.
    """
    disputed = bool(_found("refutation", sentence)) and not _found("refutation", claim)
    return disputed or negated(sentence) != negated(claim)


def has_cue(sentence: str) -> bool:
    """Whether a sentence has any such word."""
    return negated(sentence) or bool(_found("refutation", sentence))


def negated(text: str) -> bool:
    """Whether something in it is said not to be; `not only` says nothing of the kind."""
    return bool(_found("negation", _pattern("neutral").sub(" ", text)))


def _found(kind: str, text: str) -> re.Match[str] | None:
    return _pattern(kind).search(text)


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
