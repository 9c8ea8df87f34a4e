"""Words of any script as the terms by which texts are compared: one form for all spellings."""

from __future__ import annotations

import functools
import unicodedata

from headwater.actors.domain.language import words
from headwater.actors.domain.lazy import pattern

_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
    r"\uf900-\ufaff\U00020000-\U0003ffff"
)
UNSPACED = pattern(f"[{_UNSPACED}]")
"""A character of a script whose words are not set apart; such text is compared by pairs."""

_HIRAGANA = pattern(r"[\u3040-\u309f]{2}")
_ACCENTS = pattern(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u0640]+")
_AMERICAN = (
    (pattern(r"isation|yzation"), "ization"),
    (pattern(r"([^aeiou].*)is(?=e$|es$|ed$|er$|ers$|ing$)"), r"\1iz"),
    (pattern(r"ys(?=e$|es$|ed$|er$|ers$|ing$)"), "yz"),
    (pattern(r"(?<=[a-z]{2}[lbvnid])our(?!s?ed|ing|ce|t|n)"), "or"),
    (pattern(r"(?<=[a-z]{2}[bt])re(?=s?$)"), "er"),
    (pattern(r"^(an|h|gyn|p)ae"), r"\1e"),
    (pattern(r"^oe(?=s)"), "e"),
    (pattern(r"^foe(?=t)"), "fe"),
    (pattern(r"sulph"), "sulf"),
    (pattern(r"ogue(?=s?$)"), "og"),
    (pattern(r"aluminium"), "aluminum"),
)
_ENDINGS = ("ingly", "edly", "ing", "ies", "ied", "ed", "es", "ly", "s", "y", "e")
_CYRILLIC = pattern(
    "(?<=[\u0400-\u04ff]{3})(?:"
    "[\u0430\u044f]\u043c\u0438|[\u043e\u0435](?:\u0433\u043e|\u043c\u0443)|[\u044b\u0438]\u043c\u0438"
    "|[\u0430\u043e\u0435\u044b\u0438\u044f\u0443\u044e]?[\u0438\u0432\u0445\u043c\u0439]"
    "|[\u0430\u043e\u0435\u044b\u0438\u044f\u0443\u044e\u044c]{1,2})$"
)
_ARABIC = pattern("^(?:[\u0648\u0628\u0641\u0643]?\u0627\u0644|\u0644\u0644)(?=\\w{3})")


def terms_of(word: str) -> tuple[str, ...]:
    """The terms that one word stands for: none, one, or the pairs of a text without spaces."""
    return _unspaced(fold(word)) if UNSPACED.search(word) else _single(word)


def fold(word: str) -> str:
    """Without case, width and accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", plain))


def _single(word: str) -> tuple[str, ...]:
    if word.casefold() in words("common") and not _acronym(word):
        return ()
    if len(word) == 1 and (word.islower() or word in "AI"):
        return ()
    return (stem(fold(word)),)


def _acronym(word: str) -> bool:
    """US is a country, and us is not."""
    return len(word) > 1 and word.isupper()


def _unspaced(run: str) -> tuple[str, ...]:
    """Pairs of characters that carry meaning; one character by itself where it stands alone."""
    if len(run) == 1:
        return () if run in words("common") else (run,)
    pairs = (run[place : place + 2] for place in range(len(run) - 1))
    return tuple(pair for pair in pairs if _tells(pair))


def _tells(pair: str) -> bool:
    return not _HIRAGANA.match(pair) and words("common").isdisjoint({pair, *pair})


@functools.lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A folded word without its commonest endings, British spelled as American."""
    if not word.isascii():
        return _ARABIC.sub("", _CYRILLIC.sub("", word))
    for form, spelling in _AMERICAN:
        word = form.sub(spelling, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return _single_end(word[: -len(ending)])
    return word


def _single_end(word: str) -> str:
    """As running becomes run, and travelled travel; but not miss, nor tall."""
    doubled = len(word) > 4 and word[-1] == word[-2] and word[-1] in "bdglmnprt"
    return word[:-1] if doubled else word
