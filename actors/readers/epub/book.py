"""A book: what it is, and its chapters in their order."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from headwater.actors.domain.composer import Composer
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.tree import attribute, below, children, local, parse, text_of
from headwater.actors.domain.office.xhtml import as_html, parse_xhtml
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.fragment import is_hidden, markdown_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MOST_CHAPTERS = 2_000
_TEXTS = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", ""}


def read_epub(body: bytes) -> Document:
    """The document, or why it cannot be read."""
    package = Package(body, "EPUB")
    place = _place(package)
    root = parse(package.need(place))
    if root is None:
        raise package.broken("its list of contents is damaged")
    parts = _spine(root, place)
    _refuse_locked(package, parts)
    composer = Composer()
    count = hidden = 0
    for part, label in parts[:MOST_CHAPTERS]:
        data = package.read(part)
        chapter = parse_xhtml(data) if data else None
        if chapter is None or composer.full:
            continue
        count += 1
        composer.page(label)
        body_of = next(below(as_html(chapter), "body"), chapter)
        composer.block(markdown_of(body_of))
        hidden += sum(1 for element in body_of.iter() if is_hidden(element))
    composed = composer.compose()
    if not composed.text.strip():
        raise Unreadable("EPUB: it holds no text", reason="empty", known={"chapters": len(parts)})
    return Document(
        text=composed.text,
        media="epub",
        facts=_facts(root, len(body), count),
        pages=composed.pages,
        removed={"hidden": hidden} if hidden else {},
        quality="partial" if composed.cut or len(parts) > MOST_CHAPTERS else "complete",
        reader="epub",
    )


def _place(package: Package) -> str:
    """Where the list of contents is."""
    data = package.read("META-INF/container.xml")
    found = next(below(parse(data) if data else None, "rootfile"), None)
    named = "" if found is None else unquote(attribute(found, "full-path"))
    if package.holds(named):
        return named
    guess = next((name for name in package.names if name.endswith(".opf")), "")
    if not guess:
        raise package.broken("it has no list of contents")
    return guess


def _spine(root: Element, place: str) -> list[tuple[str, str]]:
    """Parts in reading order, and what is known of each."""
    folder = posixpath.dirname(place)
    items = {attribute(item, "id"): item for item in below(root, "item")}
    parts: list[tuple[str, str]] = []
    for entry in below(root, "itemref"):
        item = items.get(attribute(entry, "idref"))
        if item is None or attribute(item, "media-type") not in _TEXTS:
            continue
        if "nav" in attribute(item, "properties").split():
            continue
        target = unquote(attribute(item, "href").partition("#")[0])
        parts.append((posixpath.normpath(posixpath.join(folder, target)), ""))
    return parts


def _refuse_locked(package: Package, parts: list[tuple[str, str]]) -> None:
    """Fonts may be obscured; chapters may not be."""
    data = package.read("META-INF/encryption.xml")
    locked = {
        unquote(attribute(one, "URI"))
        for one in below(parse(data) if data else None, "CipherReference")
    }
    if any(part in locked for part, _ in parts):
        raise Unreadable(
            "EPUB: its chapters are encrypted (DRM)",
            reason="encrypted",
            known={"chapters": len(parts)},
        )


def _facts(root: Element, size: int, count: int) -> Facts:
    meta = next(below(root, "metadata"), None)

    def said(name: str) -> list[str]:
        texts = [" ".join(text_of(one).split()) for one in below(meta, name)]
        return [text[:1000] for text in texts if text]

    modified = [
        text_of(one)
        for one in children(meta, "meta")
        if attribute(one, "property") == "dcterms:modified" and local(one)
    ]
    return Facts(
        title=next(iter(said("title")), ""),
        authors=tuple(said("creator"))[:50],
        site=next(iter(said("publisher")), ""),
        published=next(iter(said("date")), ""),
        modified=next(iter(modified), ""),
        language=next(iter(said("language")), ""),
        description=next(iter(said("description")), ""),
        kind="Book",
        page_count=count,
        size=size,
    )
