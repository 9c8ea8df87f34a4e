"""BibTeX: @article for what has a DOI, @misc for pages, which every style knows."""

from __future__ import annotations

from headwater.actors.domain.citation.authors import Authors
from headwater.actors.domain.citation.escape import address, escaped, protected
from headwater.actors.domain.citation.months import NLM
from headwater.actors.domain.citation.names import Name
from headwater.actors.domain.citation.reference import Reference


def record(key: str, reference: Reference) -> str:
    """One entry; fields that are not known are left out."""
    kind = "article" if reference.doi else "misc"
    site = "journal" if reference.doi else "howpublished"
    fields = (
        ("author", _who(reference.authors)),
        ("title", protected(reference.title)),
        (site, escaped(reference.site)),
        *_when(reference),
        ("doi", address(reference.doi)),
        ("url", address(reference.url)),
    )
    lines = [f"  {name} = {_value(name, value)}" for name, value in fields if value]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}"


def _value(name: str, value: str) -> str:
    """Months are BibTeX's own names, without braces, which each style spells its way."""
    return value if name == "month" else f"{{{value}}}"


def _who(authors: Authors) -> str:
    names = [_name(name) for name in authors.names]
    return " and ".join([*names, "others"] if names and authors.more else names)


def _name(name: Name) -> str:
    """Family, Jr., Given; a second pair of braces keeps other names whole."""
    if not name.family:
        return f"{{{escaped(name.literal)}}}"
    return ", ".join(map(escaped, filter(None, (name.family, name.suffix, name.given))))


def _when(reference: Reference) -> tuple[tuple[str, str], ...]:
    date = reference.date
    if not date:
        return ()
    month = NLM[date.month - 1].lower() if date.month else ""
    return ("year", str(date.year)), ("month", month), ("day", str(date.day or ""))
