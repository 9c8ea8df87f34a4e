"""A document without anything that nobody sees, its places still right."""

from __future__ import annotations

from collections import Counter

import msgspec

from headwater.actors.domain.images import without_images
from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.sanitise import is_clean, sanitise, sanitise_value
from headwater.actors.messages.web import Document, Facts, Link, PageStart, Span

VERBATIM = ("text", "json", "xml")  # kinds of documents whose text is no Markdown


def clean(document: Document) -> Document:
    """Without invisible characters anywhere. Cleaning what a reader has cleaned changes nothing."""
    removed = Counter(document.removed)
    pieces = [_clean_text(piece, document.media, removed) for piece in _pieces(document)]
    text = "".join(pieces)
    same = text == document.text
    outline = document.outline if same and document.outline else _outline(document.media, text)
    facts, links = document.facts, document.links
    if not _are_clean(facts, outline, links):
        facts = msgspec.convert(sanitise_value(msgspec.to_builtins(facts)), Facts)
        outline = tuple(_clean_span(span) for span in outline)
        links = tuple(_clean_link(link) for link in links)
    return msgspec.structs.replace(
        document,
        text=text,
        facts=facts,
        outline=outline,
        pages=_clean_pages(document.pages, pieces),
        links=links,
        removed=dict(removed),
        structured=sanitise_value(document.structured),
        forum=sanitise_value(document.forum),
    )


def _are_clean(facts: Facts, outline: tuple[Span, ...], links: tuple[Link, ...]) -> bool:
    """One look at all the words at once. A line break joins nothing that one would go without."""
    told = [value for value in msgspec.structs.astuple(facts) if isinstance(value, str)]
    titles = [span.title for span in outline]
    words = [link.text for link in links]
    return is_clean("\n".join([*told, *facts.authors, *titles, *words]))


def _pieces(document: Document) -> list[str]:
    """The text page by page, so that what is taken out moves no page."""
    text = document.text
    places = [page.offset for page in document.pages]
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


def _clean_text(text: str, media: str, removed: Counter[str]) -> str:
    """Images go last: what hid between the signs of one has gone by then."""
    visible = sanitise(text)
    removed.update(visible.removed)
    return visible.text if media in VERBATIM else without_images(visible.text)


def _clean_pages(pages: tuple[PageStart, ...], pieces: list[str]) -> tuple[PageStart, ...]:
    offset = 0
    found = []
    for page, before in zip(pages, pieces, strict=False):
        offset += len(before)
        found.append(PageStart(page.page, offset, sanitise(page.label).text))
    return tuple(found)


def _outline(media: str, text: str) -> tuple[Span, ...]:
    """Only Markdown has headings; a comment in a script starts with the same sign."""
    return () if media in VERBATIM else outline_of(text)


def _clean_span(span: Span) -> Span:
    title = sanitise(span.title).text
    return span if title == span.title else msgspec.structs.replace(span, title=title)


def _clean_link(link: Link) -> Link:
    words = sanitise(link.text).text
    return link if words == link.text else Link(link.url, words)
