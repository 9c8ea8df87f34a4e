"""A Word file: what it says, and what it says of itself."""

from __future__ import annotations

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.office.comments import comment
from headwater.actors.domain.office.facts import counted, titled
from headwater.actors.domain.office.package import Package
from headwater.actors.domain.office.relations import facts_of, main_part
from headwater.actors.domain.office.tree import below, child, parse
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document
from headwater.actors.readers.docx.blocks import Body
from headwater.actors.readers.docx.names import W
from headwater.actors.readers.docx.sources import Sources


def read_docx(body: bytes) -> Document:
    """The document, or why it cannot be read."""
    package = Package(body, "Word")
    main = main_part(package, "word/document.xml")
    root = parse(package.need(main))
    content = child(root, "body")
    if content is None:
        raise package.broken("it holds no text body")
    facts = facts_of(package, len(body))
    sources = Sources(package, main)
    composer = Composer()
    if next(below(content, "lastRenderedPageBreak"), None) is not None:
        composer.page()
    writer = Body(sources, composer)
    writer.write(content)
    _write_notes(writer, sources, composer)
    composed = composer.compose()
    if not composed.text.replace(BREAK, "").strip():
        raise Unreadable(
            "Word file: it holds no text", reason="empty", known={"pages": facts.page_count}
        )
    return Document(
        text=composed.text,
        media="docx",
        facts=titled(counted(facts, len(composed.pages)), composed.text),
        pages=composed.pages,
        removed={"hidden": writer.inline.hidden} if writer.inline.hidden else {},
        quality="partial" if composed.cut else "complete",
        reader="docx",
    )


def _write_notes(writer: Body, sources: Sources, composer: Composer) -> None:
    """Footnotes and endnotes, then comments. A note may refer to another, so the list can grow."""
    links = {kind: sources.relations_of(kind) for kind in ("footnotes", "endnotes", "comments")}
    for place, key in enumerate(writer.inline.notes):
        text = writer.note(sources.notes[key], links[key[0]])
        if text:
            composer.block(f"[^{place + 1}]: {text}")
    for note in sources.comments.values():
        words = writer.note(note, links["comments"])
        author, date = note.get(W + "author", ""), note.get(W + "date", "")
        composer.block(comment(words, author, date))
