"""What an Excel sheet has beside its cells: links, comments and charts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.actors.domain.markdown import escape
from headwater.actors.domain.office.charts import chart
from headwater.actors.domain.office.comments import comment
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import Relation, main_part, relations
from headwater.actors.domain.office.tree import attribute, below, child, parse, text_of

_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_READABLE = 16 * 1024 * 1024  # bytes of a sheet; in longer ones links are not looked for
_THREAD = "[Threaded comment]"


class Extras:
    """By the names of the sheets."""

    def __init__(self, package: Package) -> None:
        self._package = package
        main = main_part(package, "xl/workbook.xml")
        self._parts: dict[str, str] = {}
        data = package.read(main)
        targets = relations(package, main)
        for sheet in below(parse(data) if data else None, "sheet"):
            relation = targets.get(attribute(sheet, "id"))
            if relation is not None:
                self._parts[sheet.get("name", "")] = relation.target
        self._people = self._read_people(targets)

    def links(self, sheet: str) -> dict[tuple[int, int], str]:
        """Addresses by row and column."""
        part = self._parts.get(sheet, "")
        targets = relations(self._package, part) if part else {}
        if not any(relation.kind == "hyperlink" for relation in targets.values()):
            return {}
        if self._package.size_of(part) > _READABLE:
            return {}
        data = self._package.read(part)
        found: dict[tuple[int, int], str] = {}
        for link in below(parse(data) if data else None, "hyperlink"):
            relation = targets.get(attribute(link, "id"))
            place = _place(link.get("ref", ""))
            if relation is not None and relation.external and place:
                found[place] = relation.target
        return found

    def comments(self, sheet: str) -> Iterator[str]:
        """Each with its cell and author."""
        for relation in self._near(sheet):
            if relation.kind == "comments":
                yield from self._plain(relation.target)
            elif relation.kind == "threadedComment":
                yield from self._threaded(relation.target)

    def charts(self, sheet: str) -> Iterator[tuple[str, list[list[str]]]]:
        """Title and numbers of each."""
        for drawing in self._near(sheet):
            if drawing.kind == "drawing":
                for relation in relations(self._package, drawing.target).values():
                    if relation.kind == "chart":
                        data = self._package.read(relation.target)
                        yield chart(parse(data) if data else None)

    def _near(self, sheet: str) -> list[Relation]:
        part = self._parts.get(sheet, "")
        return list(relations(self._package, part).values()) if part else []

    def _plain(self, part: str) -> Iterator[str]:
        data = self._package.read(part)
        root = parse(data) if data else None
        authors = [text_of(author) for author in below(child(root, "authors"), "author")]
        for note in below(root, "comment"):
            words = " ".join(text_of(child(note, "text")).split())
            place = note.get("authorId", "")
            author = authors[int(place)] if place.isdecimal() and int(place) < len(authors) else ""
            if words and not words.startswith(_THREAD):
                yield comment(escape(words), author, place=note.get("ref", ""))

    def _threaded(self, part: str) -> Iterator[str]:
        data = self._package.read(part)
        for note in below(parse(data) if data else None, "threadedComment"):
            words = escape(text_of(child(note, "text")))
            author = self._people.get(note.get("personId", ""), "")
            yield comment(words, author, note.get("dT", ""), note.get("ref", ""))

    def _read_people(self, targets: dict[str, Relation]) -> dict[str, str]:
        part = next(
            (relation.target for relation in targets.values() if relation.kind == "person"), ""
        )
        data = self._package.read(part) if part else None
        people = below(parse(data) if data else None, "person")
        return {person.get("id", ""): person.get("displayName", "") for person in people}


def _place(reference: str) -> tuple[int, int] | None:
    """Row and column, from 0, of the first cell in a reference such as B3:C4."""
    found = _PLACE.match(reference)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return int(found[2]) - 1, column - 1
