"""How a forum post was received, from the data that the page carries about itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from headwater.actors.messages.web import Document

_FEW = 20  # votes; below, a handful of accounts decide the number
_NOTE = "Few votes: the score is easily manipulated and says little."


class ForumSignals(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Votes and comments, as the page gives them."""

    platform: str
    upvotes: int
    comments: int
    date_published: str = ""
    author_name: str = ""
    credibility_note: str = ""


def forum_signals(host: str, document: Document) -> ForumSignals | None:
    """What the source of the post said of it; else what a page of Reddit says of itself."""
    if document.forum:
        told = document.forum
        note = _NOTE if told["upvotes"] < _FEW else ""
        return ForumSignals(**told, credibility_note=note)
    return _from_page(host, document.structured.get("jsonLd", []))


def _from_page(host: str, blocks: list[Any]) -> ForumSignals | None:
    if host != "reddit.com" and not host.endswith(".reddit.com"):
        return None
    post = next((node for block in blocks for node in _nodes(block) if _is_post(node)), None)
    if post is None:
        return None
    upvotes = _count(post, "Like", "Vote") or _number(post.get("upvoteCount"))
    author = post.get("author")
    return ForumSignals(
        platform="reddit",
        upvotes=upvotes,
        comments=_number(post.get("commentCount")) or _count(post, "Comment"),
        date_published=str(post.get("datePublished") or "")[:40],
        author_name=str(author.get("name") or "")[:100] if isinstance(author, dict) else "",
        credibility_note=_NOTE if upvotes < _FEW else "",
    )


def _nodes(block: Any) -> list[dict[str, Any]]:
    if isinstance(block, list):
        return [node for inner in block[:50] if isinstance(inner, dict) for node in _nodes(inner)]
    if not isinstance(block, dict):
        return []
    graph = block.get("@graph")
    inner = graph if isinstance(graph, list) else [block.get("mainEntity")]
    return [block, *(node for node in inner[:50] if isinstance(node, dict))]


def _is_post(node: dict[str, Any]) -> bool:
    return node.get("@type") in ("DiscussionForumPosting", "SocialMediaPosting", "Question")


def _count(post: dict[str, Any], *actions: str) -> int:
    listed = post.get("interactionStatistic") or []
    for counter in listed if isinstance(listed, list) else [listed]:
        if not isinstance(counter, dict):
            continue
        kind = counter.get("interactionType")
        name = kind.get("@type", "") if isinstance(kind, dict) else kind
        if any(action in str(name) for action in actions):
            return _number(counter.get("userInteractionCount"))
    return 0


def _number(value: Any) -> int:
    try:
        return max(-(2**53), min(2**53, int(value)))
    except (TypeError, ValueError, OverflowError):
        return 0
