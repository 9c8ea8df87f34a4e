"""XHTML, as books and feeds carry it, in the shape that HTML has."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING

from headwater.actors.domain.office.tree import local, parse

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30};)")
_KEPT = {b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"}


def parse_xhtml(data: bytes) -> Element | None:
    """The root; entities that only HTML knows are characters."""
    return parse(_ENTITY.sub(_character, data))


def as_html(root: Element) -> Element:
    """The same tree, its elements named as in HTML; what is no element is emptied."""
    for element in root.iter():
        name = local(element)
        if name:
            element.tag = name
        else:
            element.text = None  # an entity that nobody declared
    return root


def _character(found: re.Match[bytes]) -> bytes:
    name = found[1]
    character = html5.get(name.decode("ascii"), "")
    return found[0] if name in _KEPT else character.encode()
