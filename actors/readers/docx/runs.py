"""What stands in a paragraph: runs of text in their manner, links, notes, formulas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK
from headwater.actors.domain.markdown import Emphasis, Span, escape, inline
from headwater.actors.domain.office.maths import formula
from headwater.actors.domain.office.relations import Relation
from headwater.actors.domain.office.tree import described, local
from headwater.actors.readers.docx.names import M, R, W, value
from headwater.actors.readers.docx.sources import Sources
from headwater.actors.readers.docx.styles import Look, Style, look_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_LINK = re.compile(r"HYPERLINK\s+(?:\\l\s+)?\"([^\"]{1,2048})\"")
_DROPPED = {"del", "moveFrom", "rPr", "pPr", "sdtPr", "instrText", "delText", "rt"}
_LETTERS = {"t", "tab", "br", "cr", "noBreakHyphen", "sym"}
_SYMBOLS = {  # of the fonts Symbol and Wingdings, where these are most used
    "F0B7": "\u2022", "F0A7": "\u25aa", "F0E0": "\u2192", "F0E8": "\u21e8", "F0FC": "\u2713",
    "F0FE": "\u2611", "F0A8": "\u2610", "F06F": "\u2610", "F061": "\u03b1", "F062": "\u03b2",
    "F067": "\u03b3", "F064": "\u03b4", "F06D": "\u03bc", "F070": "\u03c0", "F073": "\u03c3",
    "F0B0": "\u00b0", "F0B1": "\u00b1", "F0B4": "\u00d7", "F0A3": "\u2264", "F0B3": "\u2265",
    "F0AE": "\u2192", "F0D6": "\u221a", "F0E5": "\u2211", "F04A": "\u263a",
}  # fmt: skip


class Inline:
    """Collects a paragraph's spans. Fields may go on over several paragraphs, so it is kept."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.hidden = 0  # runs that nobody sees
        self.notes: list[tuple[str, str]] = []  # kind and id, in order
        self.boxes: list[Element] = []  # text boxes, to be read after the paragraph
        self.charts: list[str] = []  # relation ids
        self._fields: list[str] = []  # instructions of the fields that are open
        self._result: list[bool] = []  # whether their results have begun
        self._spans: list[Span] = []
        self._relations: dict[str, Relation] = sources.relations

    def text(
        self,
        paragraph: Element,
        style: Style,
        *,
        shaded: bool = False,
        plain: bool = False,
        relations: dict[str, Relation] | None = None,
    ) -> str:
        """The paragraph as Markdown; `plain` without marks, for headings and code."""
        self._spans = []
        self._relations = self._sources.relations if relations is None else relations
        self._walk(paragraph, style.look, shaded=shaded, target="")
        if plain:
            return "".join(span.text for span in self._spans)
        return inline(self._spans)

    def _walk(self, parent: Element, look: Look, *, shaded: bool, target: str) -> None:
        for element in parent:
            name = local(element)
            if name in _DROPPED or not name:
                continue
            if name == "r" and element.tag == W + "r":
                self._run(element, look, shaded=shaded, target=target)
            elif name == "hyperlink":
                self._walk(element, look, shaded=shaded, target=self._target(element))
            elif name in {"oMath", "oMathPara"} and element.tag.startswith(M):
                self._formula(element, block=name == "oMathPara")
            elif name == "AlternateContent":
                chosen = list(element)[:1]  # the others say the same in older ways
                for choice in chosen:
                    self._walk(choice, look, shaded=shaded, target=target)
            elif name == "fldSimple":
                field = _LINK.search(element.get(W + "instr", ""))
                self._walk(element, look, shaded=shaded, target=field[1] if field else target)
            else:
                self._walk(element, look, shaded=shaded, target=target)

    def _run(self, run: Element, look: Look, *, shaded: bool, target: str) -> None:
        properties = run.find(W + "rPr")
        if properties is not None:
            style = value(properties, "rStyle")
            named = self._sources.style(style) if style else None
            if named is not None:
                look = (Look(code=True) if named.code else named.look).over(look)
            look = look_of(properties).over(look)
        background = shaded or bool(look.shaded)
        unseen = bool(look.hidden or look.tiny or (look.white and not background))
        for element in run:
            self._piece(element, look, unseen=unseen, shaded=background, target=target)

    def _piece(
        self, element: Element, look: Look, *, unseen: bool, shaded: bool, target: str
    ) -> None:
        name = local(element)
        if name in _LETTERS:
            self._letters(_written(element, name), look, target, unseen=unseen)
        elif name == "fldChar":
            self._field(element.get(W + "fldCharType", ""))
        elif name == "instrText" and self._fields:
            self._fields[-1] += element.text or ""
        elif name == "lastRenderedPageBreak":
            self._spans.append(Span(BREAK))
        elif name in {"footnoteReference", "endnoteReference"}:
            self._note("footnotes" if name.startswith("foot") else "endnotes", element)
        elif name in {"drawing", "pict", "object", "AlternateContent"}:
            self._drawing(element)
        elif name == "ruby":
            self._walk(element, look, shaded=shaded, target=target)

    def _letters(self, text: str, look: Look, target: str, *, unseen: bool) -> None:
        if unseen and text.strip():
            self.hidden += 1
        elif not self._fields or self._result[-1]:
            self._add(text, look, target or self._link())

    def _add(self, text: str, look: Look, target: str) -> None:
        manner: set[Emphasis] = set()
        if look.bold:
            manner.add("bold")
        if look.italic:
            manner.add("italic")
        if look.strike:
            manner.add("strike")
        if look.code:
            manner = {"code"}
        self._spans.append(Span(text if look.code else escape(text), frozenset(manner), target))

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append("")
            self._result.append(False)
        elif kind == "separate" and self._fields:
            self._result[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()
            self._result.pop()

    def _link(self) -> str:
        for instruction in reversed(self._fields):
            if found := _LINK.search(instruction):
                return found[1]
        return ""

    def _target(self, element: Element) -> str:
        relation = self._relations.get(element.get(R + "id", ""))
        if relation is None or not relation.external:
            return ""
        anchor = element.get(W + "anchor", "")
        return relation.target + (f"#{anchor}" if anchor and "#" not in relation.target else "")

    def _note(self, kind: str, element: Element) -> None:
        key = (kind, element.get(W + "id", ""))
        if key not in self._sources.notes:
            return
        if key not in self.notes:
            self.notes.append(key)
        self._spans.append(Span(f"[^{self.notes.index(key) + 1}]"))

    def _formula(self, element: Element, *, block: bool) -> None:
        written = formula(element)
        if written:
            self._spans.append(Span(f"\n$${written}$$\n" if block else f"${written}$"))

    def _drawing(self, element: Element) -> None:
        """A picture is its description; a text box is read later; a chart is its numbers."""
        for inner in _once(element):
            name = local(inner)
            if name == "docPr" and (words := described(inner.get("descr", ""))):
                self._spans.append(Span(f"\n{escape(words)}\n"))
            elif name == "txbxContent":
                self.boxes.append(inner)
            elif name == "chart" and inner.get(R + "id"):
                self.charts.append(inner.get(R + "id", ""))


def _once(element: Element) -> list[Element]:
    """What is inside, without the older form of the same thing, and nothing inside text boxes."""
    found: list[Element] = []
    stack = [element]
    while stack:
        here = stack.pop()
        name = local(here)
        if name == "Fallback" or not name:
            continue
        found.append(here)
        if name != "txbxContent":
            stack.extend(reversed(list(here)))
    return found


def _written(element: Element, name: str) -> str:
    if name == "t":
        return (element.text or "").replace(BREAK, "").replace("\n", " ")
    if name == "sym":
        code = element.get(W + "char", "").upper()
        return _SYMBOLS.get(code, "")
    if name == "br":
        return "\n" if element.get(W + "type", "") in {"", "textWrapping"} else " "
    return {"tab": "\t", "cr": "\n", "noBreakHyphen": "\u2011"}[name]
