"""
MLA, 9th edition, as plain text: italics are left to the reader's program.

Addresses keep their https://, which the handbook leaves to the writer, so that they can be
followed. An organisation that publishes its own page is named once, as the site.
"""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.dates import Date, day_first
from headwater.actors.domain.citation.months import MLA
from headwater.actors.domain.citation.names import given_first, surname_first
from headwater.actors.domain.citation.punctuation import closed, joined, quoted
from headwater.actors.domain.citation.reference import (
    Reference,
    description_of,
    is_site_the_author,
    link_of,
)


def line(reference: Reference) -> str:
    """One entry of the list of works cited."""
    who = "" if is_site_the_author(reference) else _who(reference.authors)
    what = quoted(reference.title) if reference.title else closed(description_of(reference))
    where = (reference.site, _when(reference.date), link_of(reference))
    return joined(closed(who), what, ", ".join(filter(None, where)) + ".", _read(reference))


def _who(authors: Authors) -> str:
    if not authors.names:
        return ""
    first, *others = authors.names
    lead = surname_first(first, first.given)
    if authors.more or len(others) > 1:
        return f"{lead}, et al."
    return f"{lead}, and {given_first(others[0], others[0].given)}" if others else lead


def _when(date: Date | None) -> str:
    """Seasons are in lower case here, and only here."""
    if not date:
        return ""
    return f"{date.season.lower()} {date.year}" if date.season else day_first(date, MLA)


def _read(reference: Reference) -> str:
    if reference.doi or not reference.accessed:
        return ""
    return f"Accessed {day_first(reference.accessed, MLA)}."
