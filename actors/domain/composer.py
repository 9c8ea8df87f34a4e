"""Puts a document together block by block, and knows where its pages start."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.domain.markdown import fenced, guarded, table
from headwater.actors.messages.web import PageStart

BREAK = "\ufdd0"  # no character: stands in the text where a page starts, until the text is done
MOST_TEXT = 8_000_000  # characters of one document


class Composed(Struct, frozen=True):
    """The text, where its pages start, and whether some of it was left out."""

    text: str
    pages: tuple[PageStart, ...]
    cut: bool


class Composer:
    """Blocks in order. Text may hold `BREAK` where a page starts within a block."""

    def __init__(self, most: int = MOST_TEXT) -> None:
        self._blocks: list[str] = []
        self._labels: list[str] = []
        self._pending = ""
        self._in_list = False
        self._left = most
        self._short = False

    @property
    def full(self) -> bool:
        """Whether no more is taken."""
        return self._left <= 0

    def page(self, label: str = "") -> None:
        """What comes next is on a new page."""
        self._labels.append(label)
        self._pending += BREAK

    def heading(self, level: int, text: str) -> None:
        """A heading of level 1 to 6."""
        line = " ".join(text.split(" ")).replace("\n", " ").strip()
        if line.replace(BREAK, "").strip():
            self._add("#" * max(1, min(level, 6)) + " " + line)

    def paragraph(self, text: str) -> None:
        """Running text, which is not mistaken for anything else."""
        lines = [guarded(line.strip()) for line in text.split("\n")]
        self._add("\n".join(line for line in lines if line))

    def item(self, text: str, depth: int = 0, mark: str = "-") -> None:
        """An item of a list; further lines of it are indented."""
        if not text.replace(BREAK, "").strip():
            return
        indent = "    " * min(depth, 8)
        lines = [line.strip() for line in text.strip(" \n").split("\n")]
        body = f"\n{indent}    ".join(line for line in lines if line)
        self._add(f"{indent}{mark} {body}", in_list=True)

    def table(self, rows: list[list[str]]) -> None:
        """A table."""
        self._add(table(rows))

    def code(self, text: str, language: str = "") -> None:
        """A block of code."""
        if text.strip():
            self._add(fenced(text, language))

    def block(self, text: str) -> None:
        """A block that is Markdown already."""
        self._add(text.strip("\n"))

    def leave_out(self, what: str) -> None:
        """Say that something is not there."""
        self._short = True
        self._add(f"[{what} left out]")

    def end_list(self) -> None:
        """The next item starts a list of its own."""
        self._in_list = False

    def compose(self) -> Composed:
        """The whole."""
        pieces = "".join([*self._blocks, self._pending]).split(BREAK)
        pages: list[PageStart] = []
        offset = len(pieces[0])
        for number, piece in enumerate(pieces[1:], 1):
            label = self._labels[number - 1] if number <= len(self._labels) else ""
            pages.append(PageStart(number, offset, label))
            offset += len(piece)
        text = "".join(pieces)
        lead = len(text) - len(text.lstrip("\n"))
        text = text.strip("\n") + "\n" if text.strip() else ""
        return Composed(
            text, tuple(_moved(page, lead, len(text)) for page in pages), self.full or self._short
        )

    def _add(self, text: str, *, in_list: bool = False) -> None:
        if not text.replace(BREAK, "").strip():
            self._pending += BREAK * text.count(BREAK)
            return
        if self._left <= 0:
            return
        gap = ("\n" if in_list and self._in_list else "\n\n") if self._blocks else ""
        text = text[: self._left]
        self._blocks.append(gap + self._pending + text)
        self._left -= len(text)
        self._pending = ""
        self._in_list = in_list


def _moved(page: PageStart, lead: int, end: int) -> PageStart:
    return PageStart(page.page, max(0, min(page.offset - lead, end)), page.label)
