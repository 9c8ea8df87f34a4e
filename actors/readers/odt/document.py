"""An OpenDocument text: what it says, and what it says of itself."""

from __future__ import annotations

from headwater.actors.domain.composer import Composer
from headwater.actors.domain.office.facts import counted, titled
from headwater.actors.domain.office.opendocument import open_facts, refuse_encrypted
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.tree import below, child, parse
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.odt.body import Body
from headwater.actors.readers.odt.styles import Styles


def read_odt(body: bytes) -> Document:
    """The document, or why it cannot be read."""
    package = Package(body, "OpenDocument")
    refuse_encrypted(package, "OpenDocument file")
    root = parse(package.need("content.xml"))
    content = child(root, "body")
    if root is None or content is None:
        raise package.broken("it holds no text body")
    looks = package.read("styles.xml")
    composer = Composer()
    writer = Body(Styles(parse(looks) if looks else None, root), composer)
    facts = open_facts(package, len(body))
    slides = next(below(content, "presentation"), None) is not None
    if not slides and next(below(content, "soft-page-break"), None) is not None:
        composer.page()
    for inner in content:
        writer.write(inner)
    writer.write_notes()
    composed = composer.compose()
    if not composed.text.strip():
        raise Unreadable(
            "OpenDocument file: it holds no text", reason="empty", known={"pages": facts.page_count}
        )
    return Document(
        text=composed.text,
        media="odp" if slides else "odt",
        facts=titled(counted(facts, len(composed.pages)), composed.text),
        pages=composed.pages,
        removed={"hidden": writer.spans.hidden} if writer.spans.hidden else {},
        quality="partial" if composed.cut else "complete",
        reader="odt",
    )
