"""Pages that send their reader on: the Refresh header and its meta element."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater import _native
from headwater.actors.domain.lazy import pattern

LOOKED_AT = 65_536  # bytes; browsers take a meta element later, pages put it in the head
LONGEST_META = 4_096  # bytes
SOON = 10.0  # seconds; slower refreshes are pages that renew themselves

_TAG = pattern(rb"<(!--|script|style|noscript|template|textarea|title|meta)", re.IGNORECASE)
_META = pattern(r"""(?:"[^"]*"|'[^']*'|[^>"'])*""")
_ATTRIBUTE = pattern(r"""(?<![^\s/"'])([^\s=/"']++)\s*+=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_VALUE = pattern(
    r"""^\s*(\d{1,9})?(?:\.[\d.]*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(["']?)(.*))?$""",
    re.IGNORECASE | re.DOTALL,
)


def target(header: str, body: bytes, content_type: str) -> str:
    """Where an answer sends its reader at once; empty when it stays, or only renews itself."""
    if header:
        return _read(header)
    if "html" not in content_type.lower() and content_type:
        return ""
    if not _native.holds_word(body, b"refresh", LOOKED_AT):
        return ""
    for meta in _metas(body[:LOOKED_AT]):
        attributes = _attributes(meta)
        if attributes.get("http-equiv", "").strip().lower() == "refresh":
            return _read(attributes.get("content", ""))
    return ""


def _metas(start: bytes) -> Iterator[str]:
    """What is inside each meta element that a browser would see; one pass, whatever the page."""
    lower = start.lower()
    place = 0
    while tag := _TAG.search(lower, place):
        name = tag[1]
        place = tag.end()
        if name == b"meta":
            inside = _META.match(start[place : place + LONGEST_META].decode("latin-1"))
            if inside:
                place = inside.end() + place
                yield inside[0]
            continue
        end = b"-->" if name == b"!--" else b"</" + name
        place = lower.find(end, place)
        if place < 0:
            return


def _attributes(text: str) -> dict[str, str]:
    import html  # takes a while, and few pages refresh

    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(text):
        plain = value[1:-1] if value[:1] in ("'", '"') else value
        found.setdefault(name.lower(), html.unescape(plain))
    return found


def _read(value: str) -> str:
    match = _VALUE.match(value)
    if match is None or float(match[1] or 0) > SOON:
        return ""
    quote, rest = match[2] or "", match[3] or ""
    return (rest.split(quote, 1)[0] if quote else rest).strip()
