"""A source as it came, and what a bibliography needs to know of it."""

from __future__ import annotations

import re

from msgspec import Struct

from headwater.actors.domain.citation.authors import Authors, read_authors
from headwater.actors.domain.citation.dates import Date, read_date
from headwater.actors.domain.citation.doi import doi_link, doi_of_link, find_doi
from headwater.actors.domain.citation.text import clean, fold
from headwater.actors.domain.lazy import pattern


class Source(Struct, frozen=True, kw_only=True):
    """What is known about a source, in whatever form it was found; empty means not known."""

    url: str
    title: str = ""
    author: str = ""
    site: str = ""
    date: str = ""
    doi: str = ""
    accessed: str = ""


class Reference(Struct, frozen=True, kw_only=True):
    """
    A source in parts.

    One with a DOI counts as an article and its site as the journal. A page belongs to the host it
    is on when no site is named; the host of an article is not its journal.
    """

    url: str
    title: str
    authors: Authors
    site: str
    date: Date | None
    accessed: Date | None
    doi: str


_HOST = pattern(r"[a-z][a-z0-9+.-]{0,30}://(?:[^/?#@]*@)?(?:www\.)?([^/?#:@]+)", re.IGNORECASE)


def read_reference(source: Source) -> tuple[Reference, list[str]]:
    """The reference, and what of the source could not be used and why."""
    url = clean(source.url).replace(" ", "%20")
    given_doi = find_doi(clean(source.doi))
    doi = given_doi or doi_of_link(url)
    reference = Reference(
        url=url,
        title=clean(source.title),
        authors=read_authors(clean(source.author)),
        site=_site(clean(source.site)) or ("" if doi else host_of(url)),
        date=read_date(clean(source.date)),
        accessed=read_date(clean(source.accessed)),
        doi=doi,
    )
    return reference, _notes(source, reference, given_doi)


def _site(site: str) -> str:
    """A name; an address gives its host."""
    return host_of(site) if "://" in site else site


def _notes(source: Source, reference: Reference, given_doi: str) -> list[str]:
    notes = []
    if source.doi.strip() and not given_doi:
        notes.append("doi not recognised, left out")
    if source.author.strip() and not reference.authors.names:
        notes.append("author is not a name, left out")
    notes += _date_notes("date", clean(source.date), reference.date)
    notes += _date_notes("accessed", clean(source.accessed), reference.accessed)
    return notes


def _date_notes(field: str, written: str, date: Date | None) -> list[str]:
    if written and not date:
        return [f"{field} not recognised, left out"]
    if date and not date.month and not date.season and written != str(date.year):
        return [f"only the year of {field} was clear"]
    return []


def host_of(url: str) -> str:
    """The host without www., or nothing."""
    found = _HOST.match(url)
    return found[1].lower() if found else ""


def link_of(reference: Reference) -> str:
    """Where a reader goes: the DOI, which lasts, before the address."""
    return doi_link(reference.doi) if reference.doi else reference.url


def description_of(reference: Reference) -> str:
    """What stands in for a title that is not known."""
    return "Untitled article" if reference.doi else "Untitled web page"


def is_site_the_author(reference: Reference) -> bool:
    """Whether the one author is the organisation whose site it is, which is then named once."""
    names = reference.authors.names
    return len(names) == 1 and fold(names[0].literal) == fold(reference.site)
