"""RIS: one tag to a line, JOUR for what has a DOI and ELEC for pages."""

from __future__ import annotations

from headwater.actors.domain.citation.dates import Date
from headwater.actors.domain.citation.names import surname_first
from headwater.actors.domain.citation.reference import Reference


def record(_key: str, reference: Reference) -> str:
    """One record. The format's own number field is too short for a cite key, so it has none."""
    date = reference.date
    tags = (
        ("TY", "JOUR" if reference.doi else "ELEC"),
        *(("AU", surname_first(name, name.given)) for name in reference.authors.names),
        ("TI", reference.title),
        ("T2", reference.site),
        ("PY", str(date.year) if date else ""),
        ("DA", _day(date) if date else ""),
        ("DO", reference.doi),
        ("UR", reference.url),
    )
    return "\n".join([*(f"{tag}  - {value}" for tag, value in tags if value), "ER  - "])


def _day(date: Date) -> str:
    """Year, month, day and season between slashes, which all have to be there."""
    if not date.month and not date.season:
        return ""
    month, day = (f"{number:02}" if number else "" for number in (date.month, date.day))
    return f"{date.year}/{month}/{day}/{date.season}"
