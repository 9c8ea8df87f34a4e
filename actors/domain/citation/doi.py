"""Digital object identifiers, found in whatever form they come."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from headwater.actors.domain.citation.text import clean
from headwater.actors.domain.lazy import pattern

_DOI = pattern(r"(?<![\w.])10\.\d{4,9}(?:\.\d{1,9}){0,4}/[^\s?]+")
_RESOLVER = pattern(r"https?://(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_SAFE = "/:;()._-+,*!'@=&~$"


def find_doi(text: str) -> str:
    """
    The bare 10.x/y in a name, a link or a line such as "doi:10.x/y."; empty when there is none.

    The case stays as given, though two that differ only in it are the same.
    """
    plain = clean(unquote(text)) if "%" in text else text  # what was encoded may be a line break
    if "://" in plain:
        plain = plain.partition("#")[0]
    found = _DOI.search(plain)
    return _bare(found[0]) if found else ""


def doi_of_link(url: str) -> str:
    """The identifier in a link to the resolver, and only there."""
    return find_doi(url) if _RESOLVER.match(url) else ""


def doi_link(doi: str) -> str:
    """The address that resolves it."""
    return "https://doi.org/" + quote(doi, safe=_SAFE)


def _bare(found: str) -> str:
    """Without the punctuation that belongs to the sentence around it."""
    while found:
        last = found[-1]
        opening = _PAIRS.get(last)
        unpaired = opening is not None and found.count(last) > found.count(opening)
        if last not in ".,;:'\"”’" and not unpaired:  # noqa: RUF001 - typographic quotes as well
            break
        found = found[:-1]
    return "" if found.endswith("/") and found.count("/") == 1 else found
