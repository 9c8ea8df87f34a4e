"""How much of a document's words came out: token F1 against what the source project expects."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"\]\([^)\s]*\)")
_MARK = re.compile(r"^\s*(?:\d+[.)]|[-*+])\s|\[\^\w+\]:?", re.MULTILINE)
_ENTITY = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}
_NATIVE = re.compile(
    r'(?:Str|Code \( "[^"]*" , \[[^]]*\] , \[[^]]*\] \)|Math \w+) "((?:[^"\\]|\\.)*)"'
)


def words(text: str) -> Counter[str]:
    """Words, case aside; marks, link targets and placeholders are none."""
    text = _MARK.sub(" ", _LINK.sub("]", _COMMENT.sub("", text)))
    for entity, character in _ENTITY.items():
        text = text.replace(entity, character)
    return Counter(
        word for found in _WORD.findall(text.lower()) for word in found.split("_") if word
    )


def f1(found: str, expected: str) -> float:
    """Of words with their number, order aside."""
    ours, theirs = words(found), words(expected)
    shared = (ours & theirs).total()
    return 1.0 if not ours and not theirs else 2 * shared / max(1, ours.total() + theirs.total())


def expected_text(path: Path) -> str:
    """A golden file as text, whatever its form."""
    text = path.read_text()
    if path.suffix != ".native":
        return text
    found = [
        json.loads('"' + re.sub(r"\\(\d+)(\\&)?", _decimal, word) + '"')
        for word in _NATIVE.findall(text)
    ]
    return " ".join(found)


def _decimal(found: re.Match[str]) -> str:
    """Haskell writes characters by their decimal number."""
    return json.dumps(chr(int(found[1])))[1:-1]
