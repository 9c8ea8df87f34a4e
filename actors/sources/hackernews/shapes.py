"""What the two services send: an item of Firebase, a tree of Algolia, a user."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.domain.thread import Post, moment
from headwater.actors.readers.html.fragment import fragment

SITE = "https://news.ycombinator.com/"


class Item(Struct):
    """An item of Firebase. A missing one is null; a deleted one has lost author and text."""

    id: int
    type: str = ""
    by: str = ""
    time: int | None = None
    text: str = ""
    kids: list[int] = []
    url: str = ""
    score: int | None = None
    title: str = ""
    descendants: int = 0
    parent: int | None = None
    poll: int | None = None
    parts: list[int] = []
    deleted: bool = False
    dead: bool = False


class Tree(Struct):
    """An item of Algolia with everything below it; what was deleted has neither author nor text."""

    id: int
    type: str | None = None
    author: str | None = None
    text: str | None = None
    title: str | None = None
    url: str | None = None
    points: int | None = None
    created_at_i: int | None = None
    parent_id: int | None = None
    story_id: int | None = None
    children: list[Tree] = []
    options: list[Option] = []


class Option(Struct):
    """A choice of a poll."""

    text: str | None = None
    points: int | None = None


class User(Struct):
    """Somebody with an account."""

    id: str
    karma: int = 0
    created: int | None = None
    about: str = ""
    submitted: list[int] = []


def item_of(tree: Tree) -> Item:
    """What Algolia knows of an item in the words of Firebase."""
    return Item(
        id=tree.id,
        type=tree.type or "",
        by=tree.author or "",
        time=tree.created_at_i,
        text=tree.text or "",
        url=tree.url or "",
        score=tree.points,
        title=tree.title or "",
        parent=tree.parent_id,
        descendants=_below(tree),
    )


def address_of(number: int) -> str:
    """Where an item is shown."""
    return f"{SITE}item?id={number}"


def post_of(item: Item, depth: int) -> Post:
    """A comment; one without its text is kept while there are replies to it."""
    gone = item.deleted or not item.text
    return Post(
        author=item.by or "[deleted]",
        text="\\[deleted\\]" if gone else fragment(item.text, SITE),
        date=moment(item.time),
        url=address_of(item.id),
        depth=depth,
    )


def _below(tree: Tree) -> int:
    """Comments in a tree, without recursion: threads may be deep."""
    count, waiting = 0, [tree]
    while waiting:
        children = waiting.pop().children
        count += len(children)
        waiting += children
    return count
