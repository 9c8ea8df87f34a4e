"""
The one function that turns HTML into a document; what is behind it may be replaced whole.

Known gaps of this engine: main content is found by landmark elements only, and text is hidden
only by attributes, inline styles and simple rules of the page's own style sheets.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.sanitise import sanitise
from headwater.actors.messages.web import Document, Facts
from headwater.actors.readers.html.facts import facts_of
from headwater.actors.readers.html.hidden import remove_hidden
from headwater.actors.readers.html.markdown import Writer
from headwater.actors.readers.html.structured import structured_of

_DEEPEST = 1_500  # open elements; the parser's time grows with the square of the depth
_FLAT_NAMES = (  # without content, or closed by the next of their kind
    "area base br col embed hr img input link meta param source track wbr p li td th tr dt dd "
    "option"
)
_FLAT = frozenset(_FLAT_NAMES.split())
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*?(/?)>")
# A tag with so many attributes takes the parser a time that grows with the square of their number,
# and no writer needs it. It is hidden, or a hidden element could be shown by filling it up.
_OVERFULL = re.compile(
    r"<([a-zA-Z][a-zA-Z0-9]*+)"
    r"(?>[\s/]++[^\s<>=/\"']++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s<>\"']*+))?+){1500}[^<>]*+>"
)
_CODE = re.compile(
    r"<(script|style|template|noscript)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE
)
_NOISE = (
    "script, style, template, noscript, iframe, object, embed, canvas, svg, audio, video, select, "
    "button, input, textarea, datalist, dialog:not([open]), nav, aside, footer, [role=navigation], "
    "[role=banner], [role=contentinfo], [role=complementary], [role=search], [role=dialog], "
    ".advertisement, .cookie-banner, .social-share, .breadcrumb, .breadcrumbs"
)
_MAIN = ("[role=main]", "main", "article", "#content", "#main", ".post-content", ".article-body")
_ENOUGH = 200  # characters that make an element worth being the main text


def extract(html: str, url: str) -> Document:
    """The main text as Markdown with absolute links, and what the page says about itself."""
    if _depth(html) > _DEEPEST:
        return _flat(html)
    html = _OVERFULL.sub(r"<\1 hidden>", html)
    tree = LexborHTMLParser(html)
    structured = structured_of(tree)
    facts = facts_of(tree, structured, url)
    base = tree.css_first("base[href]")
    writer = Writer(urljoin(url, (base.attributes.get("href") or "") if base else ""))
    removed = remove_hidden(tree)
    cleaned = sanitise(writer.write(_main(tree)))
    removed |= cleaned.removed
    return Document(
        text=cleaned.text,
        media="html",
        facts=facts,
        outline=outline_of(cleaned.text),
        links=tuple(writer.links),
        removed=removed,
        structured=structured,
        page_type=facts.kind,
        reader="html",
    )


def _main(tree: LexborHTMLParser) -> LexborNode | None:
    body = tree.body
    if body is None:
        return None
    for node in body.css(_NOISE):
        if not _holds_main(node):
            node.decompose()
    for header in body.css("header"):
        if not _within(header, {"main", "article"}) and not _holds_main(header):
            header.decompose()
    for selector in _MAIN:
        found = [node for node in body.css(selector) if len(node.text(deep=True)) >= _ENOUGH]
        if len(found) == 1:
            return found[0]
    return body


def _holds_main(node: LexborNode) -> bool:
    return node.css_first("main, [role=main], h1 ~ p") is not None


def _within(node: LexborNode, tags: set[str]) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.tag in tags:
            return True
        parent = parent.parent
    return False


def _depth(html: str) -> int:
    """An upper bound of how deep elements nest; linear."""
    depth = deepest = 0
    for found in _TAG.finditer(html):
        closing, name, empty = found.groups()
        if empty or name.lower() in _FLAT:
            continue
        depth = max(0, depth - 1) if closing else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _flat(html: str) -> Document:
    """The words of a page too deep to parse."""
    text = re.sub(r"[ \t]*\n\s*", "\n", _TAG.sub("\n", _CODE.sub("", html))).strip()
    cleaned = sanitise(text)
    return Document(
        text=cleaned.text,
        media="html",
        facts=Facts(),
        removed=cleaned.removed,
        quality="partial",
        reader="html",
    )
