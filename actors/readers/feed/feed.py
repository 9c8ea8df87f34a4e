"""A feed: its entries, newest first as they come, each with link, date, author and text."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from headwater.actors.domain.charset import decode, load_codecs
from headwater.actors.domain.composer import Composer
from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.office.tree import attribute, below, child, children, local, text_of
from headwater.actors.domain.office.xhtml import as_html, parse_xhtml
from headwater.actors.messages.faults import Unreadable
from headwater.actors.messages.web import Document, Facts, Link
from headwater.actors.readers.html.fragment import fragment, markdown_of, plain, tree_of
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

load_codecs()  # once reading has begun, no file can be opened
MOST_ENTRIES = 1_000
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_HEADING = re.compile(r"^#{1,4}(?= )", re.MULTILINE)
_TEXTS = ("encoded", "content", "summary", "description")
_DATES = ("published", "pubDate", "date", "issued", "updated", "modified")


def read_feed(given: Given) -> Document:
    """The document, or why it cannot be read."""
    text, _ = decode(given.body, given.content_type, markup=True)
    root = parse_xhtml(_DECLARATION.sub("", text.lstrip("\ufeff")).encode())
    if root is None:
        raise Unreadable("feed: its structure is damaged", reason="broken")
    if local(root) not in {"rss", "feed", "RDF"}:
        return Document(text=text, media="xml", reader="text")  # something else under its name
    channel = child(root, "channel")
    about = root if channel is None else channel
    entries = [*below(root, "item", "entry")]
    composer = Composer()
    title = _line(child(about, "title"))
    composer.heading(1, escape(title))
    description = child(about, "description")
    composer.paragraph(
        escape(_line(child(about, "subtitle") if description is None else description))
    )
    links = [_entry(one, composer, given.url) for one in entries[:MOST_ENTRIES]]
    composed = composer.compose()
    if not composed.text.strip():
        raise Unreadable("feed: it is empty", reason="empty", known={"entries": 0})
    return Document(
        text=composed.text,
        media="atom" if local(root) == "feed" else "rss",
        facts=_facts(about, given.url, len(given.body)),
        links=tuple(found for found in links if found.url),
        quality="partial" if composed.cut or len(entries) > MOST_ENTRIES else "complete",
        reader="feed",
    )


def _entry(entry: Element, composer: Composer, base: str) -> Link:
    title = _line(child(entry, "title")) or "Untitled"
    address = _address(entry, base)
    composer.heading(2, link(escape(title), address))
    about = [_date(entry), ", ".join(_authors(entry))]
    composer.paragraph(escape(" \u2013 ".join(part for part in about if part)))
    for name in _TEXTS:
        found = next(children(entry, name), None)
        if found is not None and text_of(found).strip():
            _write(found, composer, address or base)
            break
    return Link(address, title)


def _write(element: Element, composer: Composer, base: str) -> None:
    """Text that is markup, in one of the ways that feeds carry it."""
    if attribute(element, "type") == "text":
        composer.paragraph(escape(text_of(element)))
    elif len(element):
        composer.block(_lowered(markdown_of(as_html(element), base)))
    else:
        composer.block(_lowered(fragment(text_of(element), base)))


def _lowered(markdown: str) -> str:
    """Headings below those of the entries."""
    return _HEADING.sub(r"##\g<0>", markdown)


def _address(entry: Element, base: str) -> str:
    best = ""
    for one in children(entry, "link"):
        relation = attribute(one, "rel") or "alternate"
        address = attribute(one, "href") or (one.text or "").strip()
        if address and (relation == "alternate" or not best):
            best = address
            if relation == "alternate":
                break
    if not best:
        guid = next(children(entry, "guid"), None)
        best = (
            ""
            if guid is None or attribute(guid, "isPermaLink") == "false"
            else text_of(guid).strip()
        )
    return absolute(base, best) if best else ""


def _authors(element: Element) -> list[str]:
    names = [
        _line(child(one, "name")) or _line(one)
        for name in ("author", "creator")
        for one in children(element, name)
    ]
    return [name for name in dict.fromkeys(names) if name][:20]


def _date(element: Element) -> str:
    for name in _DATES:
        if found := _line(next(children(element, name), None)):
            return found[:60]
    return ""


def _iso(date: str) -> str:
    """RSS writes dates as letters have them."""
    try:
        return parsedate_to_datetime(date).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return date


def _line(element: Element | None) -> str:
    """Text on one line; a title may hold markup that is written out."""
    words = " ".join(text_of(element).split())
    if "<" in words and element is not None:
        words = plain(tree_of(words)) or words
    return words[:500]


def _facts(about: Element, url: str, size: int) -> Facts:
    return Facts(
        title=_line(child(about, "title")),
        authors=tuple(_authors(about)),
        published=_iso(_date(about)),
        modified=_iso(_line(child(about, "updated")) or _line(child(about, "lastBuildDate"))),
        language=_line(child(about, "language")) or attribute(about, "lang"),
        canonical=_address(about, url),
        kind="DataFeed",
        size=size,
    )
