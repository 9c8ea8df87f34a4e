"""The citation of a page, from what it says about itself and from its address."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from headwater.actors.domain.citation import apa, mla
from headwater.actors.domain.citation.dates import Date, read_date
from headwater.actors.domain.citation.reference import Reference, Source, read_reference
from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.scrape.output import Citation, CitationFormats, CitationMetadata
from headwater.actors.messages.web import Facts

_DATED = pattern(r"/((?:19|20)\d\d)[/-](0[1-9]|1[0-2])(?:[/-](0[1-9]|[12]\d|3[01]))?(?=[/-]|$)")
_JOINTS = r"\s+[|\u2013\u2014\u00b7:\u2022-]\s+"


def cite(url: str, facts: Facts, fetched_at: float, doi: str = "") -> Citation:
    """Always a citation, if only of an untitled page on its host."""
    accessed = datetime.fromtimestamp(fetched_at, UTC).date().isoformat()
    source = Source(
        url=url,
        title=title_of(facts),
        author="; ".join(facts.authors),
        site=facts.site,
        date=facts.published or _from_address(url) or facts.modified,
        doi=doi,
        accessed=accessed,
    )
    reference, _ = read_reference(source)
    return Citation(
        url=url,
        accessed_date=accessed,
        metadata=_metadata(source, reference),
        formatted=CitationFormats(apa=apa.line(reference), mla=mla.line(reference)),
    )


def title_of(facts: Facts) -> str:
    """Without the site's name that many pages put behind it."""
    if not facts.site:
        return facts.title
    return re.sub(_JOINTS + re.escape(facts.site) + r"$", "", facts.title) or facts.title


def _metadata(source: Source, reference: Reference) -> CitationMetadata:
    return CitationMetadata(
        title=reference.title,
        author=source.author,
        site=reference.site,
        date=_iso(reference.date) if reference.date else "",
    )


def _iso(date: Date) -> str:
    parts = [f"{date.year:04}"]
    if date.month:
        parts.append(f"{date.month:02}")
    if date.month and date.day:
        parts.append(f"{date.day:02}")
    return "-".join(parts)


def _from_address(url: str) -> str:
    found = _DATED.search(url.partition("?")[0])
    written = "-".join(part for part in found.groups() if part) if found else ""
    return written if written and read_date(written) else ""
