"""What reviewers wrote on slides, in the old form and in the new."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.actors.domain.composer import Composer
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.office.comments import comment
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import Relation, relations
from headwater.actors.domain.office.tree import below, child, parse, text_of


class Comments:
    """Knows the authors of a presentation."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        self._authors: dict[str, str] = {}
        for relation in relations(package, main).values():
            if relation.kind in {"commentAuthors", "authors"}:
                data = package.read(relation.target)
                for author in below(parse(data) if data else None, "cmAuthor", "author"):
                    initials = author.get("initials", "")
                    name = author.get("name", "")
                    known = f"{name} ({initials})" if initials and initials not in name else name
                    self._authors[author.get("id", "")] = known

    def write(self, composer: Composer, near: dict[str, Relation]) -> None:
        """Those of a slide."""
        for relation in near.values():
            if relation.kind == "comments":
                for line in self._read(relation.target):
                    composer.block(line)

    def _read(self, part: str) -> Iterator[str]:
        data = self._package.read(part)
        for note in below(parse(data) if data else None, "cm", "reply"):
            body = child(note, "text")
            words = text_of(body if body is not None else child(note, "txBody"))
            author = self._authors.get(note.get("authorId", ""), "")
            yield comment(escape(words), author, note.get("dt", "") or note.get("created", ""))
