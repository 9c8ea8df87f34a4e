"""A whole bibliography: which sources are in it, in which order, in which style."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from headwater.actors.domain.citation import (
    apa,
    bibtex,
    chicago,
    csl_json,
    ieee,
    mla,
    ris,
    vancouver,
)
from headwater.actors.domain.citation.keys import with_keys
from headwater.actors.domain.citation.reference import Reference, Source, read_reference
from headwater.actors.domain.citation.text import clean, sort_key

Style = Literal["apa", "mla", "chicago", "vancouver", "ieee", "bibtex", "ris", "csl-json"]


class Remark(Struct, frozen=True):
    """What happened to one of the sources, by its place in the list, from 0."""

    index: int
    reason: str


class Bibliography(Struct, frozen=True):
    """The text, and what a reader of it should know."""

    text: str
    entries: int
    skipped: tuple[Remark, ...] = ()  # sources that are not in it
    notes: tuple[Remark, ...] = ()  # values that were left out


_LINES: dict[str, Callable[[Reference], str]] = {
    "apa": apa.line,
    "mla": mla.line,
    "chicago": chicago.line,
    "vancouver": vancouver.line,
    "ieee": ieee.line,
}
_RECORDS: dict[str, Callable[[str, Reference], str]] = {
    "bibtex": bibtex.record,
    "ris": ris.record,
    "csl-json": csl_json.record,
}
_NUMBERS = {"vancouver": "{}. ", "ieee": "[{}] "}


def write_bibliography(sources: Iterable[Source], style: Style) -> Bibliography:
    """
    The sources in one style, the first of each address, separated by blank lines.

    Equal input gives equal bytes. Text styles are in alphabetical order, also where entries are
    numbered; the formats for reference managers are ordered by cite key and leave out the day a
    page was read.
    """
    kept, skipped = _chosen(sources)
    references = []
    notes: list[Remark] = []
    dois: dict[str, int] = {}
    for index, source in kept:
        reference, remarks = read_reference(source)
        references.append(reference)
        remarks += _losses(reference, style)
        if reference.doi and dois.setdefault(reference.doi.lower(), index) != index:
            remarks.append(f"same doi as sources[{dois[reference.doi.lower()]}]")
        notes += [Remark(index, remark) for remark in remarks]
    text = _written(references, style)
    return Bibliography(text, len(references), tuple(skipped), tuple(notes))


def _chosen(sources: Iterable[Source]) -> tuple[list[tuple[int, Source]], list[Remark]]:
    kept: list[tuple[int, Source]] = []
    skipped: list[Remark] = []
    seen: dict[str, int] = {}
    for index, source in enumerate(sources):
        url = clean(source.url)
        if not url:
            skipped.append(Remark(index, "no url"))
        elif url in seen:
            skipped.append(Remark(index, f"same url as sources[{seen[url]}]"))
        else:
            seen[url] = index
            kept.append((index, source))
    return kept, skipped


def _losses(reference: Reference, style: Style) -> list[str]:
    """What the style has no place for."""
    if reference.authors.more and style in {"ris", "csl-json"}:
        return ["the author list ends in et al., which this format cannot say"]
    return []


def _written(references: list[Reference], style: Style) -> str:
    if style in _LINES:
        return "\n\n".join(_lines(references, style))
    write = _RECORDS[style]
    records = [write(key, reference) for key, reference in with_keys(references)]
    if style == "csl-json":
        return "[" + ",\n".join(records) + "]"
    return "\n\n".join(records)


def _lines(references: list[Reference], style: Style) -> list[str]:
    lines = sorted(map(_LINES[style], references), key=sort_key)
    number = _NUMBERS.get(style, "")
    return [number.format(place) + line for place, line in enumerate(lines, 1)]
