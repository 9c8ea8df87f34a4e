"""One slide: its title, what its shapes say, and the notes beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.office.charts import chart
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import relations
from headwater.actors.domain.office.tree import (
    attribute,
    below,
    child,
    children,
    described,
    local,
    parse,
    text_of,
)
from headwater.actors.readers.pptx.bullets import Bullets, placeholder
from headwater.actors.readers.pptx.text import Text, table_rows

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TITLES = {"title", "ctrTitle"}
_FURNITURE = {"dt", "ftr", "sldNum", "hdr"}
_DEEPEST = 20  # groups inside groups


class Slide:
    """Writes itself down."""

    def __init__(
        self,
        package: Package,
        part: str,
        root: Element | None,
        size: tuple[int, int],
        layouts: dict[str, Bullets],
    ) -> None:
        self.relations = relations(package, part)
        self.filled = 0  # blocks with text
        self._package = package
        self._root = root
        self._size = size
        self._text = Text(self.relations)
        own = self.relations.values()
        layout = next((link.target for link in own if link.kind == "slideLayout"), "")
        if layout not in layouts:
            layouts[layout] = Bullets(*self._above(layout))
        self._bullets = layouts[layout]
        self._count: dict[int, int] = {}

    @property
    def unseen(self) -> int:
        """Pieces of text that nobody sees."""
        return self._text.unseen

    def write(self, composer: Composer) -> None:
        """Title first, then the shapes in their order, then the notes."""
        tree = child(self._root, "cSld", "spTree")
        shapes = list(tree) if tree is not None else []
        titles = [shape for shape in shapes if _kind(shape) in _TITLES]
        for shape in titles:
            words = [self._text.paragraph(one, plain=True) for one in below(shape, "p")]
            composer.heading(1, " ".join(" ".join(words).split()))
            self.filled += any(word.strip() for word in words)
        for shape in shapes:
            if shape not in titles:
                self._shape(shape, composer, 0)
        self._notes(composer)

    def _shape(self, shape: Element, composer: Composer, depth: int) -> None:
        name = local(shape)
        if depth > _DEEPEST or self._is_hidden(shape):
            return
        if name in {"grpSp", "AlternateContent", "Choice"}:
            inside = list(shape)[:1] if name == "AlternateContent" else list(shape)
            for inner in inside:
                self._shape(inner, composer, depth + 1)
        elif name == "sp" and _kind(shape) not in _FURNITURE:
            self._paragraphs(shape, composer)
        elif name == "graphicFrame":
            self._frame(shape, composer)
        elif name == "pic":
            about = next(below(shape, "cNvPr"), None)
            words = described(about.get("descr", "")) if about is not None else ""
            composer.paragraph(escape(words))

    def _paragraphs(self, shape: Element, composer: Composer) -> None:
        self._count = {}
        composer.end_list()
        for paragraph in children(child(shape, "txBody"), "p"):
            properties = child(paragraph, "pPr")
            written = "0" if properties is None else properties.get("lvl", "0")
            level = min(int(written), 8) if written.isdecimal() else 0
            text = self._text.paragraph(paragraph).replace(BREAK, "")
            if not text.strip():
                continue
            self.filled += 1
            mark = self._bullets.mark(paragraph, shape, level)
            if mark:
                composer.item(text, level, self._label(mark, level))
            else:
                self._count = {}
                composer.paragraph(text)

    def _label(self, mark: str, level: int) -> str:
        self._count = {place: count for place, count in self._count.items() if place <= level}
        if mark == "-":
            return "-"
        self._count[level] = self._count.get(level, 0) + 1
        return f"{self._count[level]}."

    def _frame(self, frame: Element, composer: Composer) -> None:
        for inner in below(frame, "tbl", "chart", "relIds"):
            name = local(inner)
            if name == "tbl":
                composer.table(table_rows(inner, self._text))
            elif name == "chart":
                title, rows = chart(self._part(attribute(inner, "id")))
                composer.paragraph(escape(title))
                composer.table(rows)
            else:
                for point in below(self._part(attribute(inner, "dm")), "pt"):
                    words = " ".join(text_of(child(point, "t")).split())
                    composer.item(escape(words))
            self.filled += 1

    def _notes(self, composer: Composer) -> None:
        for relation in self.relations.values():
            if relation.kind != "notesSlide":
                continue
            data = self._package.read(relation.target)
            notes = [
                self._text.paragraph(paragraph)
                for shape in below(parse(data) if data else None, "sp")
                if _kind(shape) == "body"
                for paragraph in children(child(shape, "txBody"), "p")
            ]
            said = [note for note in notes if note.strip()]
            if said:
                composer.heading(3, "Notes")
            for note in said:
                composer.paragraph(note)
                self.filled += 1

    def _is_hidden(self, shape: Element) -> bool:
        """By its own word, or because it lies beside the slide."""
        about = next(below(next(iter(shape), None), "cNvPr"), None)
        hidden = about is not None and about.get("hidden") in {"1", "true"}
        if (hidden or self._is_outside(shape)) and text_of(shape).strip():
            self._text.unseen += 1
            return True
        return False

    def _is_outside(self, shape: Element) -> bool:
        place = child(shape, "spPr", "xfrm")
        corner, extent = child(place, "off"), child(place, "ext")
        if corner is None or extent is None or not all(self._size):
            return False
        try:
            left, top = int(corner.get("x", "0")), int(corner.get("y", "0"))
            width, height = int(extent.get("cx", "0")), int(extent.get("cy", "0"))
        except ValueError:
            return False
        outside = left + width <= 0 or top + height <= 0
        return outside or left >= self._size[0] or top >= self._size[1]

    def _part(self, name: str) -> Element | None:
        relation = self.relations.get(name)
        data = self._package.read(relation.target) if relation else None
        return parse(data) if data else None

    def _above(self, part: str) -> tuple[Element | None, Element | None]:
        """A layout, and the master of it."""
        data = self._package.read(part) if part else None
        layout = parse(data) if data else None
        links = relations(self._package, part) if part else {}
        above = next((link.target for link in links.values() if link.kind == "slideMaster"), "")
        data = self._package.read(above) if above else None
        return layout, parse(data) if data else None


def _kind(shape: Element) -> str:
    """What a shape stands in for; empty for a shape of its own."""
    if local(shape) != "sp":
        return ""
    place = placeholder(shape)
    return "" if place is None else place.get("type", "obj")
