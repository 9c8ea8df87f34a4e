"""Where the sentences of a text are, whatever its script; Markdown's own lines are kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.actors.domain.language import words

Place = tuple[int, int]
"""Start and end, in characters."""

LONGEST = 1_000  # characters; a text without stops is cut at its spaces

_SPACED = r".!?\u2026\u061f\u06d4"  # end a sentence only before a space
_ENDS = rf"{_SPACED}\u3002\uff01\uff1f\uff61\u0964\u0965\u17d4\u104b\u1362"
_AFTER = r"\"'\u2019\u201d\u00bb)\]\u300d\u300f\uff09*_"  # what still belongs to it
# Begins with one class, so that the search for it leaps over everything else.
_STOP = re.compile(rf"[\n{_ENDS}](?:(?<=\n)\s*+|(?<!\n)[{_ENDS}]*+[{_AFTER}]*+)")
_NEEDS_SPACE = re.compile(f"[{_SPACED}]")
_LINE_MARK = re.compile(r"[#>|+*\u2022-]|\d{1,3}[.)][ \t]|\[\d{1,3}\]|```")
_LEAD = re.compile(r"(?:[\s>#|*+\u2022-]|\d{1,3}[.)](?=\s))*+")
_LAST_WORD = re.compile(r"([^\W\d_]{1,12})\.$")
_WRAPPED = 50  # characters: a line as long as this was wrapped, a shorter one ended


def sentences_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Place]:
    """Every sentence of a text, in order, without the marks before it."""
    end = len(text) if end is None else end
    opened = start
    for stop in _STOP.finditer(text, start, end):
        if _ends(text, stop, opened, end):
            after = stop.end()
            first, last = _trimmed(text, opened, after)
            if last - first > LONGEST:
                yield from _cut(text, first, last)
            elif last > first:
                yield first, last
            opened = after
    yield from _cut(text, *_trimmed(text, opened, end))


def _ends(text: str, stop: re.Match[str], opened: int, end: int) -> bool:
    mark = stop[0][0]
    if mark == "\n":
        return _line_ends(text, stop, opened, end)
    if not _NEEDS_SPACE.match(mark):
        return True
    after = stop.end()
    if after < end and not text[after].isspace():
        return False
    if stop.start() - opened < 8 and text[opened : stop.start()].strip().isdigit():
        return False  # the number of an item in a list
    return mark != "." or not _goes_on(text, stop, end)


def _goes_on(text: str, stop: re.Match[str], end: int) -> bool:
    """After an abbreviation, an initial, or before a small letter."""
    following = text[stop.end() : min(end, stop.end() + 3)].lstrip(" \t")
    if following[:1].islower():
        return True
    if len(stop[0]) > 1 or following[:1] in {"", "\n"}:
        return False
    word = _LAST_WORD.search(text, max(0, stop.end() - 14), stop.end())
    if word is None:
        return False
    return (len(word[1]) == 1 and word[1] != "I") or word[1].casefold() in words("abbreviations")


def _line_ends(text: str, stop: re.Match[str], opened: int, end: int) -> bool:
    """Whether a new line starts a new sentence; an empty line always, a wrapped line does not."""
    if stop[0].count("\n") > 1 or text[opened : opened + 1] in {"#", "|"}:
        return True
    following = text[stop.end() : min(end, stop.end() + 30)]
    if not following or _LINE_MARK.match(following):
        return True
    if following[0].islower():
        return False
    place = stop.start()
    return place < _WRAPPED or text.rfind("\n", place - _WRAPPED, place) >= 0


def _trimmed(text: str, start: int, end: int) -> Place:
    """Without the marks before it and the space after it."""
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _cut(text: str, start: int, end: int) -> Iterator[Place]:
    while end - start > LONGEST:
        cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = start + LONGEST if cut < 0 else cut
        yield start, cut
        start = cut + (text[cut] == " ")
    if end > start:
        yield start, end
