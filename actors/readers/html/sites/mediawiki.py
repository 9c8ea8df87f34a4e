"""
Wikipedia and other wikis of its kind: their titles and dates.

The engine reads their articles well; what it cannot know is which heading is the title and where
the date of the last edit stands.
"""

from __future__ import annotations

import html
import re

import msgspec

from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

_HEADING = pattern(rb"<h1\b[^>]{0,300}\bfirstHeading\b[^>]{0,300}>(.{1,2000}?)</h1>", re.DOTALL)
_EDITED = pattern(rb"footer-info-lastmod[^>]{0,100}>[^<]{0,60}?(\d{1,2}) ([A-Za-z]{3,9}) (\d{4})")
_CANONICAL = pattern(rb"<link\b[^>]{0,300}\bcanonical\b[^>]{0,300}\bhref=[\"']?([^\"'>\s]{1,500})")
_WIKIPEDIA = pattern(r"^https?://[a-z.-]{2,20}\.wikipedia\.org/")
_TAG = pattern(r"<[^>]{0,1000}>")
_MONTHS = "january february march april may june july august september october november december"
_NEAR = 262_144  # bytes before the heading, and after the date


def read(given: Given, document: Document) -> Document | None:
    """The engine's document with these facts."""
    name = _HEADING.search(given.body, 0, _NEAR)
    title = html.unescape(_TAG.sub("", name[1].decode(errors="replace"))) if name else ""
    home = _CANONICAL.search(given.body, 0, _NEAR)
    encyclopaedia = bool(_WIKIPEDIA.search(home[1].decode("latin-1") if home else given.url))
    told = {
        "title": " ".join(title.split()),
        "modified": _edited(given.body),
        "site": "Wikipedia" if encyclopaedia else "",
        "authors": ("Wikipedia contributors",) if encyclopaedia else (),
    }
    facts = msgspec.structs.replace(
        document.facts, **{field: value for field, value in told.items() if value}
    )
    return msgspec.structs.replace(document, facts=facts)


def _edited(body: bytes) -> str:
    found = _EDITED.search(body, max(0, len(body) - _NEAR))
    months = _MONTHS.split()
    month = found[2].decode().lower() if found else ""
    if found is None or month not in months:
        return ""
    return f"{found[3].decode()}-{months.index(month) + 1:02}-{int(found[1]):02}"


SITE = Site(marks=(b'name="generator" content="MediaWiki',), read=read)
