"""What a PDF says of itself, as far as it is to be believed."""

from __future__ import annotations

import re

from headwater.actors.messages.web import Facts
from headwater.actors.readers.pdf.library import Book, failures
from headwater.actors.readers.pdf.shapes import Sheet

_DATE = re.compile(
    r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz+-])(\d\d)?'?(\d\d)?)?"
)
_EMPTY = re.compile(r"(?i)\(?(?:anonymous|unspecified|untitled|unknown|none|slide 1)?\)?[\s.\d]*")
_PROGRAM = re.compile(r"(?i)^microsoft (?:word|powerpoint|excel) - ")
_FILE = re.compile(r"(?i)\.(?:docx?|pptx?|xlsx?|tex|dvi|indd|pdf|qxd|odt|rtf|pages)$")
_MOST_OUTLINE = 2_000
_LONGEST = 300


def facts_of(book: Book, size: int, sheets: list[Sheet]) -> Facts:
    """Title, author and dates; the title may be the largest line of the first page."""
    said = {name: _said(value) for name, value in (book.metadata or {}).items() if value}
    title = _FILE.sub("", _PROGRAM.sub("", said.get("title", "")))
    author = said.get("author", "")
    return Facts(
        title=title or _largest(sheets),
        authors=(author,) if author else (),
        published=_iso(said.get("creationDate", "")),
        modified=_iso(said.get("modDate", "")),
        description=said.get("subject", ""),
        size=size,
    )


def outline_of(book: Book) -> list[tuple[int, str]]:
    """Levels and titles of the bookmarks."""
    try:
        return [(level, title) for level, title, _ in book.get_toc()[:_MOST_OUTLINE]]
    except failures():
        return []


def labels_of(book: Book, count: int) -> dict[int, str]:
    """Printed page numbers that differ from the places of the pages."""
    try:
        if not book.get_page_labels():
            return {}
        labels = {number + 1: book[number].get_label() for number in range(min(count, 5_000))}
    except failures():
        return {}
    return {number: label for number, label in labels.items() if label and label != str(number)}


def _said(value: str) -> str:
    text = " ".join(value.replace("\0", "").split())[:_LONGEST]
    return "" if _EMPTY.fullmatch(text) else text


def _largest(sheets: list[Sheet]) -> str:
    """The largest lines in the upper half of the first page, when they stand out."""
    first = sheets[0] if sheets else None
    if first is None or not first.lines:
        return ""
    upper = [line for line in first.lines if line.top < first.height / 2 and len(line.text) > 3]
    most = max((line.size for line in upper), default=0.0)
    usual = sorted(line.size for line in first.lines)[len(first.lines) // 2]
    chosen = [line.text.strip() for line in upper if line.size > most - 0.5]
    if chosen and re.match(r"\d+\.?\s", chosen[0]):
        return ""  # a section's heading: the page is not the first of its work
    return (
        " ".join(" ".join(chosen).split())[:_LONGEST]
        if most > usual * 1.15 and len(chosen) < 4
        else ""
    )


def _iso(written: str) -> str:
    found = _DATE.match(written)
    if found is None or not "1900" < found[1] < "2200":
        return ""
    year, month, day, hour, minute, second, sign, zone, rest = found.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if not hour or not day:
        return date
    offset = "" if sign is None else "Z" if sign in "Zz" else f"{sign}{zone or '00'}:{rest or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{offset}"
