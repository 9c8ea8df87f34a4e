"""
Chicago, 18th edition, a bibliography entry of the notes and bibliography system, as plain text.

That system and not author-date, because web pages often have no date. A page shows the day it was
read only when it has no date of its own.
"""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.dates import month_first
from headwater.actors.domain.citation.months import FULL
from headwater.actors.domain.citation.names import given_first, surname_first
from headwater.actors.domain.citation.punctuation import closed, joined, quoted
from headwater.actors.domain.citation.reference import (
    Reference,
    description_of,
    is_site_the_author,
    link_of,
)

_MOST = 6  # authors; of more, the first three are named (the 17th edition: ten and seven)
_FIRST = 3


def line(reference: Reference) -> str:
    """One entry of the bibliography."""
    what = quoted(reference.title) if reference.title else closed(description_of(reference))
    return joined(
        closed(_who(reference.authors)), what, *_where(reference), link_of(reference) + "."
    )


def _who(authors: Authors) -> str:
    if not authors.names:
        return ""
    first, *others = authors.names[:_MOST]
    names = [surname_first(first, first.given)]
    names += [given_first(name, name.given) for name in others]
    if authors.more or len(authors.names) > _MOST:
        return ", ".join(names[:_FIRST]) + ", et al."
    return ", and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _where(reference: Reference) -> tuple[str, ...]:
    """Site and date; where there is no date, the day it was read or "n.d."."""
    site = "" if is_site_the_author(reference) else reference.site
    if reference.date:
        return (closed(", ".join(filter(None, (site, month_first(reference.date, FULL))))),)
    if reference.accessed and not reference.doi:
        return closed(site), f"Accessed {month_first(reference.accessed, FULL)}."
    return (", ".join(filter(None, (site, "n.d."))),)
