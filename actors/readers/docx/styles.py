"""Styles by their id, each with what it inherits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from headwater.actors.readers.docx.names import VAL, W, is_on, number, value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADING = re.compile(r"(?i)heading\s*([1-9])\b")
_CODE = re.compile(r"(?i)source ?code|html preformatted|verbatim|\bcode\b|macro text|plain code")
_DEEPEST = 12  # styles that inherit from one another
_WHITE = re.compile(r"(?i)f[a-f]f[a-f]f[a-f]")
_TINY = 3  # half points


class Look(Struct, frozen=True):
    """How text looks; None where it is not said."""

    bold: bool | None = None
    italic: bool | None = None
    strike: bool | None = None
    hidden: bool | None = None
    white: bool | None = None
    tiny: bool | None = None
    shaded: bool | None = None
    code: bool | None = None

    def over(self, under: Look) -> Look:
        """What lies under it, where it says nothing itself."""
        mixed = {
            name: getattr(under, name) if getattr(self, name) is None else getattr(self, name)
            for name in Look.__struct_fields__
        }
        return Look(**mixed)


class Style(Struct, frozen=True):
    """What a paragraph or a run gets from its style."""

    look: Look = Look()
    level: int = 0  # of a heading, 1 to 9
    code: bool = False
    quote: bool = False
    numbering: tuple[str, int] | None = None  # list and depth


PLAIN = Style()


def look_of(properties: Element | None) -> Look:
    """What run properties say."""
    if properties is None:
        return Look()
    color = value(properties, "color")
    size = value(properties, "sz")
    shade = properties.find(W + "shd")
    highlight = value(properties, "highlight")
    return Look(
        bold=_said(properties, "b"),
        italic=_said(properties, "i"),
        strike=True if is_on(properties, "strike") or is_on(properties, "dstrike") else None,
        hidden=True if is_on(properties, "vanish") or is_on(properties, "webHidden") else None,
        white=None if color is None else bool(_WHITE.fullmatch(color)),
        tiny=None if size is None else number(size, 24) < _TINY,
        shaded=True if _is_dark(shade) or highlight not in {None, "none", "white"} else None,
    )


def is_shaded(properties: Element | None) -> bool:
    """Whether paragraph, cell or table properties colour the background."""
    return properties is not None and _is_dark(properties.find(W + "shd"))


class Styles:
    """By their ids; each is worked out when it is first used, since most never are."""

    def __init__(self, root: Element | None) -> None:
        found = [] if root is None else root.findall(W + "style")
        self._raw = {style.get(W + "styleId", ""): style for style in found}
        self._known: dict[str, Style] = {}
        self._usual = next((name for name, style in self._raw.items() if _is_usual(style)), "")

    def find(self, name: str | None) -> Style:
        """A style; the usual one where none is named."""
        name = self._usual if name is None else name
        if name not in self._known:
            self._known[name] = _resolve(name, self._raw)
        return self._known[name]


def _is_usual(style: Element) -> bool:
    """Whether paragraphs have it that name none."""
    return style.get(W + "default") in {"1", "true"} and style.get(W + "type") == "paragraph"


def _resolve(name: str, raw: dict[str, Element]) -> Style:
    chain: list[Element] = []
    while name in raw and raw[name] not in chain and len(chain) < _DEEPEST:
        chain.append(raw[name])
        name = value(raw[name], "basedOn") or ""
    style = PLAIN
    for element in reversed(chain):
        style = _inherit(element, style)
    return style


def _inherit(element: Element, under: Style) -> Style:
    name = value(element, "name") or ""
    level = _level(element, name)
    numbering = numbering_of(element.find(W + "pPr"))
    return Style(
        look=look_of(element.find(W + "rPr")).over(under.look),
        level=under.level if level is None else level,
        code=under.code or bool(_CODE.search(name)),
        quote=under.quote or name.lower() in {"quote", "intense quote", "block text"},
        numbering=under.numbering if numbering is None else _with_depth(numbering, under),
    )


def _with_depth(numbering: tuple[str, int], under: Style) -> tuple[str, int]:
    """A style may change the depth alone."""
    name, depth = numbering
    return (name or (under.numbering[0] if under.numbering else ""), depth)


def _level(element: Element, name: str) -> int | None:
    if name.lower() == "title":
        return 1
    if found := _HEADING.search(name):
        return int(found[1])
    outline = value(element, "pPr", "outlineLvl")
    if outline is None:
        return None
    depth = number(outline, 9)
    return depth + 1 if 0 <= depth < 9 else 0


def numbering_of(properties: Element | None) -> tuple[str, int] | None:
    """List and depth that paragraph properties name."""
    found = None if properties is None else properties.find(W + "numPr")
    if found is None:
        return None
    return value(found, "numId") or "", max(0, min(number(value(found, "ilvl")), 8))


def _said(properties: Element, name: str) -> bool | None:
    return None if properties.find(W + name) is None else is_on(properties, name)


def _is_dark(shade: Element | None) -> bool:
    """Any background but white; patterns count as one."""
    if shade is None:
        return False
    fill = shade.get(W + "fill", "auto")
    pattern = shade.get(VAL, "clear")
    return not (fill == "auto" or _WHITE.fullmatch(fill)) or pattern not in {"clear", "nil"}
