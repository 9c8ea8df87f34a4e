"""What the readers of threads share: finding things in a page, and making a document of posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.charset import decode
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.thread import Post, byline, links_in, nested
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import plain, tree_of
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element


def page_of(given: Given) -> Element | None:
    """The page as a tree."""
    text, _ = decode(given.body, given.content_type, markup=True)
    return tree_of(text)


def all_in(element: Element, path: str) -> list[Element]:
    """The elements at an XPath; {name} in it stands for a test of the class."""
    found: Any = element.xpath(path)
    return [each for each in found if hasattr(each, "tag")]


def first_in(element: Element, *paths: str) -> Element | None:
    """The first element at the first path that leads to any."""
    for path in paths:
        found = all_in(element, path)
        if found:
            return found[0]
    return None


def text_at(element: Element, *paths: str) -> str:
    """The text of that element on one line, or nothing."""
    return plain(first_in(element, *paths))


def value_at(element: Element, path: str, name: str) -> str:
    """An attribute of that element, or nothing."""
    found = first_in(element, path)
    return "" if found is None else (found.get(name) or "").strip()


class Parts:
    """Everything inside an element by class and by itemprop, found in one pass."""

    def __init__(self, element: Element) -> None:
        self._found: dict[str, list[Element]] = {}
        for each in element.iter():
            for name in (each.get("class") or "").split():
                self._found.setdefault(name, []).append(each)
            if prop := each.get("itemprop"):
                self._found.setdefault(f"={prop}", []).append(each)

    def all(self, name: str) -> list[Element]:
        """Those of a class, or of an itemprop, which is written with = before it."""
        return self._found.get(name, [])

    def first(self, *names: str) -> Element | None:
        """The first of the first name that there is."""
        return next((found[0] for name in names if (found := self.all(name))), None)

    def text(self, *names: str) -> str:
        """The first text that there is, by name."""
        texts = (plain(each) for name in names for each in self.all(name))
        return next((text for text in texts if text), "")

    def value(self, attribute: str, *names: str) -> str:
        """The first value that there is, by name."""
        values = (each.get(attribute) or "" for name in names for each in self.all(name))
        return next((value.strip() for value in values if value.strip()), "")


def classed(name: str) -> str:
    """An XPath test for a class."""
    return f'contains(concat(" ", normalize-space(@class), " "), " {name} ")'


def with_class(name: str) -> str:
    """An XPath to what has a class, anywhere below."""
    return f".//*[{classed(name)}]"


def number(text: str) -> int | None:
    """A whole number, however it is written; None where it is none."""
    digits = text.strip().replace(",", "").replace("\u2212", "-").removeprefix("+")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 16 else None


def replaced(document: Document, text: str, **facts: Any) -> Document:
    """The engine's document with another text and better facts; empty ones change nothing."""
    told = {name: value for name, value in facts.items() if value}
    return msgspec.structs.replace(
        document,
        text=text,
        facts=msgspec.structs.replace(document.facts, **told),
        outline=outline_of(text),
        links=links_in(text),
        quality="complete",
    )


class Thread(Struct, frozen=True):
    """A first post and the replies to it, of which the page may say that there are more."""

    platform: str
    title: str
    head: Post
    replies: list[Post]
    told: int = 0  # replies that there are


def thread_of(document: Document, thread: Thread) -> Document:
    """The thread as a document."""
    title, head, replies, told = thread.title, thread.head, thread.replies, thread.told
    shown = "" if told <= len(replies) else f" ({len(replies):,} of {told:,})"
    blocks = [f"# {escape(title)}" if title else "", byline(head), head.text]
    if replies:
        blocks += [f"## Comments{shown}", nested(replies)]
    text = "\n\n".join(block for block in blocks if block)
    made = replaced(
        document,
        text,
        title=title,
        authors=(head.author,) if head.author else (),
        published=head.date,
        kind="DiscussionForumPosting",
    )
    return msgspec.structs.replace(
        made,
        quality="partial" if shown else "complete",
        page_type="forum",
        forum=signals(thread.platform, head, max(told, len(replies))),
    )


def signals(platform: str, head: Post, comments: int) -> dict[str, Any]:
    """How a post was received."""
    return {
        "platform": platform,
        "upvotes": head.score or 0,
        "comments": comments,
        "date_published": head.date,
        "author_name": head.author,
    }
