"""Finding things in a page: by class, by itemprop, by path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.actors.domain.charset import decode
from headwater.actors.readers.html.fragment import plain, tree_of
from headwater.actors.readers.html.sites.shown import keep_shown
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element


def page_of(given: Given) -> Element | None:
    """The page as a tree, without text that its styles hide."""
    text, _ = decode(given.body, given.content_type, markup=True)
    page = tree_of(text)
    if page is not None:
        keep_shown(page, given.body, given.url, given.content_type)
    return page


def all_in(element: Element, path: str) -> list[Element]:
    """The elements at an XPath; {name} in it stands for a test of the class."""
    found: Any = element.xpath(path)
    return [each for each in found if hasattr(each, "tag")]


def first_in(element: Element, *paths: str) -> Element | None:
    """The first element at the first path that leads to any."""
    for path in paths:
        found = all_in(element, path)
        if found:
            return found[0]
    return None


def text_at(element: Element, *paths: str) -> str:
    """The text of that element on one line, or nothing."""
    return plain(first_in(element, *paths))


def value_at(element: Element, path: str, name: str) -> str:
    """An attribute of that element, or nothing."""
    found = first_in(element, path)
    return "" if found is None else (found.get(name) or "").strip()


class Parts:
    """Everything inside an element by class and by itemprop, found in one pass."""

    def __init__(self, element: Element) -> None:
        self._found: dict[str, list[Element]] = {}
        for each in element.iter():
            for name in (each.get("class") or "").split():
                self._found.setdefault(name, []).append(each)
            if prop := each.get("itemprop"):
                self._found.setdefault(f"={prop}", []).append(each)

    def all(self, name: str) -> list[Element]:
        """Those of a class, or of an itemprop, which is written with = before it."""
        return self._found.get(name, [])

    def first(self, *names: str) -> Element | None:
        """The first of the first name that there is."""
        return next((found[0] for name in names if (found := self.all(name))), None)

    def text(self, *names: str) -> str:
        """The first text that there is, by name."""
        texts = (plain(each) for name in names for each in self.all(name))
        return next((text for text in texts if text), "")

    def value(self, attribute: str, *names: str) -> str:
        """The first value that there is, by name."""
        values = (each.get(attribute) or "" for name in names for each in self.all(name))
        return next((value.strip() for value in values if value.strip()), "")


def classed(name: str) -> str:
    """An XPath test for a class."""
    return f'contains(concat(" ", normalize-space(@class), " "), " {name} ")'


def with_class(name: str) -> str:
    """An XPath to what has a class, anywhere below."""
    return f".//*[{classed(name)}]"


def number(text: str) -> int | None:
    """A whole number, however it is written; None where it is none."""
    digits = text.strip().replace(",", "").replace("\u2212", "-").removeprefix("+")
    return int(digits) if digits.removeprefix("-").isdecimal() and len(digits) < 16 else None
