"""
A piece of HTML as Markdown, all of it: for posts and articles whose place on a page is known.

The engine chooses what of a page is content; here that has been decided. Hidden parts are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import escape, fenced, guarded, link, table

if TYPE_CHECKING:
    from lxml import etree

    Element: TypeAlias = etree._Element  # noqa: SLF001 - the only name it has

DEEPEST = 100  # levels; deeper is hostile, and left out
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "video",
        "audio",
    ]
)
_SILENT = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "svg",
        "math",
        "button",
        "input",
        "select",
        "textarea",
        "iframe",
        "object",
        "head",
        "link",
        "meta",
        "nav",
        "form-actions",
    ]
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "del": "~~", "s": "~~"}
_HIDDEN = pattern(
    r"(?i)display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*[01](?:px|pt|em|%)?\s*(?:;|$)|(?:text-indent|left|top)\s*:\s*-\d{3,}"
)
_LANGUAGE = pattern(r"(?:lang(?:uage)?|highlight-source)-([\w+#.-]{1,30})")
_SPACES = pattern(r"[ \t\r\n\f]+")


class _Scene(Struct, frozen=True):
    """Where a piece is: on which page, and how deep."""

    url: str
    depth: int = 0

    def below(self) -> _Scene:
        return _Scene(self.url, self.depth + 1)


def tree_of(body: bytes | str, encoding: str | None = None) -> Element | None:
    """A page or fragment as a tree; None where there is nothing to parse."""
    from lxml import etree, html  # takes a while, and most pages do without

    data = body.encode() if isinstance(body, str) else body
    encoding = "utf-8" if isinstance(body, str) else encoding
    parser = html.HTMLParser(
        encoding=encoding, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        root: Element | None = html.document_fromstring(data, parser=parser)
    except (etree.ParserError, ValueError, LookupError):
        return None
    return root


def fragment(text: str, url: str = "") -> str:
    """The Markdown of a piece of HTML."""
    root = tree_of(text) if text.strip() else None
    return "" if root is None else markdown_of(root, url)


def markdown_of(element: Element, url: str = "") -> str:
    """The Markdown of an element."""
    return "\n\n".join(part for part in _blocks(element, _Scene(url)) if part.strip())


def text_in(element: Element) -> str:
    """The text of an element as it is."""
    return "".join(map(str, element.itertext()))


def plain(element: Element | None) -> str:
    """The text of an element on one line."""
    if element is None:
        return ""
    return " ".join(text_in(element).split())


def _blocks(element: Element, scene: _Scene) -> Iterator[str]:
    """Paragraphs between block elements, and those elements."""
    if scene.depth > DEEPEST:
        return
    run: list[str] = [escape(_words(element.text))]
    for child in element:
        if is_hidden(child):
            pass
        elif child.tag in _BLOCKS or _holds_blocks(child):
            yield _paragraph(run)
            run = []
            yield from _block(child, scene.below())
        else:
            run.append(_inline(child, scene.below()))
        run.append(escape(_words(child.tail)))
    yield _paragraph(run)


def _block(element: Element, scene: _Scene) -> Iterator[str]:
    tag = element.tag
    if tag in _HEADINGS:
        words = _line(element, scene)
        yield f"{'#' * _HEADINGS[tag]} {words}" if words else ""
    elif tag == "pre":
        yield _code(element)
    elif tag in ("ul", "ol"):
        yield _list(element, scene)
    elif tag == "blockquote":
        yield quoted("\n\n".join(part for part in _blocks(element, scene) if part.strip()))
    elif tag == "table":
        yield from _table(element, scene)
    elif tag == "hr":
        yield "---"
    elif tag == "dt":
        words = _line(element, scene)
        yield f"**{words}**" if words else ""
    else:
        yield from _blocks(element, scene)


def _inline(element: Element, scene: _Scene) -> str:
    tag = element.tag
    if tag in _SILENT or scene.depth > DEEPEST:
        return ""
    if tag in ("br", "img"):
        return "\n" if tag == "br" else escape(_words(element.get("alt")))
    if tag in ("code", "tt", "kbd", "samp"):
        return _span("`", _words(text_in(element)))
    inner = _run(element, scene)
    if tag == "a":
        return link(inner, absolute(scene.url, element.get("href", "")))
    return _span(_MARKS[tag], inner) if tag in _MARKS else inner


def _run(element: Element, scene: _Scene) -> str:
    parts = [escape(_words(element.text))]
    for child in element:
        if not is_hidden(child):
            parts.append(_inline(child, scene.below()))
        parts.append(escape(_words(child.tail)))
    return "".join(parts)


def _line(element: Element, scene: _Scene) -> str:
    return " ".join(_run(element, scene).split())


def _paragraph(parts: list[str]) -> str:
    lines = [_SPACES.sub(" ", line).strip() for line in "".join(parts).split("\n")]
    return guarded("  \n".join(line for line in lines if line))


def _list(element: Element, scene: _Scene) -> str:
    items: list[str] = []
    numbered = element.tag == "ol"
    start = element.get("start", "1")
    number = int(start) if start.isascii() and start.isdecimal() and len(start) < 6 else 1
    for child in element:
        if is_hidden(child):
            continue
        parts = [part for part in _blocks(child, scene.below()) if part.strip()]
        if not parts:
            continue
        mark = f"{number + len(items)}. " if numbered else "- "
        close = "\n" if len(parts) == 2 and parts[1][:2] in ("- ", "1.") else "\n\n"
        items.append(mark + close.join(parts).replace("\n", "\n" + " " * len(mark)))
    return "\n".join(items)


def _table(element: Element, scene: _Scene) -> Iterator[str]:
    rows = [
        [_cell(cell, scene) for cell in row if cell.tag in ("td", "th")]
        for row in element.iter("tr")
        if not is_hidden(row)
    ]
    rows = [row for row in rows if any(row)]
    wide = max((len(row) for row in rows), default=0)
    if element.find(".//table") is not None or wide < 2:  # it lays out a page
        yield from _blocks(element, scene)
    else:
        yield table(rows)


def _cell(element: Element, scene: _Scene) -> str:
    if is_hidden(element):
        return ""
    return " ".join(" ".join(part for part in _blocks(element, scene.below())).split())


def _code(element: Element) -> str:
    classes = " ".join(part.get("class", "") for part in element.iter("pre", "code", "div"))
    above = element.getparent()
    if above is not None:
        classes += " " + (above.get("class") or "")
    language = _LANGUAGE.search(classes)
    for broken in element.iter("br"):
        broken.tail = "\n" + (broken.tail or "")
    text = text_in(element).strip("\n")
    name = language[1] if language and language[1] not in ("none", "plaintext", "auto") else ""
    return fenced(text, name) if text.strip() else ""


def quoted(text: str) -> str:
    """Text as a quotation."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n")) if text else ""


def _span(mark: str, text: str) -> str:
    body = text.strip()
    if not body or "\n" in body or (mark == "`" and "`" in body):
        return text
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{mark}{body}{mark}{tail}"


def _words(text: str | None) -> str:
    return _SPACES.sub(" ", text) if text else ""


def _holds_blocks(element: Element) -> bool:
    """An inline element around blocks, as custom elements often are."""
    return element.tag not in _SILENT and any(child.tag in _BLOCKS for child in element)


def is_hidden(element: Element) -> bool:
    """Whether a reader of the page would not see it, or it is none to be read."""
    style = element.get("style")
    return (
        element.tag in _SILENT
        or element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or (style is not None and bool(_HIDDEN.search(style)))
    )
