"""Text fit for one line of a record, and text to compare by."""

from __future__ import annotations

import unicodedata

from headwater.actors.domain.lazy import pattern

_JOINING = "\u0600-\u08ff\u0900-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
"""Scripts that need joiners inside words: Arabic, the Indic scripts, Khmer, Mongolian."""

_STRAY_JOINER = pattern(f"(?<![{_JOINING}])[\u200c\u200d]+|[\u200c\u200d]+(?![{_JOINING}])")

_INVISIBLE = pattern(
    "\x1b\\[[0-9;]{0,20}[A-Za-z]"  # colour codes of a terminal, whole
    "|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # controls that are not white space
    "\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufff9-\ufffb\ufeff"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ud800-\udfff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)

_ACCENTS = pattern("[\u0300-\u036f]+")
_LETTERS = pattern("[øæœłđðþı]")  # no accent to take away
_PLAIN = {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}  # noqa: RUF001 - that letter is meant


def clean(text: str) -> str:
    """
    The text on one line, without characters that are not seen.

    A value cannot start a new line or tag with what is left, nor turn the direction of the text
    that follows it. Look-alike letters stay as they are.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if text else text
    seen = _STRAY_JOINER.sub("", _INVISIBLE.sub("", text))
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def fold(text: str) -> str:
    """Lower case without accents, for comparing and sorting; ASCII for most Latin letters."""
    if text.isascii():
        return text.lower()
    plain = _LETTERS.sub(lambda found: _PLAIN[found[0]], text.casefold())
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))


def word_set(text: str) -> frozenset[str]:
    """For lists of words, which are easier to read as text."""
    return frozenset(text.split())


def sort_key(line: str) -> tuple[str, str]:
    """Alphabetical whatever the case, the accents and an opening quotation mark."""
    folded = fold(line)
    start = next((at for at, char in enumerate(folded) if char.isalnum()), 0)
    return folded[start:], line
