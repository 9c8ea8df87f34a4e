"""
IEEE, by its reference guide of 2023, as plain text: italics are left to the reader's program.

The guide's form for pages has no place for the day of publication; it is added after the site.
"""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.dates import Date, month_first
from headwater.actors.domain.citation.months import IEEE
from headwater.actors.domain.citation.names import abbreviated, given_first
from headwater.actors.domain.citation.punctuation import closed, joined, quoted
from headwater.actors.domain.citation.reference import Reference, description_of

_MOST = 6  # authors; of more, only the first is named


def line(reference: Reference) -> str:
    """One entry without its number."""
    return _article(reference) if reference.doi else _page(reference)


def _article(reference: Reference) -> str:
    date = reference.date
    who = _who(reference.authors)
    what = quoted(reference.title, ",") if reference.title else description_of(reference) + ","
    when = month_first(Date(date.year, date.month, 0, date.season), IEEE) if date else ""
    rest = ", ".join(filter(None, (reference.site, when, f"doi: {reference.doi}.")))
    return joined(f"{who}," if who else "", what, rest)


def _page(reference: Reference) -> str:
    what = quoted(reference.title) if reference.title else closed(description_of(reference))
    when = month_first(reference.date, IEEE) if reference.date else ""
    read = f"Accessed: {month_first(reference.accessed, IEEE)}." if reference.accessed else ""
    return joined(
        closed(_who(reference.authors)),
        what,
        closed(", ".join(filter(None, (reference.site, when)))),
        read,
        f"[Online]. Available: {reference.url}",
    )


def _who(authors: Authors) -> str:
    if not authors.names:
        return ""
    first, *others = (given_first(name, abbreviated(name.given)) for name in authors.names[:_MOST])
    if authors.more or len(authors.names) > _MOST:
        return f"{first} et al."
    if len(others) < 2:
        return " and ".join((first, *others))
    return ", ".join((first, *others[:-1])) + f", and {others[-1]}"
