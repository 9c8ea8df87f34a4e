"""
The whole of a small HTML text as Markdown: a chapter of a book, an entry of a feed.

Pages have an engine of their own, which finds what matters on them. Here all of it does.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING

from headwater.actors.domain.composer import BREAK, Composer
from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import Emphasis, Span, escape, inline
from headwater.actors.domain.office.tree import attribute, below, local, parse, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DROPPED = {"script", "style", "template", "head", "title", "svg", "iframe", "object", "rt", "rp"}
_BLOCKS = {
    *("p", "div", "section", "article", "main", "aside", "header", "footer", "nav", "body", "html"),
    *("figure", "figcaption", "address", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table"),
    *("pre", "hr", "details", "summary", "center", "form", "fieldset", *_HEADINGS),
}
_MANNERS: dict[str, Emphasis] = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "italic"),
    **dict.fromkeys(("s", "del", "strike"), "strike"),
    **dict.fromkeys(("code", "tt", "kbd", "samp"), "code"),
}
_HIDDEN = re.compile(r"(?i)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)")
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30};)")
_KEPT = {b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"}
_DEEPEST = 200


def parse_xhtml(data: bytes) -> Element | None:
    """XHTML, in which entities that only HTML knows are characters."""
    return parse(_ENTITY.sub(_character, data))


def parse_html(text: str) -> Element | None:
    """A piece of HTML, whatever its state; nothing where there is nothing."""
    from lxml import etree

    parser = etree.HTMLParser(no_network=True, huge_tree=False, remove_comments=True)
    try:
        root = etree.fromstring(f"<div>{text}</div>".encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return root if root is not None else None


class Writer:
    """Writes elements to a composer."""

    def __init__(self, composer: Composer, base: str = "", deeper: int = 0) -> None:
        self._composer = composer
        self._base = base
        self._deeper = deeper  # levels that headings are moved down
        self._spans: list[Span] = []
        self.hidden = 0

    def write(self, element: Element | None) -> None:
        """All that is in an element."""
        if element is not None:
            self._blocks(element, 0)
            self._flush()

    def _blocks(self, element: Element, depth: int) -> None:
        """Text between blocks is a paragraph."""
        if depth > _DEEPEST:
            return
        self._inline_text(element.text, frozenset(), "")
        for inner in element:
            self._one(inner, depth)
            self._inline_text(inner.tail, frozenset(), "")

    def _one(self, inner: Element, depth: int) -> None:
        name = local(inner)
        if self._is_dropped(inner, name):
            return
        if name not in _BLOCKS and next(below(inner, *_BLOCKS), None) is None:
            self._inline(inner, frozenset(), "", depth)
            return
        self._flush()
        if name in _HEADINGS:
            text = self._gathered(inner, depth).replace("\n", " ")
            self._composer.heading(_HEADINGS[name] + self._deeper, text)
        elif name in {"ul", "ol"}:
            self._list(inner, 0, depth)
        elif name == "table":
            self._table(inner, depth)
        elif name == "pre":
            self._composer.code(text_of(inner).strip("\n").replace(BREAK, ""))
        elif name == "blockquote":
            self._quote(inner, depth)
        else:
            self._blocks(inner, depth + 1)
        self._flush()

    def _quote(self, element: Element, depth: int) -> None:
        inside = Composer()
        writer = Writer(inside, self._base, self._deeper)
        writer._blocks(element, depth + 1)
        writer._flush()
        text = inside.compose().text.strip()
        self.hidden += writer.hidden
        if text:
            self._composer.block("> " + text.replace("\n", "\n> "))

    def _list(self, element: Element, level: int, depth: int) -> None:
        start = attribute(element, "start")
        count = int(start) - 1 if start.isdecimal() and len(start) < 7 else 0
        for item in element:
            name = local(item)
            if name in {"ul", "ol"} and depth < _DEEPEST:
                self._list(item, level + 1, depth + 1)
            if name != "li" or self._is_dropped(item, name):
                continue
            count += 1
            mark = f"{count}." if local(element) == "ol" else "-"
            self._item(item, level, mark, depth)

    def _item(self, item: Element, level: int, mark: str, depth: int) -> None:
        lists = [inner for inner in item if local(inner) in {"ul", "ol"}]
        text = self._gathered(item, depth, without=lists)
        self._composer.item(text, level, mark)
        for inner in lists if depth < _DEEPEST else ():
            self._list(inner, level + 1, depth + 1)

    def _table(self, table: Element, depth: int) -> None:
        rows: list[list[str]] = []
        for row in below(table, "tr"):
            cells: list[str] = []
            for cell in row:
                if local(cell) in {"td", "th"}:
                    wide = attribute(cell, "colspan")
                    span = int(wide) if wide.isdecimal() and len(wide) < 4 else 1
                    text = self._gathered(cell, depth)
                    cells += [text] * max(1, min(span, 100))
            rows.append(cells)
        if max(map(len, rows), default=0) > 1:
            self._composer.table(rows)
        else:
            for row_texts in rows:
                self._composer.paragraph("\n".join(row_texts))

    def _gathered(self, element: Element, depth: int, without: list[Element] | None = None) -> str:
        """Everything in an element as running text."""
        held, self._spans = self._spans, []
        self._inline(element, frozenset(), "", depth, without)
        text, self._spans = _tidy(inline(self._spans)), held
        return text

    def _inline(
        self,
        element: Element,
        manner: frozenset[Emphasis],
        target: str,
        depth: int,
        without: list[Element] | None = None,
    ) -> None:
        name = local(element)
        if self._is_dropped(element, name) or depth > _DEEPEST:
            return
        if name == "br":
            self._spans.append(Span("\n"))
        elif name == "img":
            self._inline_text(f" {attribute(element, 'alt')} ", manner, target)
        if name in _MANNERS:
            manner |= {_MANNERS[name]}
        if name == "a" and (address := attribute(element, "href")):
            target = absolute(self._base, address)
        self._inline_text(element.text, manner, target)
        for inner in element:
            if without is None or inner not in without:
                if local(inner) in _BLOCKS:
                    self._spans.append(Span(" "))
                self._inline(inner, manner, target, depth + 1)
                if local(inner) in _BLOCKS:
                    self._spans.append(Span("\n"))
            self._inline_text(inner.tail, manner, target)

    def _inline_text(self, text: str | None, manner: frozenset[Emphasis], target: str) -> None:
        if text:
            words = re.sub(r"\s+", " ", text.replace(BREAK, ""))
            self._spans.append(Span(words if "code" in manner else escape(words), manner, target))

    def _flush(self) -> None:
        spans, self._spans = self._spans, []
        text = _tidy(inline(spans))
        if text:
            self._composer.paragraph(text)

    def _is_dropped(self, element: Element, name: str) -> bool:
        if not name or name in _DROPPED:
            return True
        hidden = element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style", "")))
        self.hidden += hidden
        return hidden


def _tidy(text: str) -> str:
    """Without spaces at the ends of lines, and empty lines."""
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


def _character(found: re.Match[bytes]) -> bytes:
    name = found[1]
    character = html5.get(name.decode("ascii"), "")
    return found[0] if name in _KEPT else character.encode()
