"""Text of DrawingML: paragraphs of runs, in shapes and in cells of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK
from headwater.actors.domain.markdown import Emphasis, Span, escape, inline
from headwater.actors.domain.office.maths import formula
from headwater.actors.domain.office.relations import Relation
from headwater.actors.domain.office.tree import attribute, below, child, children, local, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TINY = 150  # hundredths of a point
_OFF = {"0", "false", "none", "noStrike"}


class Text:
    """Writes paragraphs; counts runs that nobody sees."""

    def __init__(self, relations: dict[str, Relation]) -> None:
        self._relations = relations
        self.unseen = 0

    def paragraph(self, element: Element, *, plain: bool = False) -> str:
        """One paragraph; `plain` without marks."""
        spans: list[Span] = []
        for inner in element:
            name = local(inner)
            if name in {"r", "fld"}:
                spans += self._run(inner)
            elif name == "br":
                spans.append(Span("\n"))
            elif name in {"m", "AlternateContent"}:
                math = next(below(inner, "oMath"), None)
                spans += [Span(f"${formula(math)}$")] if math is not None else []
        if plain:
            return "".join(span.text for span in spans)
        return inline(spans)

    def cell(self, element: Element) -> str:
        """All paragraphs of a cell."""
        texts = [self.paragraph(inner, plain=True) for inner in below(element, "p")]
        return "\n".join(text for text in texts if text.strip())

    def _run(self, run: Element) -> list[Span]:
        words = (
            text_of(child(run, "t")).replace(BREAK, "").replace("\v", "\n").replace("_x000B_", "\n")
        )
        properties = child(run, "rPr")
        if properties is None:
            return [Span(escape(words))]
        size = properties.get("sz", "")
        if size.isdecimal() and int(size) < _TINY and words.strip():
            self.unseen += 1
            return []
        manner: set[Emphasis] = set()
        if properties.get("b", "0") not in _OFF:
            manner.add("bold")
        if properties.get("i", "0") not in _OFF:
            manner.add("italic")
        if properties.get("strike", "noStrike") not in _OFF:
            manner.add("strike")
        return [Span(escape(words), frozenset(manner), self._target(properties))]

    def _target(self, properties: Element) -> str:
        link = child(properties, "hlinkClick")
        relation = None if link is None else self._relations.get(attribute(link, "id"))
        return relation.target if relation is not None and relation.external else ""


def table_rows(table: Element, text: Text) -> list[list[str]]:
    """Rows of cells; a merged cell is repeated."""
    rows: list[list[str]] = []
    for row in children(table, "tr"):
        cells: list[str] = []
        for cell in children(row, "tc"):
            if cell.get("hMerge") in {"1", "true"}:
                cells.append(cells[-1] if cells else "")
            elif cell.get("vMerge") in {"1", "true"}:
                above = rows[-1] if rows else []
                cells.append(above[len(cells)] if len(cells) < len(above) else "")
            else:
                cells.append(text.cell(cell))
        rows.append(cells)
    return rows
