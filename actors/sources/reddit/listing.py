"""What Reddit's JSON holds: posts, comments below comments, and marks for what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.thread import Post, moment

SITE = "https://www.reddit.com"
MOST = 2_000  # comments of one thread


class Entry(Struct):
    """A post or a comment; a post has a title."""

    id: str = ""
    author: str | None = None
    title: str = ""
    selftext: str = ""
    body: str = ""
    score: int | None = None
    score_hidden: bool = False
    num_comments: int = 0
    created_utc: float | None = None
    permalink: str = ""
    link_id: str = ""  # of the post that a comment is about
    url: str = ""
    subreddit: str = ""
    is_self: bool = False
    over_18: bool = False
    stickied: bool = False
    is_submitter: bool = False
    upvote_ratio: float | None = None
    link_flair_text: str | None = None
    description: str = ""
    public_description: str = ""
    replies: Any = None  # "" or a listing
    count: int = 0  # of a row that stands for more

    @property
    def address(self) -> str:
        """Where it is shown."""
        if self.permalink.startswith("/"):
            return SITE + self.permalink
        post = self.link_id.removeprefix("t3_")
        return f"{SITE}/comments/{post}/_/{self.id}/" if post and self.id else ""

    @property
    def points(self) -> int | None:
        """Its score, where that is shown."""
        return None if self.score_hidden else self.score


class Thing(Struct):
    """One entry with its kind: t1 a comment, t3 a post, more a mark."""

    kind: str
    data: Entry


class _Children(Struct):
    children: list[Thing] = []
    after: str | None = None


class Listing(Struct):
    """A list of things."""

    data: _Children


def comments_of(things: list[Thing]) -> tuple[list[Post], int]:
    """Comments in reading order, and how many there are besides."""
    posts: list[Post] = []
    missing = 0
    waiting = [(thing, 0) for thing in reversed(things)]
    while waiting and len(posts) < MOST:
        thing, depth = waiting.pop()
        if thing.kind == "more":
            missing += thing.data.count
            continue
        posts.append(_comment(thing.data, depth))
        waiting += [(child, depth + 1) for child in reversed(_below(thing.data))]
    return posts, missing


def _comment(entry: Entry, depth: int) -> Post:
    notes = ["original poster"] if entry.is_submitter else []
    notes += ["pinned"] if entry.stickied else []
    return Post(
        author=entry.author or "[deleted]",
        text=entry.body,
        date=moment(entry.created_utc),
        url=entry.address,
        score=entry.points,
        depth=depth,
        notes=tuple(notes),
    )


def _below(entry: Entry) -> list[Thing]:
    if not isinstance(entry.replies, dict):
        return []
    try:
        return msgspec.convert(entry.replies, Listing, strict=False).data.children
    except msgspec.ValidationError:
        return []


def posts_in(listing: Listing) -> Iterator[Entry]:
    """The posts of a list, and comments where it lists those."""
    return (thing.data for thing in listing.data.children if thing.kind in ("t1", "t3"))
