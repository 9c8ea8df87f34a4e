"""What kind of work a page says it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from headwater.actors.domain.lazy import pattern

_MOST_NODES = 200
_WORKS = pattern(
    r"Article|Posting|Report|Book|Chapter|WebPage|Product|Recipe|Review|Dataset|Thesis|Video|Course"
    r"|Question|HowTo|Event|Movie|Podcast|CreativeWork|SoftwareApplication|Discussion"
)


def kind_of(structured: dict[str, Any]) -> str:
    """The schema.org type of the page's work, a WebPage only if nothing better; else og:type."""
    nodes = [node for block in structured.get("jsonLd", []) for node in _nodes(block)]
    kinds = [kind for node in nodes[:_MOST_NODES] if _WORKS.search(kind := _type(node))]
    kinds.sort(key=lambda kind: ("WebPage" in kind, "Breadcrumb" in kind))
    told: str = structured.get("openGraph", {}).get("og:type", "")
    return kinds[0] if kinds else told


def _nodes(block: Any) -> Iterator[dict[str, Any]]:
    if isinstance(block, list):
        for inner in block[:_MOST_NODES]:
            yield from _nodes(inner) if isinstance(inner, dict) else ()
    elif isinstance(block, dict):
        yield block
        graph = block.get("@graph")
        if isinstance(graph, list):
            yield from (node for node in graph[:_MOST_NODES] if isinstance(node, dict))
        if isinstance(main := block.get("mainEntity"), dict):
            yield main


def _type(node: dict[str, Any]) -> str:
    kind = node.get("@type", "")
    first = kind[0] if isinstance(kind, list) and kind else kind
    return first if isinstance(first, str) else ""
