"""Lists: which are numbered, how, and where each has come to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from headwater.actors.domain.numerals import letters, roman
from headwater.actors.readers.docx.names import W, number, value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PLACE = re.compile(r"%([1-9])")


class Level(Struct, frozen=True):
    """One depth of a list."""

    form: str = "bullet"  # decimal, lowerLetter, bullet, none …
    text: str = ""  # %1.%2
    start: int = 1

    @property
    def ordered(self) -> bool:
        """Whether its items have numbers."""
        return self.form not in {"bullet", "none"} and "%" in self.text


class Lists:
    """The lists of a document, counting."""

    def __init__(self, root: Element | None) -> None:
        self._abstract: dict[str, dict[int, Level]] = {}
        self._lists: dict[str, tuple[str, dict[int, Level]]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._seen: set[str] = set()
        for element in () if root is None else root.findall(W + "abstractNum"):
            name = element.get(W + "abstractNumId", "")
            self._abstract[name] = _levels(element.findall(W + "lvl"))
        for element in () if root is None else root.findall(W + "num"):
            self._define(element)

    def level(self, name: str, depth: int) -> Level | None:
        """What items of a list look like at a depth; None for no list."""
        if name in {"", "0"} or name not in self._lists:
            return None
        abstract, own = self._lists[name]
        return own.get(depth) or self._abstract.get(abstract, {}).get(depth) or Level()

    def count(self, name: str, depth: int) -> str:
        """The label of the next item, such as 2.1; empty for a bullet."""
        level = self.level(name, depth)
        if level is None:
            return ""
        abstract, own = self._lists[name]
        key = name if own and name not in self._seen else abstract
        counts = self._counts.setdefault(abstract, {})
        if own and key == name:  # a list that starts anew
            self._seen.add(name)
            for place, begun in own.items():
                counts[place] = begun.start - 1
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [place for place in counts if place > depth]:
            del counts[deeper]
        return self._label(name, level, counts) if level.ordered else ""

    def _label(self, name: str, level: Level, counts: dict[int, int]) -> str:
        def fill(found: re.Match[str]) -> str:
            place = int(found[1]) - 1
            other = self.level(name, place) or Level()
            return _written(counts.get(place, other.start), other.form)

        return _PLACE.sub(fill, level.text).strip()

    def _define(self, element: Element) -> None:
        own = {}
        abstract = value(element, "abstractNumId") or ""
        for change in element.findall(W + "lvlOverride"):
            depth = number(change.get(W + "ilvl"))
            inner = change.find(W + "lvl")
            base = self._abstract.get(abstract, {}).get(depth, Level())
            level = base if inner is None else _level(inner)
            start = value(change, "startOverride")
            if start is not None:
                own[depth] = Level(level.form, level.text, number(start, 1))
            elif inner is not None:
                own[depth] = level
        self._lists[element.get(W + "numId", "")] = (abstract, own)


def _levels(elements: list[Element]) -> dict[int, Level]:
    return {number(element.get(W + "ilvl")): _level(element) for element in elements}


def _level(element: Element) -> Level:
    return Level(
        form=value(element, "numFmt") or "decimal",
        text=value(element, "lvlText") or "",
        start=number(value(element, "start"), 1),
    )


def _written(count: int, form: str) -> str:
    if form in {"lowerLetter", "upperLetter"}:
        return letters(count).upper() if form == "upperLetter" else letters(count)
    if form in {"lowerRoman", "upperRoman"}:
        return roman(count).upper() if form == "upperRoman" else roman(count)
    return f"{count:02}" if form == "decimalZero" else str(count)
