"""A story, poll, job or comment with the replies to it."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from headwater.actors.domain.markdown import link
from headwater.actors.domain.thread import Post, counted, moment
from headwater.actors.domain.thread_document import Thread, thread_of
from headwater.actors.messages.faults import NotFound
from headwater.actors.messages.sources import Call
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.fragment import fragment
from headwater.actors.sources.decoding import maybe
from headwater.actors.sources.hackernews.shapes import (
    SITE,
    Item,
    Tree,
    address_of,
    item_of,
    post_of,
)
from headwater.actors.sources.source import Calls, Reading, Replies, Unfit

MOST_POSTS = 1_500  # of a thread that Algolia gives in one answer
MOST_CALLS = 40  # in one round to Firebase, which gives one item per call
LEVELS = 3  # of replies that are fetched from Firebase


def thread(number: int) -> Reading:
    """Both services at once: Firebase knows score and order, Algolia the whole thread."""
    first, whole = yield (item_call(number), Call("hackernews_algolia", f"/items/{number}"))
    missing = first.ok and first.body.strip() == b"null"
    tree = maybe(whole, Tree)
    item = maybe(first, Item)
    if item is None and tree is None:
        if missing or (first.status == 404 and whole.status == 404):
            raise NotFound(f"Hacker News has no item {number}")
        raise Unfit(f"firebase {first.outcome}, algolia {whole.outcome}")
    if tree is not None:
        item = item or item_of(tree)
        order = {kid: place for place, kid in enumerate(item.kids)}
        tree.children.sort(key=lambda child: order.get(child.id, len(order)))
        choices = [(option.text or "", option.points or 0) for option in tree.options]
        return document_of(item, _posts(tree), choices)
    if item is None:  # one of the two is there
        raise Unfit("no item")
    choices = yield from _choices(item)
    posts = yield from _gathered(item)
    return document_of(item, posts, choices)


def document_of(item: Item, posts: list[Post], choices: list[tuple[str, int]]) -> Document:
    """The item and its comments."""
    told = max(item.descendants, len(posts), len(item.kids))
    outside = link(item.url, item.url) if item.url else ""
    body = (outside, fragment(item.text, SITE), _poll(choices))
    head = Post(
        author=item.by,
        text="\n\n".join(part for part in body if part),
        date=moment(item.time),
        url=address_of(item.id),
        score=item.score,
        notes=tuple(_notes(item, told)),
    )
    title = item.title or f"Comment by {item.by} on Hacker News"
    known = Facts(site="Hacker News", canonical=head.url, language="en")
    empty = Document(text="", media="hn", facts=known, reader="hackernews")
    return thread_of(empty, Thread("hackernews", title, head, posts, told))


def item_call(number: int) -> Call:
    """One item."""
    return Call("hackernews_firebase", f"/item/{number}.json", limit=262_144)


def _notes(item: Item, comments: int) -> Iterator[str]:
    if comments:
        yield counted(comments, "comment")
    if above := item.parent or item.poll:
        yield link("parent", address_of(above))


def _poll(choices: list[tuple[str, int]]) -> str:
    return "\n".join(
        f"- {fragment(words, SITE)} ({counted(points, 'point')})" for words, points in choices
    )


def _posts(tree: Tree) -> list[Post]:
    """The thread in reading order."""
    posts: list[Post] = []
    waiting = [(child, 0) for child in reversed(tree.children)]
    while waiting and len(posts) < MOST_POSTS:
        node, depth = waiting.pop()
        if node.type == "pollopt":
            continue
        if node.text or node.children:
            posts.append(post_of(item_of(node), depth))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return posts


def _choices(item: Item) -> Generator[Calls, Replies, list[tuple[str, int]]]:
    if not item.parts:
        return []
    replies = yield tuple(item_call(part) for part in item.parts[:MOST_CALLS])
    found = [choice for reply in replies if (choice := maybe(reply, Item))]
    return [(choice.text, choice.score or 0) for choice in found]


def _gathered(top: Item) -> Generator[Calls, Replies, list[Post]]:
    """Level by level, the first of each level; what a call does not give is left out."""
    known: dict[int, Item] = {}
    level = top.kids[:MOST_CALLS]
    for _ in range(LEVELS):
        if not level:
            break
        replies = yield tuple(item_call(number) for number in level)
        found = [item for reply in replies if (item := maybe(reply, Item))]
        known |= {item.id: item for item in found}
        level = [kid for item in found for kid in item.kids][:MOST_CALLS]
    return _ordered(top, known)


def _ordered(top: Item, known: dict[int, Item]) -> list[Post]:
    posts: list[Post] = []
    waiting = [(kid, 0) for kid in reversed(top.kids)]
    while waiting:
        number, depth = waiting.pop()
        item = known.pop(number, None)
        if item is not None and not item.dead:
            if not item.deleted or any(kid in known for kid in item.kids):
                posts.append(post_of(item, depth))
            waiting += [(kid, depth + 1) for kid in reversed(item.kids)]
    return posts
