"""Names of WordprocessingML."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
VAL = W + "val"


def value(element: Element | None, *path: str) -> str | None:
    """The `val` at the end of a path: empty where there is none, None without the element."""
    for name in path:
        if element is None:
            return None
        element = element.find(W + name)
    return None if element is None else element.get(VAL, "")


def is_on(element: Element | None, *path: str) -> bool:
    """Whether a property is there and not switched off."""
    found = value(element, *path)
    return found is not None and found not in {"0", "false", "off", "none"}


def number(written: str | None, otherwise: int = 0) -> int:
    """A whole number, however it came."""
    try:
        return int(float(written)) if written and len(written) < 12 else otherwise
    except (ValueError, OverflowError):
        return otherwise
