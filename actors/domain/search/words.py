"""Texts of search results: without markup, without entities, on one line."""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_MARKS = str.maketrans("", "", "\ue000\ue001")  # around matches, as Bing writes them


def plain(text: str | None) -> str:
    """A text that may hold markup and entities."""
    if not text:
        return ""
    return line(html.unescape(_TAG.sub("", text)))


def line(text: str | None) -> str:
    """A text that holds none."""
    return " ".join((text or "").translate(_MARKS).split())
