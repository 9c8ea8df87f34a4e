"""A thread as a document: its posts as text, and how the first of them was received."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.markdown import escape
from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.thread import Post, byline, links_in, nested
from headwater.actors.messages.web import Document


class Thread(Struct, frozen=True):
    """A first post and the replies to it, of which the source may say that there are more."""

    platform: str
    title: str
    head: Post
    replies: list[Post]
    told: int = 0  # replies that there are


def thread_of(document: Document, thread: Thread) -> Document:
    """The thread with what else is known about it."""
    title, head, replies, told = thread.title, thread.head, thread.replies, thread.told
    shown = "" if told <= len(replies) else f" ({len(replies):,} of {told:,})"
    blocks = [f"# {escape(title)}" if title else "", byline(head), head.text]
    if replies:
        blocks += [f"## Comments{shown}", nested(replies)]
    made = replaced(
        document,
        "\n\n".join(block for block in blocks if block),
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


def replaced(document: Document, text: str, **facts: Any) -> Document:
    """The document with another text and better facts; empty ones change nothing."""
    told = {name: value for name, value in facts.items() if value}
    return msgspec.structs.replace(
        document,
        text=text,
        facts=msgspec.structs.replace(document.facts, **told),
        outline=outline_of(text),
        links=links_in(text),
        quality="complete",
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
