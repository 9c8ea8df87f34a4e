"""
APA, 7th edition, as plain text: italics are left to the reader's program.

A page shows the day it was read only when it has no date of its own. Of an article only the year
is given.
"""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.dates import month_first, year_first
from headwater.actors.domain.citation.months import FULL
from headwater.actors.domain.citation.names import Name, abbreviated, surname_first
from headwater.actors.domain.citation.punctuation import closed, joined
from headwater.actors.domain.citation.reference import (
    Reference,
    description_of,
    is_site_the_author,
    link_of,
)

_MOST = 20  # authors; of more, the first 19 and the last are named


def line(reference: Reference) -> str:
    """One entry of the reference list."""
    who = _who(reference.authors)
    what = closed(reference.title) or f"[{description_of(reference)}]."
    lead = (closed(who), _when(reference), what) if who else (what, _when(reference))
    site = "" if is_site_the_author(reference) else closed(reference.site)
    return joined(*lead, site, _where(reference))


def _who(authors: Authors) -> str:
    """All names up to 20, or the first 19; then "& last", ". . . last" or "et al."."""
    if not authors.names:
        return ""
    many = authors.more or len(authors.names) > _MOST
    *first, last = map(_name, authors.names[: _MOST - 1] if many else authors.names)
    if not many:
        return ", ".join(first) + (", & " if first else "") + last
    return ", ".join(
        (*first, last, "et al." if authors.more else ". . . " + _name(authors.names[-1]))
    )


def _name(name: Name) -> str:
    return surname_first(name, abbreviated(name.given))


def _when(reference: Reference) -> str:
    date = reference.date
    if not date:
        return "(n.d.)."
    return f"({date.year if reference.doi else year_first(date, FULL, ',')})."


def _where(reference: Reference) -> str:
    if reference.date or reference.doi or not reference.accessed:
        return link_of(reference)
    return f"Retrieved {month_first(reference.accessed, FULL)}, from {reference.url}"
