"""A tree of elements as Markdown."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborNode

from headwater.actors.messages.web import Link
from headwater.actors.readers.html.tables import table

_BLOCK_NAMES = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p "
    "pre search section summary table ul"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_SKIPPED_NAMES = "script style template noscript head title -comment svg iframe object"
_SKIPPED = frozenset(_SKIPPED_NAMES.split())
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~"}
_LANGUAGE = re.compile(r"(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#.-]{1,20})")
_SPACE = re.compile(r"[ \t\n\f\r]+")
_MANY = re.compile(r"\n{3,}")
_TRAIL = re.compile(r"[ \t]+\n")
_DEEPEST = 120  # elements; what lies deeper loses its form, not its words
_MOST_LINKS = 2_000


class Writer:
    """Writes one page, and collects where it points on the way."""

    def __init__(self, base: str) -> None:
        self.links: list[Link] = []
        self._base = base

    def write(self, root: LexborNode | None) -> str:
        """Markdown without blank lines around it."""
        if root is None:
            return ""
        text = _TRAIL.sub("\n", self._children(root, 0))
        return _MANY.sub("\n\n", text).strip()

    def _children(self, node: LexborNode, depth: int) -> str:
        """Blocks apart by a blank line, runs of text within them on one line."""
        pieces: list[str] = []
        child = node.first_child
        while child is not None:
            if child.tag in _BLOCKS:
                pieces.append(f"\n\n{self._block(child, depth + 1)}\n\n")
            else:
                piece = self._inline(child, depth + 1)
                spaced = bool(pieces) and pieces[-1][-1:].isspace()
                pieces.append(piece.lstrip(" ") if spaced else piece)
            child = child.next
        return (
            re.sub(r"\n\n[ \t]+(?=\S)", "\n\n", "".join(pieces))
            if len(pieces) > 1
            else "".join(pieces)
        )

    def _inline(self, node: LexborNode, depth: int) -> str:
        tag = node.tag or ""
        if tag == "-text":
            return _SPACE.sub(" ", node.text_content or "")
        if tag in _SKIPPED:
            return ""
        if tag == "br":
            return "\n"
        if tag == "img":
            return (node.attributes.get("alt") or "").strip()
        if depth > _DEEPEST:
            return _SPACE.sub(" ", node.text(deep=True, separator=" "))
        inside = self._children(node, depth)
        return self._marked(tag, node, inside)

    def _marked(self, tag: str, node: LexborNode, inside: str) -> str:
        plain = inside.strip()
        if not plain or "\n\n" in inside:
            return inside
        if tag == "a":
            return _around(inside, self._link(node, plain))
        if tag in {"code", "kbd", "samp", "tt"}:
            return _around(inside, plain if "`" in plain else f"`{plain}`")
        if tag in {"sup", "sub"}:
            return ("^" if tag == "sup" else "_" if plain.isdigit() else "") + plain
        mark = _MARKS.get(tag)
        return _around(inside, f"{mark}{plain}{mark}") if mark and mark not in plain else inside

    def _link(self, node: LexborNode, text: str) -> str:
        target = (node.attributes.get("href") or "").strip()
        if not target or target.startswith("#"):
            return text
        try:
            url = urljoin(self._base, target)
            usable = urlsplit(url).scheme in {"http", "https"}
        except ValueError:
            return text
        if not usable:
            return text
        url = url.replace(" ", "%20").replace("(", "%28").replace(")", "%29").replace("\n", "")
        if len(self.links) < _MOST_LINKS:
            self.links.append(Link(url=url, text=text[:200]))
        return f"[{text}]({url})"

    def _block(self, node: LexborNode, depth: int) -> str:
        tag = node.tag or ""
        if depth > _DEEPEST:
            return _SPACE.sub(" ", node.text(deep=True, separator=" ")).strip()
        if tag == "pre":
            return _fenced(node)
        if tag in {"ul", "ol", "menu", "dir"}:
            return self._list(node, depth)
        if tag == "table":
            return table(node, lambda cell: self._children(cell, depth + 2))
        if tag == "hr":
            return "---"
        return _block_text(tag, _MANY.sub("\n\n", self._children(node, depth)).strip())

    def _list(self, node: LexborNode, depth: int) -> str:
        ordered = node.tag == "ol"
        start = node.attributes.get("start") or "1"
        number = int(start) if start.isdecimal() and len(start) < 7 else 1
        lines: list[str] = []
        child = node.first_child
        while child is not None:
            if child.tag in _BLOCKS:
                inside = self._children(child, depth + 1).strip()
                if inside:
                    marker = f"{number}. " if ordered else "- "
                    lines.append(marker + _indented(inside, len(marker)))
                    number += 1
            child = child.next
        return "\n".join(lines)


def _block_text(tag: str, inside: str) -> str:
    """A block's text with what marks its kind."""
    if not inside:
        return ""
    if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
        return f"{'#' * int(tag[1])} {' '.join(inside.split())}"
    if tag == "blockquote":
        return "\n".join(f"> {line}".rstrip() for line in inside.splitlines())
    return f": {inside}" if tag == "dd" else inside


def _around(inside: str, marked: str) -> str:
    """Spaces stay outside the marks."""
    lead = " " if inside[:1].isspace() else ""
    return lead + marked + (" " if inside[-1:].isspace() else "")


def _indented(text: str, width: int) -> str:
    tight = re.sub(r"\n\n+(?=(?:[-*]|\d+\.) )", "\n", _MANY.sub("\n\n", text))
    return tight.replace("\n", "\n" + " " * width)


def _fenced(node: LexborNode) -> str:
    """Code as it is; its language from the class that highlighters use."""
    code = node.css_first("code")
    names = " ".join(
        found.attributes.get("class") or "" for found in (node, code) if found is not None
    )
    language = _LANGUAGE.search(names)
    text = node.text(deep=True).strip("\n").rstrip()
    fence = "````" if "```" in text else "```"
    return f"{fence}{language[1] if language else ''}\n{text}\n{fence}" if text else ""
