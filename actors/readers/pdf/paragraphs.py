"""Lines in reading order as paragraphs, items, headings, code and tables."""

from __future__ import annotations

import re
from itertools import pairwise

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.readers.pdf.headings import Headings
from headwater.actors.readers.pdf.shapes import Item, Line, Table, joined, same_height
from headwater.actors.readers.pdf.writing import written

_BULLET = re.compile(r"\s*[\u2022\u25aa\u25cf\u25e6\u2023\u25a0\u25cb\uf0b7\uf0a7\u2219\u2043]\s*")
_DASH = re.compile(r"\s*[-\u2013\u2014*]\s+(?=\S)")
_COUNT = re.compile(r"\s*(\d{1,3}[.)])\s+(?=\S)")
_LETTER = re.compile(r"\s*(\(?(?:[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
_ENDS = re.compile(r"[.!?:;\u3002\uff01\uff1f\u061f\"\u201d)\]]\s*$")
_FAR = 0.75  # line heights; a wider gap starts a paragraph
_LONGEST = 400  # lines of one paragraph; nobody writes longer ones
_INDENT = 0.9  # sizes
_SHORT = 0.8  # share of the column; a shorter line that ends a sentence ends a paragraph


class Paragraphs:
    """Takes items one after the other and writes them down."""

    def __init__(self, composer: Composer, headings: Headings, known: frozenset[str]) -> None:
        self._composer = composer
        self._headings = headings
        self._known = known
        self._held: list[Line] = []
        self._ends: list[tuple[float, float]] = []  # of these lines, as they are read
        self._kind = ""  # of what is held: text, item, code, or a heading's level
        self._usual = 0.0  # gap between the lines of this page, points
        self._edge = 0.0  # where its longest line ends
        self._indents: list[float] = []  # of the list that is open
        self._turned = 0  # pages that were begun

    def page(self, items: list[Item]) -> None:
        """The items of one page, in order."""
        whole = _whole(items)
        self._usual, self._edge = _spacing(whole)
        for item in whole:
            if isinstance(item, Table):
                self.end()
                self._turn(item.page)
                self._composer.table(item.rows)
            else:
                self._line(item)

    def end(self) -> None:
        """Write what is held."""
        held, self._held = self._held, []
        if not held:
            return
        self._turn(held[0].page)
        last = held[-1].page
        if self._kind == "code":
            self._composer.code(_code(held))
        elif self._kind.isdecimal():
            self._composer.heading(int(self._kind), written(held, self._known, plain=True))
        elif self._kind == "item":
            self._item(held)
        else:
            self._composer.paragraph(written(held, self._known))
        if self._kind in {"text", "item"}:
            self._turned = last  # the text says itself where it turns
        self._turn(last)

    def note(self, page: int, text: str) -> None:
        """Something of ours about a page."""
        self.end()
        self._turn(page)
        self._composer.block(text)

    def _turn(self, page: int) -> None:
        """Say that the next block is on that page, unless that is known."""
        while self._turned < page:
            self._turned += 1
            self._composer.page()

    def _line(self, line: Line) -> None:
        kind = self._kind_of(line)
        if self._held and self._goes_on(line, kind):
            self._held.append(line)
            self._ends.append(line.ends)
            return
        self.end()
        self._held, self._ends = [line], [line.ends]
        self._kind = kind

    def _kind_of(self, line: Line) -> str:
        if line.is_all("code"):
            return "code"
        if level := self._headings.level(line):
            return str(level)
        return "item" if _mark(line.text) else "text"

    def _goes_on(self, line: Line, kind: str) -> bool:
        """Whether a line belongs to what is held."""
        last = self._held[-1]
        if len(self._held) >= _LONGEST:
            return False
        turned = line.page != last.page or line.top < last.top - last.size
        if kind == "code" or self._kind == "code":
            return kind == self._kind
        if kind.isdecimal() or self._kind.isdecimal():
            alike = kind == self._kind and abs(line.size - last.size) < 0.6
            return alike and not turned and line.top - last.bottom < 0.4 * line.size
        if kind == "item" or abs(line.size - last.size) > 1.2:
            return False
        if turned:
            return not _ENDS.search(last.text) and not line.text[:1].isupper()
        return self._is_near(last, line) and not self._starts_anew(line)

    def _is_near(self, last: Line, line: Line) -> bool:
        gap = line.top - last.bottom
        if gap < _FAR * max(last.bottom - last.top, 1.0):
            return True
        spaced = gap < 1.2 * self._usual and last.right > 0.9 * self._edge
        return spaced and not _ENDS.search(last.text)

    def _starts_anew(self, line: Line) -> bool:
        """By an indent, or because the line before was short and ended a sentence."""
        last = self._held[-1]
        if line.text.lstrip()[:1].islower() and not _ENDS.search(last.text):
            return False
        edge = min(start for start, _ in self._ends)
        wide = max(end for _, end in self._ends) - edge
        start, end = line.ends
        if self._kind == "item":
            return start < self._ends[0][0] - 1
        if start > self._ends[-1][0] + _INDENT * line.size and start - edge < 6 * line.size:
            return len(self._held) > 1 or bool(_ENDS.search(last.text))
        ends_early = self._ends[-1][1] - edge < _SHORT * max(wide, end - start)
        return bool(ends_early and _ENDS.search(last.text))

    def _item(self, held: list[Line]) -> None:
        mark, body = _mark(held[0].text) or ("-", held[0].text)
        left = held[0].left
        while self._indents and left < self._indents[-1] - 3:
            self._indents.pop()
        if not self._indents or left > self._indents[-1] + 3:
            self._indents.append(left)
        text = written([_unmarked(held[0], body), *held[1:]], self._known)
        if not re.fullmatch(r"\d{1,3}[.)]", mark):
            text, mark = (text if mark == "-" else f"{mark} {text}"), "-"
        self._composer.item(text, min(len(self._indents) - 1, 4), mark)


def _mark(text: str) -> tuple[str, str] | None:
    """The mark of a list's item and what comes behind it."""
    for form in (_BULLET, _DASH):
        if found := form.match(text):
            return "-", text[found.end() :]
    for form in (_COUNT, _LETTER):
        if found := form.match(text):
            return found[1], text[found.end() :]
    return None


def _unmarked(line: Line, body: str) -> Line:
    """The line without its mark."""
    drop = len(line.text) - len(body)
    pieces = []
    for piece in line.pieces:
        kept = piece.text[drop:] if drop < len(piece.text) else ""
        drop = max(0, drop - len(piece.text))
        if kept:
            piece.text = kept
            pieces.append(piece)
    return Line(line.left, line.top, line.right, line.bottom, line.size, pieces, line.page)


def _whole(items: list[Item]) -> list[Item]:
    """Parts that stand on one line as one line; what is left of such are no tables."""
    found: list[Item] = []
    for item in items:
        last = found[-1] if found else None
        beside = isinstance(item, Line) and isinstance(last, Line) and same_height(last, item)
        if beside and isinstance(item, Line) and isinstance(last, Line):
            found[-1] = joined([last, item])
        else:
            found.append(item)
    return found


def _spacing(items: list[Item]) -> tuple[float, float]:
    """The usual gap between lines, and where the longest ends."""
    lines = [item for item in items if isinstance(item, Line)]
    gaps = sorted(after.top - before.bottom for before, after in pairwise(lines))
    gaps = [gap for gap in gaps if gap > 0]
    usual = gaps[len(gaps) // 2] if gaps else 0.0
    return usual, max((line.right for line in lines), default=0.0)


def _code(lines: list[Line]) -> str:
    """Lines of code with the indents they have on the page."""
    left = min(line.left for line in lines)
    rows = []
    for line in lines:
        text = line.text.rstrip()
        width = (line.right - line.left) / max(1, len(text))
        rows.append(" " * round((line.left - left) / max(width, 1.0)) + text.lstrip())
    return "\n".join(rows).replace(BREAK, "")
