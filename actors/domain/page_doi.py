"""The DOI that a page declares as its own; never one from its list of references."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from headwater.actors.domain.citation.doi import doi_of_link, find_doi
from headwater.actors.domain.lazy import pattern

_FRONT = 4_096  # characters above which no list of references starts
_REFERENCES = pattern(
    r"^#{0,6}\s*\**(?:references|bibliography|works cited|literature cited|cited by|citations)\b",
    re.IGNORECASE | re.MULTILINE,
)
_SUFFIX = pattern(
    r"/(?:full|abstract|pdf|epdf|meta|html|summary|fulltext|references)$", re.IGNORECASE
)
_LABELLED = pattern(r"(?:doi(?:\.org/|:)\s*|\bDOI\s+)(10\.\d{4,9}/\S+)", re.IGNORECASE)


def page_doi(citation: dict[str, str], url: str, text: str) -> str:
    """From the page's scholarly tags, then its address, then its front matter."""
    declared = find_doi(citation.get("citation_doi", ""))
    return declared or _from_address(url) or _from_front(text)


def _from_address(url: str) -> str:
    if resolver := doi_of_link(url):
        return resolver
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return ""
    return find_doi(_SUFFIX.sub("", path)) if "/10." in path else ""


def _from_front(text: str) -> str:
    """Only where the text says that it is a DOI, and above any list of references."""
    front = text[:_FRONT]
    if references := _REFERENCES.search(front):
        front = front[: references.start()]
    found = _LABELLED.search(front)
    return find_doi(found[1]) if found else ""
