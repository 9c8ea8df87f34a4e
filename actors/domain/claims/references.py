"""Where a text lists what it cites: titles of other works, which are no evidence of its own."""

from __future__ import annotations

import functools
import re

from msgspec import Struct

from headwater.actors.domain.claims.sentences import Place
from headwater.actors.domain.language import lines

_LINE = re.compile(r"[^\n]+")
_MARKDOWN = re.compile(r"(#{1,6})[ \t]+([^\n]{1,80})")
_NUMBER = re.compile(r"^[\dIVX]{1,4}[.)]?[ \t]+")
_LABELLED = re.compile(r"[ \t]{0,8}(?:\\?\[\^?\w{1,8}\\?\]:?|\d{1,3}\\?[.)]|[*+\u2022-]|\^)[ \t]")
_CITED = re.compile(
    r"\b(?:19|20)\d\d[a-z]?\b|\b10\.\d{4,9}/|https?://|\bet al\b|\bpp?\. ?\d|\bISBN\b|\bvol\. ?\d",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b10\.\d{4,9}/|\bdoi\b|\bet al\b|\bpp?\. ?\d|\bISBN\b|\bRetrieved\b"
    r"|\d{1,4} ?\(\d{1,3}\) ?[:,] ?\d|\b(?:19|20)\d\d[a-z]?; ?\d|\((?:19|20)\d\d[a-z]?\)[.,:]",
    re.IGNORECASE,
)
_AUTHOR = re.compile(r"[ \t]{0,8}[^\W\d_][\w'\u2019-]{1,30},? [^\W\d_]\.")
_BACK = re.compile(r"\d{1,3}\. [*\[]{0,3}\^")  # the way back to where it is cited, as wikis have it
_MARKS = "#*_: \t.\u2019'[]"
_FEW = 3  # entries in a row from which they are a list, also without a heading
_GAP = 6  # lines that read like no reference, after which a list has ended


class _Run(Struct, frozen=True):
    """Entries that follow each other without a heading."""

    start: int = 0
    end: int = 0
    count: int = 0

    def places(self) -> list[Place]:
        return [(self.start, self.end)] if self.count >= _FEW else []


def references_in(text: str) -> list[Place]:
    """The parts of a text that are lists of references, in order."""
    found: list[Place] = []
    opened = level = -1  # where a section of references began, and how deep its heading is
    run = _Run()
    for line in _LINE.finditer(text):
        written = line[0]
        heading = _MARKDOWN.match(written) if written[0] == "#" else None
        if opened >= 0 and heading and (level == 0 or len(heading[1]) <= level):
            found += _listed(text, opened, line.start())
            opened = -1
        if opened < 0 and len(written) <= 84 and _named(heading[2] if heading else written):
            opened, level = line.end(), len(heading[1]) if heading else 0
        if opened < 0 and not written[0].isalpha() and _entry(written):
            run = _longer(run, line.span())
        elif run.count:
            found += run.places()
            run = _Run()
    found += _listed(text, opened, len(text)) if opened >= 0 else []
    return sorted(found + run.places())


def _longer(run: _Run, place: Place) -> _Run:
    return _Run(run.start if run.count else place[0], place[1], run.count + 1)


def _named(title: str) -> bool:
    """Whether a heading is one over a list of references, in some language."""
    if len(title) > _longest():
        return False
    return _NUMBER.sub("", title.strip(_MARKS)).strip(_MARKS).casefold() in lines("headings")


@functools.cache
def _longest() -> int:
    """Of what could be such a heading, with the marks and the number around it."""
    return max(map(len, lines("headings"))) + 16


def _entry(line: str) -> bool:
    """Whether a line of a list names a work; an ordinary list may have years and links too."""
    if _BACK.match(line):
        return True
    return bool(
        _LABELLED.match(line) and _CITED.search(line, 0, 2_000) and _WORK.search(line, 0, 2_000)
    )


def _reads_so(line: str) -> bool:
    """Whether a line under such a heading is one of a list; prose has years and links as well."""
    return bool(
        _LABELLED.match(line)
        or _WORK.search(line, 0, 2_000)
        or (_AUTHOR.match(line) and _CITED.search(line, 0, 2_000))
    )


def _listed(text: str, start: int, end: int) -> list[Place]:
    """What of a section reads like references; a chapter may have that title too."""
    last, missed = start, 0
    for line in _LINE.finditer(text, start, end):
        missed += 1
        if _reads_so(line[0]):
            last, missed = line.end(), 0
        if missed > _GAP:
            break
    return [(start, last)] if last > start else []
