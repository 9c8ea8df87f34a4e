"""Pages of Hacker News, for when its services do not answer: an item with its comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import link
from headwater.actors.domain.thread import Post
from headwater.actors.domain.thread_document import Thread, thread_of
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import markdown_of
from headwater.actors.readers.html.sites.posts import (
    all_in,
    classed,
    first_in,
    number,
    page_of,
    text_at,
    value_at,
    with_class,
)
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element

_SITE = "https://news.ycombinator.com/"
_STEP = 40  # pixels of indent for each level


def read(given: Given, document: Document) -> Document | None:
    """The thread, or None where the page is a list."""
    page = page_of(given)
    top = None if page is None else first_in(page, f"//table[{classed('fatitem')}]")
    if page is None or top is None:
        return None
    place = first_in(top, f".//*[{classed('titleline')}]/a", f".//a[{classed('titlelink')}]")
    title = text_at(top, f".//*[{classed('titleline')}]/a", f".//a[{classed('titlelink')}]")
    target = "" if place is None else absolute(_SITE, place.get("href", ""))
    body = first_in(top, with_class("toptext"), with_class("commtext"))
    replies = [_post(row) for row in all_in(page, f"//tr[{classed('comtr')}]")]
    outside = link(target, target) if target and not target.startswith(_SITE) else ""
    head = Post(
        author=text_at(top, with_class("hnuser")),
        text="\n\n".join(filter(None, (outside, "" if body is None else markdown_of(body, _SITE)))),
        date=_date(value_at(top, with_class("age"), "title")),
        score=number(text_at(top, with_class("score")).partition(" ")[0]),
    )
    return thread_of(document, Thread("hackernews", title or document.facts.title, head, replies))


def _post(row: Element) -> Post:
    body = first_in(row, with_class("commtext"))
    place = value_at(row, f".//*[{classed('age')}]/a", "href")
    return Post(
        author=text_at(row, with_class("hnuser")) or "[deleted]",
        text="\\[deleted\\]" if body is None else markdown_of(body, _SITE),
        date=_date(value_at(row, with_class("age"), "title")),
        url=absolute(_SITE, place) if place else "",
        score=number(text_at(row, with_class("score")).partition(" ")[0]),
        depth=_depth(row),
    )


def _depth(row: Element) -> int:
    told = number(value_at(row, f".//td[{classed('ind')}]", "indent"))
    if told is None:
        told = (number(value_at(row, f".//td[{classed('ind')}]/img", "width")) or 0) // _STEP
    return max(0, min(told, 99))


def _date(text: str) -> str:
    return text.partition(" ")[0]


SITE = Site(marks=(b'id="hnmain"', b"id=hnmain"), read=read)
