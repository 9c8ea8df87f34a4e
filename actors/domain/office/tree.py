"""XML from strangers: no entities, no network, no endless trees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_BY_PROGRAM = re.compile(
    r"(?:Description automatically generated(?: with .{1,40} confidence)?"
    r"|AI-generated content may be incorrect\.?)$"
)
_STRICT = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/", b"wordprocessingml"),
    (b"http://purl.oclc.org/ooxml/spreadsheetml/", b"spreadsheetml"),
    (b"http://purl.oclc.org/ooxml/presentationml/", b"presentationml"),
    (b"http://purl.oclc.org/ooxml/drawingml/", b"drawingml"),
    (b"http://purl.oclc.org/ooxml/officeDocument/", b"officeDocument"),
)


def parse(data: bytes) -> Element | None:
    """The root; what is damaged is read as far as it goes; nothing where there is nothing."""
    from lxml import etree

    data = _transitional(data)
    for recover in (False, True):
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            recover=recover,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = cast("Element | None", etree.fromstring(data, parser))  # none, if recovering
        except etree.XMLSyntaxError as error:
            _refuse_much(str(error))
            continue
        if root is not None:
            return root
    return None


def local(element: Element) -> str:
    """The name without its namespace; empty for what is no element."""
    tag: object = element.tag  # an entity's is no text
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str:
    """The attribute of that local name, whatever its namespace; empty where there is none."""
    plain = element.get(name)
    if plain is not None:
        return plain
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def child(element: Element | None, *path: str) -> Element | None:
    """The first element along local names."""
    for name in path:
        if element is None:
            return None
        element = next((inner for inner in element if local(inner) == name), None)
    return element


def children(element: Element | None, name: str) -> Iterator[Element]:
    """Elements right below, by local name."""
    if element is not None:
        yield from (inner for inner in element if local(inner) == name)


def below(element: Element | None, *names: str) -> Iterator[Element]:
    """Elements anywhere below, by local name, in order."""
    if element is not None:
        yield from (inner for inner in element.iter() if local(inner) in names)


def text_of(element: Element | None) -> str:
    """All text inside."""
    return "" if element is None else "".join(str(piece) for piece in element.itertext())


def described(words: str) -> str:
    """A picture's description on one line, without the note that a program wrote it."""
    return _BY_PROGRAM.sub("", " ".join(words.split())).strip()


def _transitional(data: bytes) -> bytes:
    """The strict form of OOXML names the same things by other addresses."""
    if b"purl.oclc.org/ooxml" not in data[:65_536]:
        return data
    for strict, name in _STRICT:
        data = data.replace(strict, b"http://schemas.openxmlformats.org/" + name + b"/2006/")
    return data


def _refuse_much(message: str) -> None:
    """What libxml2 says when memory ends is a syntax error too; it must not look like one."""
    if "memory" in message.lower():
        raise MemoryError(message)
