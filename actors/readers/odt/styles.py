"""Styles of OpenDocument: what text looks like, which lists are numbered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from headwater.actors.domain.markdown import Emphasis
from headwater.actors.domain.office.tree import attribute, below, child

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_DEEPEST = 12
_HEADING = re.compile(r"(?i)heading(?:_20_|\s)*([1-9])")
_WHITE = re.compile(r"(?i)#f[a-f]f[a-f]f[a-f]")
_TINY = re.compile(r"(?:0(?:\.\d+)?|1(?:\.[0-4]\d*)?)pt")
_CODE = re.compile(r"(?i)preformatted|source(?:_20_)?text|\bcode\b")


class Style(Struct, frozen=True):
    """What a style says, with what it inherits."""

    manner: frozenset[Emphasis] = frozenset()
    unmarked: frozenset[Emphasis] = frozenset()  # what it says it is not
    hidden: bool = False
    level: int = 0  # of a heading
    code: bool = False
    list_name: str = ""


PLAIN = Style()


class Styles:
    """By their names."""

    def __init__(self, *roots: Element | None) -> None:
        self._raw = {
            attribute(style, "name"): style for root in roots for style in below(root, "style")
        }
        self._known: dict[str, Style] = {}
        self._lists = {
            attribute(style, "name"): style for root in roots for style in below(root, "list-style")
        }

    def find(self, name: str) -> Style:
        """A style by its name."""
        if name not in self._known:
            self._known[name] = self._resolve(name)
        return self._known[name]

    def form(self, name: str, depth: int) -> tuple[str, str, int] | None:
        """Number format, what is behind it and where it starts; None for bullets."""
        for level in self._lists.get(name, ()):  # the levels of the list
            if attribute(level, "level") == str(depth + 1):
                numbered = str(level.tag).endswith("level-style-number")
                start = attribute(level, "start-value")
                first = int(start) if start.isdecimal() and len(start) < 7 else 1
                form = attribute(level, "num-format")
                return (
                    (form, attribute(level, "num-suffix") or ".", first)
                    if numbered and form
                    else None
                )
        return None

    def _resolve(self, name: str) -> Style:
        chain: list[Element] = []
        while name in self._raw and self._raw[name] not in chain and len(chain) < _DEEPEST:
            chain.append(self._raw[name])
            name = attribute(self._raw[name], "parent-style-name")
        style = _named(name)
        for element in reversed(chain):
            style = _inherit(element, style)
        return style


def _named(name: str) -> Style:
    """Of a style that is not defined: its name may say what it is."""
    found = _HEADING.match(name)
    if name in {"Title", "Subtitle"}:
        return Style(level=1 if name == "Title" else 2)
    return Style(level=int(found[1]) if found else 0, code=bool(_CODE.search(name)))


def _inherit(element: Element, under: Style) -> Style:
    text = child(element, "text-properties")
    name = attribute(element, "name")
    own = _named(name)
    manner, unmarked = set(under.manner), set(under.unmarked)
    for kind, attribute_name, on in (
        ("bold", "font-weight", "bold"),
        ("italic", "font-style", "italic"),
        ("strike", "text-line-through-style", "solid"),
    ):
        said = "" if text is None else attribute(text, attribute_name)
        if said:
            is_on = said == on or (kind == "bold" and said.isdecimal() and int(said) >= 600)
            (manner.add if is_on else manner.discard)(kind)  # type: ignore[arg-type]
            (unmarked.discard if is_on else unmarked.add)(kind)  # type: ignore[arg-type]
    return Style(
        manner=frozenset(manner),
        unmarked=frozenset(unmarked),
        hidden=under.hidden or _is_hidden(text),
        level=own.level or under.level,
        code=own.code or under.code,
        list_name=attribute(element, "list-style-name") or under.list_name,
    )


def _is_hidden(text: Element | None) -> bool:
    if text is None:
        return False
    white = _WHITE.fullmatch(attribute(text, "color")) is not None
    ground = attribute(text, "background-color")
    bare = ground in {"", "transparent"} or _WHITE.fullmatch(ground) is not None
    tiny = _TINY.fullmatch(attribute(text, "font-size")) is not None
    return attribute(text, "display") == "none" or tiny or (white and bare)
