"""Comma- and tab-separated values: one table, bounded."""

from __future__ import annotations

import io
from itertools import islice

from headwater.actors.domain.charset import decode
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.reader import Given, Reader

MOST_ROWS = 20_000
WIDEST = 200  # columns
LONGEST = 131_072  # characters of a field, as the library has it
_SAMPLE = 16_384  # characters that the separator is guessed from
_SEPARATORS = ",;\t|"


def read(given: Given) -> Document:
    """A table; lines that make none are given as they are."""
    from headwater.actors.domain.markdown import table

    text, _ = decode(given.body, given.content_type)
    text = text.lstrip("\ufeff").replace("\0", "")
    separator = "\t" if "tab-separated" in given.media else _separator(text[:_SAMPLE])
    rows, more = _rows(text, separator)
    shown = table(rows) if separator and max(map(len, rows), default=0) > 1 else text
    if more:
        shown += f"\n\n[more than {MOST_ROWS:,} rows; the rest is left out]"
    return Document(
        text=shown,
        media="tsv" if separator == "\t" else "csv",
        facts=Facts(size=len(given.body)),
        quality="partial" if more else "complete",
        reader="delimited",
    )


def _separator(sample: str) -> str:
    """The one that most lines have equally often."""
    lines = [line for line in sample.splitlines()[:50] if line.strip()]
    best, votes = ",", 0
    for mark in _SEPARATORS:
        counts = [line.count(mark) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        if usual and counts.count(usual) * usual > votes:
            best, votes = mark, counts.count(usual) * usual
    return best


def _rows(text: str, separator: str) -> tuple[list[list[str]], bool]:
    import csv

    from headwater.actors.domain.markdown import escape

    csv.field_size_limit(LONGEST)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: list[list[str]] = []
    try:
        rows.extend([escape(cell) for cell in row[:WIDEST]] for row in islice(lines, MOST_ROWS))
        return rows, next(lines, None) is not None
    except csv.Error:
        return rows, bool(rows)


READER = Reader(media=("text/csv", "text/tab-separated-values", "application/csv"), read=read)
