"""Reddit's feeds: authors, dates and texts, without scores and without who answers whom."""

from __future__ import annotations

from lxml import etree
from msgspec import Struct

from headwater.actors.domain.thread import Post
from headwater.actors.readers.html.fragment import fragment
from headwater.actors.sources.reddit.listing import SITE
from headwater.actors.sources.source import Unfit

_ATOM = "{http://www.w3.org/2005/Atom}"


class Feed(Struct, frozen=True):
    """A title, and entries with theirs."""

    title: str
    posts: tuple[tuple[str, Post], ...]


def feed_of(body: bytes) -> Feed:
    """The entries of an Atom feed, or Unfit where it is none."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True
    )
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None or root.tag != f"{_ATOM}feed":
        raise Unfit("no feed")
    posts = tuple(_post(entry) for entry in root.iter(f"{_ATOM}entry"))
    return Feed(_text(root, "title"), posts)


def _post(entry: etree._Element) -> tuple[str, Post]:
    place = entry.find(f"{_ATOM}link")
    author = entry.find(f"{_ATOM}author")
    return _text(entry, "title"), Post(
        author=("" if author is None else _text(author, "name")).removeprefix("/u/"),
        text=fragment(_text(entry, "content"), SITE),
        date=_text(entry, "published") or _text(entry, "updated"),
        url="" if place is None else place.get("href", ""),
    )


def _text(element: etree._Element, name: str) -> str:
    return (element.findtext(f"{_ATOM}{name}") or "").strip()
