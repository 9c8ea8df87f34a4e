"""The passages of a text that matter for a question, by the words they share with it (BM25)."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter

from msgspec import Struct

from headwater.actors.domain.lazy import pattern


class Passage(Struct, frozen=True):
    """A paragraph, where it starts in the text, and how well it fits."""

    text: str
    offset: int  # characters
    score: float


_PARAGRAPH = pattern(r"[^\n]+(?:\n(?!\n)[^\n]*)*")
_WORD = pattern(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_HAN = pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_STOP_WORDS = (
    "a an and are as at be by can could did do does for from had has have how i in is it its "
    "of on or s should so than that the their there these they this to was were what when "
    "where which who why will with would you your"
)
_COMMON = frozenset(_STOP_WORDS.split())
_ENDINGS = ("ingly", "edly", "ing", "ies", "ed", "es", "ly", "s")
_K = 1.2  # the usual constants of the formula
_B = 0.75
_SHARE = 0.25  # of the best score; passages below it are beside the question
_LONGEST = 4_000  # characters of one passage


def passages_of(text: str, query: str, most: int = 40) -> list[Passage]:
    """At most `most` passages in the order of the text; none when no word of the query occurs."""
    wanted = set(_terms(query))
    pieces = _pieces(text)
    counts = [Counter(term for term in _terms(piece) if term in wanted) for piece, _ in pieces]
    if not wanted or not any(counts):
        return []
    scores = _scores([piece for piece, _ in pieces], counts)
    best = max(scores)
    ranked = sorted(range(len(pieces)), key=lambda place: (-scores[place], place))[:most]
    chosen = sorted(place for place in ranked if scores[place] >= best * _SHARE)
    return [
        Passage(pieces[place][0], pieces[place][1], round(scores[place], 3)) for place in chosen
    ]


def _pieces(text: str) -> list[tuple[str, int]]:
    """Paragraphs with their offsets; a heading goes with what it heads, long ones are split."""
    found: list[tuple[str, int]] = []
    heading: int | None = None
    for paragraph in _PARAGRAPH.finditer(text):
        start = paragraph.start() if heading is None else heading
        if paragraph[0].startswith("#") and "\n" not in paragraph[0]:
            heading = start
            continue
        heading = None
        end = paragraph.end()
        found += [
            (text[place : min(place + _LONGEST, end)], place)
            for place in range(start, end, _LONGEST)
        ]
    if heading is not None:
        found.append((text[heading:].rstrip("\n"), heading))
    return found


def _scores(pieces: list[str], counts: list[Counter[str]]) -> list[float]:
    spread = Counter(term for count in counts for term in count)
    rarity = {
        term: math.log(1 + (len(pieces) - seen + 0.5) / (seen + 0.5))
        for term, seen in spread.items()
    }
    mean = sum(map(len, pieces)) / len(pieces) or 1.0
    return [
        sum(
            rarity[term] * seen * (_K + 1) / (seen + _K * (1 - _B + _B * len(piece) / mean))
            for term, seen in count.items()
        )
        for piece, count in zip(pieces, counts, strict=True)
    ]


def _terms(text: str) -> list[str]:
    """Words without case, accents and common endings; scripts without spaces by pairs."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    plain = unicodedata.normalize("NFC", plain)
    terms: list[str] = []
    for word in _WORD.findall(plain):
        if _HAN.search(word):
            terms += [word[place : place + 2] for place in range(max(1, len(word) - 1))]
        elif word not in _COMMON:
            terms.append(_stem(word))
    return terms


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
