"""Which parts of an OOXML package belong to which, and what the package says of itself."""

from __future__ import annotations

import posixpath

from msgspec import Struct

from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.tree import attribute, local, parse
from headwater.actors.messages.web import Facts


class Relation(Struct, frozen=True):
    """From one part to another, or out of the package."""

    kind: str  # the last word of its type
    target: str  # a part's name, or an address when external
    external: bool = False


def relations(package: Package, part: str) -> dict[str, Relation]:
    """Those of a part, by their id. External ones are named and never followed."""
    folder, name = posixpath.split(part)
    data = package.read(posixpath.join(folder, "_rels", name + ".rels"))
    root = parse(data) if data else None
    found: dict[str, Relation] = {}
    for element in () if root is None else root:
        if local(element) != "Relationship":
            continue
        target = element.get("Target", "")
        external = element.get("TargetMode", "") == "External"
        kind = element.get("Type", "").rpartition("/")[2]
        if not external:
            target = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
        found[element.get("Id", "")] = Relation(kind, target, external)
    return found


def main_part(package: Package, usual: str) -> str:
    """The part that everything starts from."""
    for relation in relations(package, "").values():
        if relation.kind == "officeDocument" and package.holds(relation.target):
            return relation.target
    return usual


def facts_of(package: Package, size: int) -> Facts:
    """What docProps say."""
    core = _values(package, "docProps/core.xml")
    app = _values(package, "docProps/app.xml")
    authors = tuple(name.strip() for name in core.get("creator", "").split(";") if name.strip())
    return Facts(
        title=core.get("title", ""),
        authors=authors,
        published=core.get("created", ""),
        modified=core.get("modified", ""),
        language=core.get("language", ""),
        description=core.get("description", "") or core.get("subject", ""),
        page_count=_count(app.get("Pages", "") or app.get("Slides", "")),
        size=size,
    )


def _values(package: Package, part: str) -> dict[str, str]:
    data = package.read(part)
    root = parse(data) if data else None
    if root is None:
        return {}
    return {local(inner): " ".join((inner.text or "").split())[:1000] for inner in root}


def _count(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 7 else 0


def value(element: object, name: str = "val") -> str:
    """An attribute of an element that may not be there."""
    return "" if element is None else attribute(element, name)  # type: ignore[arg-type]
