"""
Vancouver, as the National Library of Medicine's Citing Medicine and the ICMJE's samples have it.

A page is cited as a work of its own, with the site as its publisher; the place of publication is
not known and left out.
"""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.dates import year_first
from headwater.actors.domain.citation.months import NLM
from headwater.actors.domain.citation.names import Name, abbreviated
from headwater.actors.domain.citation.punctuation import closed, joined, unstopped
from headwater.actors.domain.citation.reference import Reference, description_of

_MOST = 6  # authors; of more, these six are named
_INITIALS = 2  # of one author
_SUFFIXES = {"Jr.": "Jr", "Sr.": "Sr", "II": "2nd", "III": "3rd", "IV": "4th"}


def line(reference: Reference) -> str:
    """One entry without its number."""
    return _article(reference) if reference.doi else _page(reference)


def _article(reference: Reference) -> str:
    return joined(
        closed(_who(reference.authors)),
        closed(reference.title) or f"[{description_of(reference)}].",
        closed(reference.site),
        closed(year_first(reference.date, NLM)) if reference.date else "[date unknown].",
        f"doi: {reference.doi}.",
    )


def _page(reference: Reference) -> str:
    title = unstopped(reference.title) or f"[{description_of(reference)}]"
    when = year_first(reference.date, NLM) if reference.date else "[date unknown]"
    read = f"[cited {year_first(reference.accessed, NLM)}]" if reference.accessed else ""
    return joined(
        closed(_who(reference.authors)),
        f"{title} [Internet].",
        f"{reference.site};" if reference.site else "",
        joined(when, read) + ".",
        f"Available from: {reference.url}",
    )


def _who(authors: Authors) -> str:
    """Commas between people, semicolons around organisations."""
    text = ""
    shown = authors.names[:_MOST]
    for before, name in zip((None, *shown), shown, strict=False):
        people = before is not None and before.family and name.family
        text += ("" if before is None else ", " if people else "; ") + _short(name)
    return text + ", et al." if text and (authors.more or len(authors.names) > _MOST) else text


def _short(name: Name) -> str:
    if not name.family:
        return name.literal
    words = abbreviated(name.given).replace("-", " ").split()
    initials = [word.rstrip(".") for word in words if not word.islower()][:_INITIALS]
    return joined(name.family, "".join(initials), _SUFFIXES.get(name.suffix, name.suffix))
