"""Discourse: every post of a topic that the page holds, as shown or as handed to its script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from headwater.actors.domain.links import absolute
from headwater.actors.domain.thread import Post
from headwater.actors.domain.thread_document import Thread, thread_of
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import fragment, markdown_of
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


class _Action(Struct):
    id: int = 0
    count: int = 0


class Said(Struct):
    """A post."""

    id: int = 0
    cooked: str = ""
    username: str = ""
    created_at: str = ""
    post_number: int = 0
    reply_to_post_number: int | None = None
    actions_summary: list[_Action] = []


class _Stream(Struct):
    posts: list[Said] = []
    stream: list[int] = []  # the numbers of all posts, in order


class Topic(Struct):
    """A topic, or some posts of one."""

    id: int = 0
    title: str = ""
    posts_count: int = 0
    post_stream: _Stream = msgspec.field(default_factory=_Stream)


_LIKE = 2  # the number of that action


def read(given: Given, document: Document) -> Document | None:
    """The topic, or None where the page is a list or holds no post."""
    return read_with(given, document, [])


def read_with(given: Given, document: Document, more: list[Said]) -> Document | None:
    """The topic with posts that the page did not hold."""
    page = page_of(given)
    if page is None:
        return None
    topic = _topic(page)
    posts = _shown(page, given.url) or _handed(topic.post_stream.posts, given.url)
    if not posts:
        return None
    posts += _handed(more, given.url)
    title = topic.title or text_at(page, '//*[@id="topic-title"]//h1', "//h1/a", "//h1")
    told = max(topic.posts_count - 1, len(posts) - 1)
    return thread_of(document, Thread("discourse", title, posts[0], posts[1:], told))


def missing_in(given: Given) -> tuple[int, list[int]]:
    """The number of the topic, and those of its posts that the page does not hold."""
    page = page_of(given)
    topic = Topic() if page is None else _topic(page)
    held = {said.id for said in topic.post_stream.posts}
    return topic.id, [number for number in topic.post_stream.stream if number not in held]


def _shown(page: Element, url: str) -> list[Post]:
    """As programs without scripts see them."""
    return [
        Post(
            author=text_at(
                box,
                f'.//*[{classed("creator")}]//*[@itemprop="name"]',
                with_class("creator"),
            ),
            text=markdown_of(body, url),
            date=value_at(box, ".//time", "datetime"),
            url=f"{absolute(url, '')}#{box.get('id')}" if box.get("id") else "",
            score=_likes(box),
        )
        for box in all_in(page, f"//div[{classed('crawler-post')}]")
        if (body := first_in(box, './/*[@itemprop="text"]', with_class("post"))) is not None
    ]


def _likes(box: Element) -> int | None:
    return number(value_at(box, './/meta[@itemprop="userInteractionCount"]', "content"))


def _handed(said_there: list[Said], url: str) -> list[Post]:
    """As its script would show them."""
    depths: dict[int, int] = {}
    posts: list[Post] = []
    for said in said_there:
        above = depths.get(said.reply_to_post_number or 0)
        depths[said.post_number] = 0 if above is None else above + 1
        likes = sum(action.count for action in said.actions_summary if action.id == _LIKE)
        posts.append(
            Post(
                author=said.username,
                text=fragment(said.cooked, url),
                date=said.created_at,
                url=f"{url.partition('#')[0]}#post_{said.post_number}",
                score=likes,
                depth=depths[said.post_number],
            )
        )
    return posts


def _topic(page: Element) -> Topic:
    """What was handed to the script: an object of JSON texts, one of which is the topic."""
    text = value_at(page, '//*[@id="data-preloaded"]', "data-preloaded")
    try:
        held = msgspec.json.decode(text or "{}", type=dict[str, object])
        names = [name for name in held if name.startswith("topic_") and name[6:].isdecimal()]
        found = held[names[0]] if names else "{}"
        return msgspec.json.decode(found, type=Topic) if isinstance(found, str) else Topic()
    except (msgspec.DecodeError, ValueError, RecursionError):
        return Topic()


SITE = Site(marks=(b'name="generator" content="Discourse',), read=read)
