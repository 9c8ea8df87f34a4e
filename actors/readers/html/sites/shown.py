"""
What of a page the engine sees, so that no page that bears a site's marks hides text from people and
shows it here.

The engine knows the page's styles and leaves out what they hide. A reader of a site looks into
the tree by itself, so text that the engine does not see is taken out of the tree before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater import _native
from headwater.actors.domain.lazy import pattern

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element

_NO_LETTER = pattern(r"[\W_]+")
_WINDOW = 12  # letters; the engine writes some text differently, so a part that is there is enough
_NO_TEXT = frozenset({"script", "style", "template", "noscript", "title"})


def keep_shown(page: Element, body: bytes, url: str, content_type: str) -> None:
    """Empty the texts of the tree that the engine does not see."""
    _, blocks = _native.explain_page(body, url, content_type)
    seen = _letters("".join(text for text, *_ in blocks))
    for element in page.iter():
        if element.tag in _NO_TEXT:
            continue
        if element.text and not _is_seen(element.text, seen):
            element.text = ""
        for child in element:
            if child.tail and not _is_seen(child.tail, seen):
                child.tail = ""


def _is_seen(text: str, seen: str) -> bool:
    if len(text) < _WINDOW:
        return True
    letters = _letters(text)
    if len(letters) < _WINDOW:
        return True
    middle = len(letters) // 2 - _WINDOW // 2
    places = (0, middle, len(letters) - _WINDOW)
    return any(letters[place : place + _WINDOW] in seen for place in places)


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())
