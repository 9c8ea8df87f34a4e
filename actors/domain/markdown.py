"""Writing Markdown: text that stays text, emphasis, links, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from headwater.actors.domain.lazy import pattern

Emphasis = Literal["bold", "italic", "strike", "code"]

MOST_COLUMNS = 200
MOST_TARGET = 2_048  # characters of an address
_MARKS: dict[str, str] = {"bold": "**", "italic": "*", "strike": "~~", "code": "`"}
_SPECIAL = pattern(
    r"\\(?=[!-/:-@\[-`{-~])"  # a backslash that would escape something
    r"|[*`](?=\S)|(?<=\S)[*`]|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)"  # what would be emphasis or code
    r"|(?<=\])(?=\()"  # what would be a link
    r"|<(?=[A-Za-z/!?])|~(?=~)"
)
_BLOCK = pattern(r"^(\s*)(?:(#{1,6}|[-+*>])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|(={3,}|-{3,})$)")
_SAFE = pattern(r"(?i)(?:https?://|mailto:|#)[^\s]+\Z")


class Span(Struct, frozen=True):
    """Text in one manner, and where it leads."""

    text: str
    manner: frozenset[Emphasis] = frozenset()
    target: str = ""


def escape(text: str) -> str:
    """Text that Markdown would read as marks, made text again; as little as that takes."""
    return _SPECIAL.sub(lambda found: "\\" + found[0], text)


def guarded(text: str) -> str:
    """A paragraph whose first word would otherwise begin a list, a heading or a quote."""
    found = _BLOCK.match(text)
    if found is None:
        return text
    at = found.start(4) if found[4] else found.start(2) if found[2] else found.start(5)
    return text[:at] + "\\" + text[at:]


def inline(spans: Sequence[Span]) -> str:
    """Spans as one text; neighbours in the same manner share their marks."""
    return "".join(_marked(span) for span in _merged(spans))


def link(words: str, target: str) -> str:
    """A link, or the words alone where the target is none that may be followed."""
    target = target.strip()
    if not words.strip() or len(target) > MOST_TARGET or not _SAFE.match(target):
        return words
    target = target.replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")
    body = words.strip()
    lead, tail = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
    return f"{lead}[{body}]({target}){tail}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """A pipe table; the first row is its head. Empty rows and columns go."""
    kept = [[cell(text) for text in row[:MOST_COLUMNS]] for row in rows]
    kept = [row for row in kept if any(row)]
    width = max((len(row) for row in kept), default=0)
    used = [place for place in range(width) if any(_at(row, place) for row in kept)]
    if not used:
        return ""
    lines = ["| " + " | ".join(_at(row, place) for place in used) + " |" for row in kept]
    lines.insert(1, "|" + " --- |" * len(used))
    return "\n".join(lines)


def cell(text: str) -> str:
    """Text on one line, whose bars are no borders."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def fenced(code: str, language: str = "") -> str:
    """A block of code; its fence is longer than any inside."""
    longest = max((len(run) for run in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{code.rstrip()}\n{fence}"


def _at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in spans:
        last = merged[-1] if merged else None
        if last is not None and (last.manner, last.target) == (span.manner, span.target):
            merged[-1] = Span(last.text + span.text, span.manner, span.target)
        elif last is not None and not span.text.strip() and span.target == last.target:
            merged[-1] = Span(last.text + span.text, last.manner, last.target)
        elif span.text:
            merged.append(span)
    return merged


def _marked(span: Span) -> str:
    body = span.text.strip()
    if not body:
        return span.text
    lead = span.text[: len(span.text) - len(span.text.lstrip())]
    tail = span.text[len(span.text.rstrip()) :]
    for manner in ("code", "strike", "italic", "bold"):
        if manner in span.manner and not (manner == "code" and "`" in body):
            body = _MARKS[manner] + body + _MARKS[manner]
    return lead + (link(body, span.target) if span.target else body) + tail
