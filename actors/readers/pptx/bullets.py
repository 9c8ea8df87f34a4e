"""Whether a paragraph of a slide is an item of a list: it may say so, or its layout may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.office.tree import below, child, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_PLAIN = {"title", "ctrTitle", "subTitle", "dt", "ftr", "sldNum", "hdr"}


class Bullets:
    """Layout and master of a slide, as far as lists go."""

    def __init__(self, layout: Element | None, master: Element | None) -> None:
        self._styles = child(master, "txStyles", "bodyStyle")
        self._places = [
            {_key(shape): shape for shape in below(root, "sp")} for root in (layout, master)
        ]

    def mark(self, paragraph: Element, shape: Element, level: int) -> str:
        """`-` for a bullet, `1` for a number, nothing for none."""
        found = _mark(child(paragraph, "pPr"))
        if found is not None:
            return found
        own = _mark(_level(child(shape, "txBody", "lstStyle"), level))
        place = placeholder(shape)
        if own is not None or place is None:
            return own or ""
        for shapes in self._places:
            near = shapes.get(_key(shape)) if place.get("idx") else None
            near = near if near is not None else shapes.get(("", place.get("type", "body")))
            said = _mark(_level(child(near, "txBody", "lstStyle"), level))
            if said is not None:
                return said
        if place.get("type", "body") in _PLAIN:
            return ""
        return _mark(_level(self._styles, level)) or ""


def placeholder(shape: Element) -> Element | None:
    """What a shape stands in for: title, body and so on; None for a shape of its own."""
    return child(shape, "nvSpPr", "nvPr", "ph")


def _key(shape: Element) -> tuple[str, str]:
    place = placeholder(shape)
    if place is None:
        return "-", ""
    index = place.get("idx", "")
    return (index, "") if index else ("", place.get("type", "body"))


def _level(styles: Element | None, level: int) -> Element | None:
    return child(styles, f"lvl{level + 1}pPr")


def _mark(properties: Element | None) -> str | None:
    if properties is None:
        return None
    for inner in properties:
        name = local(inner)
        if name == "buNone":
            return ""
        if name in {"buChar", "buBlip"}:
            return "-"
        if name == "buAutoNum":
            return "1"
    return None
