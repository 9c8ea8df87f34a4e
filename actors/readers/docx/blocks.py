"""The body: paragraphs, headings, items of lists, code and tables, in their order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.markdown import table
from headwater.actors.domain.office.charts import chart
from headwater.actors.domain.office.relations import Relation
from headwater.actors.domain.office.tree import local, parse
from headwater.actors.readers.docx.names import W, number, value
from headwater.actors.readers.docx.runs import Inline
from headwater.actors.readers.docx.sources import Sources
from headwater.actors.readers.docx.styles import Style, is_shaded, numbering_of
from headwater.actors.readers.docx.tables import grid_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_NUMBER = re.compile(r"\d{1,9}[.)]?")
_WRAPPERS = {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag", "body", "txbxContent"}
_DEEPEST = 20  # tables inside tables, boxes inside boxes


class Body:
    """Walks the body and writes it down."""

    def __init__(self, sources: Sources, composer: Composer) -> None:
        self.inline = Inline(sources)
        self._sources = sources
        self._composer = composer
        self._code: list[str] = []
        self._depth = 0
        self._initial = ""  # a large letter that stands for itself, before its paragraph

    def write(self, parent: Element) -> None:
        """Everything in a part, in order."""
        for element in parent:
            if self._composer.full:
                return
            name = local(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name == "oMathPara":
                self._paragraph(parent)
            elif name in _WRAPPERS:
                self.write(element)
        self._end_code()

    def note(self, element: Element, relations: dict[str, Relation]) -> str:
        """A note or comment on one line."""
        texts = [
            self.inline.text(paragraph, self._style(paragraph), relations=relations)
            for paragraph in element.iter(W + "p")
        ]
        return " ".join(" ".join(texts).replace(BREAK, "").split())

    def _paragraph(self, element: Element) -> None:
        style = self._style(element)
        properties = element.find(W + "pPr")
        shaded = is_shaded(properties)
        if style.code:
            self._code.append(self.inline.text(element, style, plain=True))
            return
        self._end_code()
        level = self._level(style, properties)
        text = self._initial + self.inline.text(element, style, shaded=shaded, plain=bool(level))
        self._initial = ""
        if _is_initial(properties):
            self._initial = text.strip()
            return
        self._place(text, level, style, properties)
        self._extras()

    def _place(self, text: str, level: int, style: Style, properties: Element | None) -> None:
        empty = not text.replace(BREAK, "").strip()
        label, depth, listed = self._label(style, properties, empty=empty)
        if empty:
            self._composer.block(text)
        elif level:
            self._composer.heading(level, f"{label} {text}" if label else text)
        elif listed:
            numbered = _NUMBER.fullmatch(label)
            mark = label if label.endswith((".", ")")) else label + "."
            body = text if numbered or not label else f"{label} {text}"
            self._composer.item(body, depth, mark if numbered else "-")
        elif style.quote:
            self._composer.block("> " + text.strip().replace("\n", "\n> "))
        else:
            self._composer.paragraph(text)

    def _label(
        self, style: Style, properties: Element | None, *, empty: bool
    ) -> tuple[str, int, bool]:
        """The number of an item, its depth, and whether it is one."""
        own = numbering_of(properties)
        name, depth = own or style.numbering or ("", 0)
        if own is not None and not own[0] and style.numbering:
            name = style.numbering[0]
        level = self._sources.lists.level(name, depth)
        if level is None or empty:
            return "", 0, False
        return self._sources.lists.count(name, depth), depth, True

    def _level(self, style: Style, properties: Element | None) -> int:
        """Of a heading; 0 for none. A paragraph may say it by itself."""
        outline = value(properties, "outlineLvl")
        if outline is None:
            return style.level
        depth = number(outline, 9)
        return depth + 1 if 0 <= depth < 9 else 0

    def _style(self, paragraph: Element) -> Style:
        return self._sources.style(value(paragraph, "pPr", "pStyle"))

    def _table(self, element: Element) -> None:
        self._end_code()
        rows = grid_of(element, lambda cell: self._cell(cell, element))
        if self._is_frame(rows):
            for row in rows:
                for text in row:
                    self._composer.paragraph(text)
        else:
            self._composer.table(rows)
        self._extras()

    def _is_frame(self, rows: list[list[str]]) -> bool:
        """A table of one column arranges text; it holds no data."""
        return all(len(row) <= 1 for row in rows)

    def _cell(self, cell: Element, outer: Element) -> str:
        if self._depth >= _DEEPEST:
            return ""
        self._depth += 1
        shaded = (
            is_shaded(cell.find(W + "tcPr"))
            or is_shaded(outer.find(W + "tblPr"))
            or value(outer, "tblPr", "tblStyle") is not None
        )
        pieces = [self._within(inner, shaded=shaded) for inner in cell]
        self._depth -= 1
        return "\n".join(piece for piece in pieces if piece.strip())

    def _within(self, element: Element, *, shaded: bool) -> str:
        """A paragraph or table in a cell, on one line."""
        name = local(element)
        if name == "p":
            style = self._style(element)
            properties = element.find(W + "pPr")
            text = self.inline.text(element, style, shaded=shaded or is_shaded(properties))
            label, _, listed = self._label(style, properties, empty=not text.strip())
            return f"{label or '-'} {text}" if listed and text.strip() else text
        if name == "tbl":
            rows = grid_of(element, lambda cell: self._cell(cell, element))
            return " ".join(" ".join(row) for row in rows)
        if name in _WRAPPERS:
            return " ".join(self._within(inner, shaded=shaded) for inner in element)
        return ""

    def _extras(self) -> None:
        """Text boxes and charts that the last paragraph or table held."""
        boxes, self.inline.boxes = self.inline.boxes, []
        charts, self.inline.charts = self.inline.charts, []
        if self._depth < _DEEPEST:
            self._depth += 1
            for box in boxes:
                self.write(box)
            self._depth -= 1
        for name in charts:
            relation = self._sources.relations.get(name)
            data = self._sources.package.read(relation.target) if relation else None
            title, rows = chart(parse(data) if data else None)
            self._composer.paragraph(title)
            self._composer.block(table(rows))

    def _end_code(self) -> None:
        if self._code:
            self._composer.code("\n".join(self._code).replace(BREAK, ""))
            self._code = []


def _is_initial(properties: Element | None) -> bool:
    frame = None if properties is None else properties.find(W + "framePr")
    return frame is not None and frame.get(W + "dropCap", "none") != "none"
