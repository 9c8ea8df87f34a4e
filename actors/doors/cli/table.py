"""Text in columns: measured in terminal cells, wrapped to a width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

GAP = "  "
NARROWEST = 8  # cells a column keeps when it must give way


def table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None
) -> list[str]:
    """The header's line, then the rows; cells are wrapped when a width is given."""
    widths = _widths([headers, *rows], width)
    return [line for row in [headers, *rows] for line in _lines(row, widths)]


def cells(text: str) -> int:
    """How many terminal cells a text takes."""
    return sum(_cells(char) for char in text)


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken at spaces where there are any."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            joined = f"{line} {word}" if line else word
            if cells(joined) <= width:
                line = joined
                continue
            if line:
                lines.append(line)
            *whole, line = _pieces(word, width)
            lines += whole
        lines.append(line)
    return lines


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _pieces(word: str, width: int) -> list[str]:
    """A word that is too long for a line, in pieces that are not."""
    pieces = [""]
    taken = 0
    for char in word:
        size = _cells(char)
        if taken + size > width and pieces[-1]:
            pieces.append("")
            taken = 0
        pieces[-1] += char
        taken += size
    return pieces


def _widths(rows: Sequence[Sequence[str]], width: int | None) -> list[int]:
    """
    Each column as wide as it wants. When there is not room, the widest gives way first, and words
    are broken only where nothing else helps.
    """
    columns = ["\n".join(column) for column in zip(*rows, strict=True)]
    wanted = [max(cells(line) for line in column.split("\n")) for column in columns]
    if width is None:
        return wanted
    room = width - len(GAP) * (len(wanted) - 1)
    words = [max(cells(word) for word in column.split(" ")) for column in map(_spaced, columns)]
    for floors in (words, [NARROWEST] * len(wanted)):
        while sum(wanted) > room:
            spare = [want - floor for want, floor in zip(wanted, floors, strict=True)]
            if max(spare) <= 0:
                break
            wanted[max(range(len(wanted)), key=lambda at: (spare[at] > 0, wanted[at]))] -= 1
    return wanted


def _spaced(text: str) -> str:
    return text.replace("\n", " ")


def _lines(row: Sequence[str], widths: list[int]) -> list[str]:
    wrapped = [wrap(cell, max(width, 1)) for cell, width in zip(row, widths, strict=True)]
    height = max(len(cell) for cell in wrapped)
    padded = [cell + [""] * (height - len(cell)) for cell in wrapped]
    return [_join([cell[place] for cell in padded], widths) for place in range(height)]


def _join(texts: list[str], widths: list[int]) -> str:
    return GAP.join(_pad(text, width) for text, width in zip(texts, widths, strict=True)).rstrip()


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cells(text))
