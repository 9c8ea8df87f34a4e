"""What all OpenDocument files share: their facts, and whether they are encrypted."""

from __future__ import annotations

from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.tree import attribute, below, children, parse, text_of
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Facts


def open_facts(package: Package, size: int) -> Facts:
    """What meta.xml says."""
    data = package.read("meta.xml")
    root = parse(data) if data else None
    meta = next(below(root, "meta"), None)

    def said(name: str) -> str:
        return " ".join(text_of(next(children(meta, name), None)).split())[:1000]

    counts = next(children(meta, "document-statistic"), None)
    pages = "" if counts is None else attribute(counts, "page-count")
    author = said("initial-creator") or said("creator")
    return Facts(
        title=said("title"),
        authors=(author,) if author else (),
        published=said("creation-date"),
        modified=said("date"),
        language=said("language"),
        description=said("description") or said("subject"),
        page_count=int(pages) if pages.isdecimal() and len(pages) < 7 else 0,
        size=size,
    )


def refuse_encrypted(package: Package, kind: str) -> None:
    """Say so, rather than that the text is damaged."""
    data = package.read("META-INF/manifest.xml")
    root = parse(data) if data else None
    if next(below(root, "encryption-data"), None) is not None:
        raise Unreadable(f"{kind}: it is encrypted and needs a password", reason="encrypted")
