"""The headings of a Markdown text and where their sections are."""

from __future__ import annotations

import re

from headwater.actors.messages.web import Span

_LINE = re.compile(
    r"^(?:(?P<fence>```|~~~)|(?P<marks>#{1,6})[ \t]+(?P<title>\S[^\n]*))", re.MULTILINE
)
_LABEL = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MOST = 2_000
_LONGEST = 300  # characters of a title


def outline_of(text: str) -> tuple[Span, ...]:
    """Headings in order. A section ends where one of the same or a higher level starts."""
    found: list[tuple[int, str, int]] = []
    fence = ""
    for line in _LINE.finditer(text):
        if line["fence"]:
            fence = "" if fence == line["fence"] else fence or line["fence"]
        elif not fence and len(found) < _MOST:
            found.append((len(line["marks"]), _title(line["title"]), line.start()))
    return tuple(_spans(found, len(text)))


def _title(written: str) -> str:
    plain = _LABEL.sub(r"\1", written.strip().rstrip("#").rstrip())
    return re.sub(r"[*`]", "", plain)[:_LONGEST].strip()


def _spans(found: list[tuple[int, str, int]], end: int) -> list[Span]:
    """From the last to the first, knowing for each level where the next section starts."""
    spans: list[Span] = []
    starts = [end] * 7
    for level, title, offset in reversed(found):
        stop = min(starts[1 : level + 1])
        spans.append(Span(level=level, title=title, offset=offset, length=stop - offset))
        starts[level] = offset
    return spans[::-1]
