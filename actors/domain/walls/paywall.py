"""Pages that give a beginning and sell the rest: they are read, and said to be partial."""

from __future__ import annotations

from typing import Any

from headwater.actors.messages.web import Document

_TEASER = 2_500  # characters; who gives more away gives the article, whatever its data says
_MOST = 100  # nodes that are looked at


def is_teaser(document: Document) -> bool:
    """Whether the page's own data says that it is for sale, and little of it is here."""
    if len(document.text) > _TEASER:
        return False
    blocks: list[Any] = document.structured.get("jsonLd", [])
    return any(_is_sold(node) for block in blocks[:_MOST] for node in _nodes(block))


def _nodes(block: Any) -> list[Any]:
    if isinstance(block, list):
        return block[:_MOST]
    graph = block.get("@graph") if isinstance(block, dict) else None
    return [block, *graph[:_MOST]] if isinstance(graph, list) else [block]


def _is_sold(node: Any) -> bool:
    if not isinstance(node, dict):
        return False
    free = node.get("isAccessibleForFree")
    return free is False or (isinstance(free, str) and free.lower() == "false")
