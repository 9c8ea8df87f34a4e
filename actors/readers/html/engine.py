"""
The one function that turns HTML into a document.

Text, links and what the page says about itself are the native engine's; here they take the shape
that every reader gives.
"""

from __future__ import annotations

from typing import Any

import msgspec

from headwater import _native
from headwater.actors.domain.outline import outline_of
from headwater.actors.messages.web import Document, Facts, Link
from headwater.actors.readers.html.kind import kind_of
from headwater.actors.readers.html.structured import structured_of

CONFIDENT = 0.5  # share of right words expected, from which on an extraction counts as complete
MOST_LINKS = 1_000


def extract(body: bytes, url: str, content_type: str = "") -> Document:
    """The main text as Markdown with absolute links, and what the page says about itself."""
    page = _native.extract_page(body, url, content_type, strict=True)
    structured = structured_of(page["data"], page["tags"])
    markdown: str = page["markdown"]
    return Document(
        text=markdown,
        media="html",
        facts=_facts(page, kind_of(structured)),
        outline=outline_of(markdown),
        links=tuple(Link(address, words) for words, address in page["links"][:MOST_LINKS]),
        removed=page["removed"],
        structured=structured,
        quality="complete" if page["confidence"] >= CONFIDENT else "partial",
        page_type=page["kind"],
        reader="html",
    )


def _facts(page: dict[str, Any], kind: str) -> Facts:
    told = {name: page[name] for name in Facts.__struct_fields__ if page.get(name)}
    return msgspec.convert({**told, "kind": kind}, Facts)
