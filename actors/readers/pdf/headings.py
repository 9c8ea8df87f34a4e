"""Which lines are headings: by their size beside the text's, by the outline, by their weight."""

from __future__ import annotations

import re
from collections import Counter

from headwater.actors.readers.pdf.shapes import Line, Sheet

_LARGER = 1.12  # times the size of the text
_LONGEST = 160  # letters
_LEVELS = 4
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S")
_SENTENCE = re.compile(r"[.,;:]\s*$")


class Headings:
    """What is known of a document's headings."""

    def __init__(self, sheets: list[Sheet], outline: list[tuple[int, str]]) -> None:
        sizes: Counter[float] = Counter()
        for sheet in sheets:
            for line in sheet.lines:
                sizes[_rounded(line.size)] += len(line.text.strip())
        self.body = sizes.most_common(1)[0][0] if sizes else 10.0
        total = max(1, sizes.total())
        larger = [
            size
            for size, count in sizes.items()
            if size > self.body * _LARGER and count < 0.3 * total
        ]
        self._levels = {
            size: min(place, _LEVELS) for place, size in enumerate(sorted(larger, reverse=True), 1)
        }
        self._outline = {_plain(title): level for level, title in outline}

    def level(self, line: Line) -> int:
        """1 to 6; 0 for text."""
        text = line.text.strip()
        if not 1 < len(text) <= _LONGEST or not any(letter.isalpha() for letter in text):
            return 0
        known = self._outline.get(_plain(text))
        if known:
            return min(known, 6)
        size = _rounded(line.size)
        if size in self._levels:
            return self._levels[size]
        if line.is_all("bold") and not line.is_all("code") and size >= self.body - 0.5:
            return self._by_weight(text)
        return 0

    def _by_weight(self, text: str) -> int:
        """A bold line of the text's own size, on its own."""
        lowest = min(max(self._levels.values(), default=1) + 1, _LEVELS + 1)
        if found := _NUMBERED.match(text):
            return min(max(lowest, 1 + found[1].count(".")), 6)
        return 0 if _SENTENCE.search(text) or len(text) > 90 else lowest


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _plain(title: str) -> str:
    return re.sub(r"[\W_]+|^[\d.\s]+", "", title).lower()
