"""The parts of a Word file that its text refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import Relation, relations
from headwater.actors.domain.office.tree import parse
from headwater.actors.readers.docx.names import W
from headwater.actors.readers.docx.numbering import Lists
from headwater.actors.readers.docx.styles import Style, Styles

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


class Sources:
    """Styles, lists, links and notes, each read when the file has it."""

    def __init__(self, package: Package, main: str) -> None:
        self.package = package
        self.relations = relations(package, main)
        self._targets = {relation.kind: relation.target for relation in self.relations.values()}
        self._styles = Styles(self.part("styles"))
        self.lists = Lists(self.part("numbering"))
        self.notes = {
            **self._notes("footnotes", "footnote"),
            **self._notes("endnotes", "endnote"),
        }
        self.comments = {
            name: note for (_, name), note in self._notes("comments", "comment").items()
        }

    def part(self, kind: str) -> Element | None:
        """The root of the part of that kind."""
        target = self._targets.get(kind)
        data = self.package.read(target) if target else None
        return parse(data) if data else None

    def relations_of(self, kind: str) -> dict[str, Relation]:
        """The links of the part of that kind."""
        target = self._targets.get(kind)
        return relations(self.package, target) if target else {}

    def style(self, name: str | None) -> Style:
        """A style by its id; the usual one where none is named."""
        return self._styles.find(name)

    def _notes(self, kind: str, name: str) -> dict[tuple[str, str], Element]:
        root = self.part(kind)
        if root is None:
            return {}
        return {(kind, note.get(W + "id", "")): note for note in root.findall(W + name)}
