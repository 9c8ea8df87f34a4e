"""The passages of a text that matter for a question, by the words they share with it (BM25)."""

from __future__ import annotations

import math
from collections import Counter

from msgspec import Struct

from headwater.actors.domain.lazy import pattern


class Passage(Struct, frozen=True):
    """A paragraph, where it starts in the text, and how well it fits."""

    text: str
    offset: int  # characters
    score: float


_PARAGRAPH = pattern(r"[^\n]+(?:\n(?!\n)[^\n]*)*")
_K = 1.2  # the usual constants of the formula
_B = 0.75
_SHARE = 0.25  # of the best score; passages below it are beside the question
_LONGEST = 4_000  # characters of one passage


def passages_of(text: str, query: str, most: int = 40) -> list[Passage]:
    """At most `most` passages in the order of the text; none when no word of the query occurs."""
    pieces = _pieces(text)
    counts = _counts(text, query, pieces)
    if not any(counts):
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


def _counts(text: str, query: str, pieces: list[tuple[str, int]]) -> list[Counter[int]]:
    """How often each piece has each term of the query; terms by number."""
    from headwater.actors.domain.claims.finding import find
    from headwater.actors.domain.claims.terms import telling_terms

    terms = {key: number for number, term in enumerate(telling_terms(query)) for key in term}
    counts: list[Counter[int]] = [Counter() for _ in pieces]
    place = 0
    for at, key in find(terms, text):
        while place + 1 < len(pieces) and pieces[place + 1][1] <= at:
            place += 1
        if counts:
            counts[place][terms[key]] += 1
    return counts


def _scores(pieces: list[str], counts: list[Counter[int]]) -> list[float]:
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
