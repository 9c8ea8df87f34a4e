"""What a document does not say of itself, and its text does."""

from __future__ import annotations

import re

import msgspec

from headwater.actors.messages.web import Facts

_HEADING = re.compile(r"^#{1,2} (.{2,300})$", re.MULTILINE)
_OPENING = 3_000  # characters in which a title stands, if anywhere
_EMPTY = re.compile(r"(?i)(?:untitled|(?:powerpoint )?presentation|slide|document|title)?[\s\d.]*")


def titled(facts: Facts, text: str) -> Facts:
    """With the first heading for a title, where there is none or one that a program put there."""
    if not _EMPTY.fullmatch(facts.title):
        return facts
    found = _HEADING.search(text[:_OPENING])
    title = re.sub(r"\\(?=\W)", "", found[1]).strip() if found else ""
    return msgspec.structs.replace(facts, title=title)


def counted(facts: Facts, pages: int) -> Facts:
    """With the number of pages that were seen, where more than it says."""
    return msgspec.structs.replace(facts, page_count=max(facts.page_count, pages))
