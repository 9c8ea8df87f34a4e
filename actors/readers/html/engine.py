"""
The one function that turns HTML into a document.

Text, links and what the page says about itself are the native engine's. Machine-readable data is
handed on as it stands in the page, so it is read from its head and its data blocks alone.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from selectolax.lexbor import LexborHTMLParser

from headwater import _native
from headwater.actors.domain.outline import outline_of
from headwater.actors.messages.web import Document, Facts, Link
from headwater.actors.readers.html.kind import kind_of
from headwater.actors.readers.html.structured import structured_of

CONFIDENT = 0.5  # share of right words expected, from which on an extraction counts as complete
MOST_LINKS = 1_000
_HEAD = 262_144  # characters in which a head ends, or is not one
_BODY = re.compile(r"</head|<body", re.IGNORECASE)
_DATA = re.compile(
    r"<script\b[^<>]{0,500}application/ld\+json[^<>]{0,500}>.*?</script", re.IGNORECASE | re.DOTALL
)


def extract(body: bytes, text: str, url: str, content_type: str = "") -> Document:
    """The main text as Markdown with absolute links, and what the page says about itself."""
    page = _native.extract_page(body, url, content_type)
    structured = structured_of(LexborHTMLParser(_machine_readable(text)))
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


def _machine_readable(text: str) -> str:
    """The head, and the data blocks of the rest."""
    end = _BODY.search(text, 0, _HEAD)
    start = end.start() if end else min(len(text), _HEAD)
    blocks = (found.group() + ">" for found in _DATA.finditer(text, start))
    return text[:start] + "\n".join(blocks)


def _facts(page: dict[str, Any], kind: str) -> Facts:
    told = {name: page[name] for name in Facts.__struct_fields__ if page.get(name)}
    return msgspec.convert({**told, "kind": kind}, Facts)
