"""Pages of Reddit, in its new and its old form: the post, and the comments that came along."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

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

_SITE = "https://www.reddit.com"
_BODY = (
    './/*[contains(@id, "-post-rtjson-content")]',
    './/*[@slot="text-body"]',
    './/*[@slot="comment"]',
)


def read(given: Given, document: Document) -> Document | None:
    """The thread, or None where the page is none."""
    page = page_of(given)
    if page is None:
        return None
    return _new(page, given, document) or _old(page, given, document)


def _new(page: Element, given: Given, document: Document) -> Document | None:
    posts = all_in(page, "//shreddit-post")
    post = next((each for each in posts if _is_asked(each, given.url)), None)
    if post is None:
        post = max(posts, key=lambda each: len(each.attrib), default=None)
    if post is None:
        return None
    told = number(post.get("comment-count") or "") or 0
    head = _attributed(post, given.url, "created-timestamp")
    text = head.text or _outside(post) or str(_told(document).get("text") or "")
    replies = [_comment(each, given.url) for each in all_in(page, "//shreddit-comment")]
    title = post.get("post-title") or text_at(post, './/*[@slot="title"]')
    opening = Post(author=head.author, text=text, date=head.date, url=head.url, score=head.score)
    shown = [reply for reply in replies if reply.text]
    name = title or document.facts.title
    return thread_of(document, Thread("reddit", name, opening, shown, told))


def _old(page: Element, given: Given, document: Document) -> Document | None:
    post = first_in(page, f"//div[{classed('thing')} and {classed('link')}]")
    talk = first_in(page, f"//div[{classed('commentarea')}]")
    if post is None or talk is None:
        return None
    title = first_in(post, f".//a[{classed('title')}]")
    place = title.get("href", "") if title is not None else ""
    target = absolute(given.url, place)
    head = _thing(post, given.url, 0)
    outside = link(target, target) if target and "/comments/" not in target else ""
    replies = [
        _thing(each, given.url, len(all_in(each, f"ancestor::div[{classed('comment')}]")))
        for each in all_in(talk, f".//div[{classed('thing')} and {classed('comment')}]")
    ]
    told = number(post.get("data-comments-count") or "") or _count(
        text_at(post, f".//a[{classed('comments')}]")
    )
    opening = Post(
        author=head.author,
        text="\n\n".join(part for part in (outside, head.text) if part),
        date=head.date or value_at(post, ".//time", "datetime"),
        url=head.url,
        score=number(post.get("data-score") or "") if post.get("data-score") else head.score,
    )
    name = "" if title is None else text_at(title, ".")
    shown = [reply for reply in replies if reply.text]
    return thread_of(document, Thread("reddit", name, opening, shown, told))


def _attributed(element: Element, url: str, date: str) -> Post:
    body = first_in(element, *_BODY)
    place = element.get("permalink") or ""
    return Post(
        author=element.get("author") or "[deleted]",
        text="" if body is None else markdown_of(body, url),
        date=_date(element.get(date) or element.get("created") or ""),
        url=absolute(_SITE, place) if place else "",
        score=number(element.get("score") or ""),
        depth=min(number(element.get("depth") or "") or 0, 99),
    )


def _comment(element: Element, url: str) -> Post:
    return _attributed(element, url, "created-timestamp")


def _thing(element: Element, url: str, depth: int) -> Post:
    entry = first_in(element, f"./div[{classed('entry')}]")
    box = element if entry is None else entry
    body = first_in(box, f".//div[{classed('usertext-body')}]")
    place = element.get("data-permalink") or ""
    return Post(
        author=element.get("data-author") or text_at(box, with_class("author")) or "[deleted]",
        text="" if body is None else markdown_of(body, url),
        date=value_at(box, ".//time", "datetime"),
        url=absolute(_SITE, place) if place else "",
        score=number(value_at(box, f".//*[{classed('score')} and {classed('unvoted')}]", "title")),
        depth=depth,
    )


def _date(text: str) -> str:
    """2026-03-04T23:03:50.740000+0000 without what nobody needs."""
    return re.sub(r"(?:\.\d+)?\+0000$", "Z", text)


def _is_asked(post: Element, url: str) -> bool:
    name = (post.get("id") or "").removeprefix("t3_")
    return bool(name) and f"/comments/{name}/" in f"{url}/"


def _outside(post: Element) -> str:
    target = post.get("content-href") or ""
    return link(target, target) if target and "/comments/" not in target else ""


def _told(document: Document) -> dict[str, Any]:
    """What the page's own data says of the post."""
    for block in document.structured.get("jsonLd", []):
        if isinstance(block, dict) and block.get("@type") == "DiscussionForumPosting":
            return block
    return {}


def _count(text: str) -> int:
    return number(text.partition(" ")[0]) or 0


SITE = Site(
    marks=(b"redditstatic.com/shreddit", b"<shreddit-", b"thing id-t3_", b'content="reddit"'),
    read=read,
)
