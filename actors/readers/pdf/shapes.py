"""What is on a page: lines of text, ruled lines and areas, each with its place."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

Box = tuple[float, float, float, float]  # left, top, right, bottom; points, from the top left


class Area(Struct, frozen=True):
    """Something painted: where, in which colour, whether it hides what is under it, and when."""

    box: Box
    color: int
    solid: bool
    order: int

    def holds(self, box: Box) -> bool:
        """Whether most of a place lies in it."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3]


class Piece(Struct):
    """Text in one manner."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    target: str = ""


class Line(Struct):
    """A line, or the part of one that a gap separates from the rest."""

    left: float
    top: float
    right: float
    bottom: float
    size: float  # of most of its letters, points
    pieces: list[Piece]
    page: int = 0

    @property
    def text(self) -> str:
        """Its text without manners."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def middle(self) -> float:
        """Its height on the page."""
        return (self.top + self.bottom) / 2

    @property
    def ends(self) -> tuple[float, float]:
        """Where it starts and ends in the direction it is read, counted in that direction."""
        return (-self.right, -self.left) if runs_left(self.text) else (self.left, self.right)

    def is_all(self, manner: str) -> bool:
        """Whether all its letters are bold, or code."""
        return all(getattr(piece, manner) for piece in self.pieces if piece.text.strip())


class Table(Struct):
    """Rows that were recognised, and where."""

    left: float
    top: float
    right: float
    bottom: float
    rows: list[list[str]]
    page: int = 0

    @property
    def middle(self) -> float:
        """Its height on the page."""
        return (self.top + self.bottom) / 2


Item = Line | Table


class Sheet(Struct):
    """One page."""

    number: int
    width: float
    height: float
    lines: list[Line] = []
    turned: list[Line] = []  # lines that do not run from left to right
    tables: list[Table] = []
    across: list[Box] = []  # ruled lines
    down: list[Box] = []
    hidden: int = 0  # pieces of text that nobody sees
    scanned: bool = False  # an image, and no text

    @property
    def has_text(self) -> bool:
        """Whether anything on it can be read."""
        return bool(self.lines or self.turned or self.tables)


def same_height(one: Line, other: Line) -> bool:
    """Whether two parts stand on one line."""
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared > 0.5 * min(one.bottom - one.top, other.bottom - other.top)


def joined(parts: Sequence[Line]) -> Line:
    """Parts of one line, from left to right, as one."""
    parts = in_line(parts)
    pieces: list[Piece] = []
    for part in parts:
        if pieces and not pieces[-1].text.endswith(" "):
            pieces.append(Piece(" "))
        pieces += part.pieces
    return Line(
        min(part.left for part in parts),
        min(part.top for part in parts),
        max(part.right for part in parts),
        max(part.bottom for part in parts),
        max(parts, key=lambda part: len(part.text)).size,
        pieces,
        parts[0].page,
    )


def runs_left(text: str) -> bool:
    """Whether most letters are of a script that runs from right to left."""
    if text.isascii():
        return False
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(1 for letter in letters if "\u0590" <= letter <= "\u08ff") > len(letters)


def in_line(parts: Sequence[Line]) -> list[Line]:
    """Parts of one line in the order they are read."""
    if runs_left("".join(part.text for part in parts)):
        return sorted(parts, key=lambda part: -part.right)
    return sorted(parts, key=lambda part: part.left)


def rows_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand beside one another, from the top down."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.middle, line.left)):
        if rows and same_height(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.left) for row in rows]
