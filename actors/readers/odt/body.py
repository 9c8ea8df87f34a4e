"""The body of an OpenDocument text: headings, paragraphs, lists, tables, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.numerals import letters, roman
from headwater.actors.domain.office.comments import comment
from headwater.actors.domain.office.tree import (
    attribute,
    below,
    child,
    children,
    local,
    text_of,
)
from headwater.actors.readers.odt.spans import Spans
from headwater.actors.readers.odt.styles import Styles

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MOST_REPEATED = 100  # empty cells and rows that stand for many
_WRAPPERS = {
    *("text", "section", "index-body", "table-of-content", "text-box", "page", "frame", "g"),
    *("presentation", "header", "list-header"),
}
_DEEPEST = 20


class Body:
    """Walks the body and writes it down."""

    def __init__(self, styles: Styles, composer: Composer) -> None:
        self.spans = Spans(styles)
        self._styles = styles
        self._composer = composer
        self._counts: dict[tuple[str, int], int] = {}
        self._code: list[str] = []

    def write(self, element: Element, depth: int = 0) -> None:
        """One element of the body."""
        name = local(element)
        if name != "p" and self._code:
            self._end_code()
        if name == "h":
            self._heading(element)
        elif name == "p":
            self._paragraph(element)
        elif name == "list":
            self._list(element, 0, self._list_name(element))
        elif name == "table":
            self._composer.table(self._rows(element))
        elif name == "soft-page-break":
            self._composer.block(BREAK)
        elif name in _WRAPPERS and depth < _DEEPEST:
            if name == "page":
                self._composer.page(attribute(element, "name"))
            for inner in element:
                self.write(inner, depth + 1)
        self._end_code()
        self._boxes(depth)

    def write_notes(self) -> None:
        """Notes and comments; notes may have notes."""
        for place, note in enumerate(self.spans.notes, 1):
            words = [self.spans.text(one) for one in below(child(note, "note-body"), "p")]
            self._composer.block(f"[^{place}]: " + " ".join(" ".join(words).split()))
        for note in self.spans.comments:
            said = " ".join(text_of(one) for one in children(note, "p"))
            author, date = text_of(child(note, "creator")), text_of(child(note, "date"))
            self._composer.block(comment(escape(said), author, date))

    def _heading(self, element: Element) -> None:
        written = attribute(element, "outline-level")
        level = int(written) if written.isdecimal() and len(written) < 3 else 1
        self._composer.heading(level, self.spans.text(element, plain=True))

    def _paragraph(self, element: Element) -> None:
        style = self._styles.find(attribute(element, "style-name"))
        if style.code:
            self._code.append(self.spans.text(element, plain=True))
            return
        self._end_code()
        text = self.spans.text(element, plain=bool(style.level))
        if style.level:
            self._composer.heading(style.level, text)
        elif text.replace(BREAK, "").strip():
            self._composer.paragraph(text)
        else:
            self._composer.block(text)

    def _list(self, element: Element, depth: int, name: str) -> None:
        """Items, each of which may hold further lists."""
        name = attribute(element, "style-name") or name
        if attribute(element, "continue-numbering") != "true":
            self._counts.pop((name, depth), None)
        for item in element:
            if local(item) not in {"list-item", "list-header"} or depth > _DEEPEST:
                continue
            first = True
            for inner in item:
                if local(inner) == "list":
                    self._list(inner, depth + 1, name)
                elif local(inner) in {"p", "h"}:
                    text = self.spans.text(inner)
                    mark = self._mark(name, depth) if first else ""
                    self._item(text, depth, mark)
                    first = False
                else:
                    self.write(inner)

    def _item(self, text: str, depth: int, mark: str) -> None:
        if not mark:
            self._composer.block("    " * (depth + 1) + text.strip())
        elif mark == "-" or mark[:-1].isdecimal():
            self._composer.item(text, depth, mark)
        else:
            self._composer.item(f"{mark} {text}", depth)

    def _mark(self, name: str, depth: int) -> str:
        form = self._styles.form(name, depth)
        if form is None:
            return "-"
        kind, behind, start = form
        count = self._counts.get((name, depth), start - 1) + 1
        self._counts[name, depth] = count
        for deeper in [key for key in self._counts if key[0] == name and key[1] > depth]:
            del self._counts[deeper]
        return _written(count, kind) + (behind if behind in {".", ")"} else ".")

    def _list_name(self, element: Element) -> str:
        first = next(below(element, "p", "h"), None)
        return "" if first is None else self._styles.find(attribute(first, "style-name")).list_name

    def _rows(self, table: Element, depth: int = 0) -> list[list[str]]:
        """Rows of cells; a cell that spans others is repeated in them."""
        rows: list[list[str]] = []
        tall: dict[int, tuple[int, str]] = {}  # column: rows that are left, text
        for row in _all(table, "table-row"):
            cells: list[str] = []
            for cell in row:
                self._cell(cell, cells, tall, depth)
            tall = {place: (left - 1, text) for place, (left, text) in tall.items() if left > 1}
            rows += [cells] * _repeated(row, "number-rows-repeated", empty=not any(cells))
        return rows

    def _cell(
        self, cell: Element, cells: list[str], tall: dict[int, tuple[int, str]], depth: int
    ) -> None:
        name = local(cell)
        if name == "covered-table-cell":
            for _ in range(_repeated(cell, "number-columns-repeated", empty=False)):
                above = tall.get(len(cells))
                cells.append(above[1] if above else cells[-1] if cells else "")
        elif name == "table-cell":
            text = self._cell_text(cell, depth)
            down = attribute(cell, "number-rows-spanned")
            across = attribute(cell, "number-columns-spanned")
            if down.isdecimal() and len(down) < 5 and int(down) > 1:
                wide = int(across) if across.isdecimal() and len(across) < 4 else 1
                tall |= {len(cells) + place: (int(down), text) for place in range(min(wide, 200))}
            cells += [text] * _repeated(cell, "number-columns-repeated", empty=not text)

    def _cell_text(self, cell: Element, depth: int) -> str:
        pieces: list[str] = []
        for inner in cell:
            if local(inner) in {"p", "h"}:
                pieces.append(self.spans.text(inner, plain=True))
            elif local(inner) == "list":
                pieces += [self.spans.text(one, plain=True) for one in below(inner, "p", "h")]
            elif local(inner) == "table" and depth < _DEEPEST:
                pieces += [" ".join(row) for row in self._rows(inner, depth + 1)]
        return "\n".join(piece for piece in pieces if piece.strip()).replace(BREAK, "")

    def _boxes(self, depth: int) -> None:
        boxes, self.spans.boxes = self.spans.boxes, []
        for box in boxes if depth < _DEEPEST else ():
            self.write(box, depth + 1)

    def _end_code(self) -> None:
        if self._code:
            self._composer.code("\n".join(self._code).replace(BREAK, ""))
            self._code = []


def _all(table: Element, name: str) -> list[Element]:
    """Rows, also those inside groups and heads."""
    found: list[Element] = []
    for inner in table:
        if local(inner) == name:
            found.append(inner)
        elif local(inner) in {"table-header-rows", "table-rows", "table-row-group"}:
            found += _all(inner, name)
    return found


def _repeated(element: Element, name: str, *, empty: bool) -> int:
    written = attribute(element, name)
    count = int(written) if written.isdecimal() and len(written) < 8 else 1
    return min(count, 1 if empty and name.startswith("number-rows") else MOST_REPEATED)


def _written(count: int, form: str) -> str:
    if form in {"a", "A"}:
        return letters(count).upper() if form == "A" else letters(count)
    if form in {"i", "I"}:
        return roman(count).upper() if form == "I" else roman(count)
    return str(count)
