"""How the words that a stem stands for may begin: what to search for, before anything is read."""

from __future__ import annotations

import re
from collections.abc import Collection

from headwater.actors.domain.claims.terms import SPELLED

# Where a stem may differ from the word: what comes before is written the same in all spellings.
_DIFFER = re.compile(r"(?<=i)z|(?<=y)z|(?<=.{2}[lbvnid]o)r|(?<=.{2}[bt])er|(?<=sul)f|(?<=alumin)u")
_BRITISH = ((re.compile("(an|h|gyn|p)e"), r"\1ae"), (re.compile("es"), "oes"),
            (re.compile("fet"), "foet"))  # fmt: skip


def beginnings(wanted: Collection[str]) -> list[str]:
    """In small letters, none the beginning of another; words in other letters are left out."""
    found = {word for word, key in SPELLED.items() if key in wanted}
    for key in wanted:
        if key.isascii() and key[:1].isalpha():
            found |= _of(key)
    return [one for one in found if not any(one.startswith(less) for less in found - {one})]


def _of(stem: str) -> set[str]:
    differ = _DIFFER.search(stem)
    start = stem[: differ.start()] if differ else stem
    british = {form.sub(spelling, start, 1) for form, spelling in _BRITISH if form.match(start)}
    dotted = ".".join(stem) if stem.isalpha() and 1 < len(stem) <= 12 else start
    return {start, dotted} | british
