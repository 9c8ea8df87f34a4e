"""What a page says about itself: in JSON-LD, Highwire, OpenGraph, meta tags and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser

from headwater.actors.domain.sanitise import sanitise
from headwater.actors.messages.web import Facts

_WORKS = re.compile(
    r"Article|Posting|Report|Book|Chapter|WebPage|Product|Recipe|Review|Dataset|Thesis|Video|Course"
    r"|Question|HowTo|Event|Movie|Podcast|CreativeWork|SoftwareApplication|Discussion"
)
_MOST_NODES = 500
_MOST_AUTHORS = 50
_LONGEST = 500  # characters of any one fact
_PAPER_DATES = ("citation_publication_date", "citation_date", "citation_online_date")
_DATES = (
    *("date", "dc.date", "dcterms.date", "dc.date.issued", "dcterms.created"),
    *("pubdate", "publishdate", "parsely-pub-date", "sailthru.date"),
)
_AUTHORS = ("author", "dc.creator", "dcterms.creator", "parsely-author", "byl")
_BY = re.compile(r"^\s*by\s+", re.IGNORECASE)
_BYLINE = re.compile(r"^\s*(?:by|von|par|por|di)\s+(.{2,80}?)\s*$", re.IGNORECASE)


def facts_of(tree: LexborHTMLParser, structured: dict[str, Any], url: str) -> Facts:
    """Each fact from the first place that has it."""
    told = _Told(
        work=_work(structured.get("jsonLd", [])),
        graph=structured.get("openGraph", {}),
        paper=structured.get("citation", {}),
        meta=_metas(tree),
    )
    return Facts(
        title=_plain(_title(tree, told)),
        authors=tuple(_authors(tree, told)),
        site=_plain(_site(told)),
        published=_plain(_published(tree, told)),
        modified=_plain(_modified(told)),
        language=_plain(_language(tree) or _text(told.work.get("inLanguage"))),
        description=_plain(told.meta.get("description") or told.graph.get("og:description")),
        canonical=_canonical(tree, url),
        kind=_plain(_kind(told.work) or told.graph.get("og:type")),
    )


class _Told(Struct, frozen=True):
    """The four places."""

    work: dict[str, Any]
    graph: dict[str, str]
    paper: dict[str, str]
    meta: dict[str, str]


def _title(tree: LexborHTMLParser, told: _Told) -> str:
    return (
        told.paper.get("citation_title")
        or _text(told.work.get("headline"))
        or told.graph.get("og:title")
        or _heading(tree)
        or _text(told.work.get("name"))
    )


def _site(told: _Told) -> str:
    return (
        told.graph.get("og:site_name")
        or told.paper.get("citation_journal_title")
        or _name(told.work.get("publisher"))
        or _name(told.work.get("isPartOf"))
        or told.meta.get("application-name", "")
    )


def _published(tree: LexborHTMLParser, told: _Told) -> str:
    return (
        _text(told.work.get("datePublished"))
        or _text(told.work.get("uploadDate"))
        or _first(told.paper, *_PAPER_DATES)
        or told.graph.get("article:published_time")
        or _first(told.meta, *_DATES)
        or _time(tree)
    )


def _modified(told: _Told) -> str:
    return (
        _text(told.work.get("dateModified"))
        or _first(told.graph, "article:modified_time", "og:updated_time")
        or _first(told.meta, "last-modified", "dcterms.modified", "revised")
    )


def _work(blocks: list[Any]) -> dict[str, Any]:
    """The node of the JSON-LD that describes the page's work; a WebPage only if nothing better."""
    nodes = [node for block in blocks for node in _nodes(block)][:_MOST_NODES]
    works = [node for node in nodes if _WORKS.search(_kind(node))]
    works.sort(key=lambda node: ("WebPage" in _kind(node), "Breadcrumb" in _kind(node)))
    if not works:
        return {}
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str)}
    return {name: _resolved(value, by_id) for name, value in works[0].items()}


def _nodes(block: Any) -> Iterator[dict[str, Any]]:
    if isinstance(block, list):
        for inner in block[:_MOST_NODES]:
            yield from _nodes(inner) if isinstance(inner, dict) else ()
    elif isinstance(block, dict):
        yield block
        graph = block.get("@graph")
        if isinstance(graph, list):
            yield from (node for node in graph[:_MOST_NODES] if isinstance(node, dict))
        main = block.get("mainEntity")
        if isinstance(main, dict):
            yield main


def _resolved(value: Any, by_id: dict[str, dict[str, Any]]) -> Any:
    """A reference to another node of the graph is that node."""
    if isinstance(value, list):
        return [_resolved(inner, by_id) for inner in value[:_MOST_AUTHORS]]
    if isinstance(value, dict) and set(value) <= {"@id", "@type"} and value.get("@id") in by_id:
        return by_id[value["@id"]]
    return value


def _kind(node: dict[str, Any]) -> str:
    kind = node.get("@type", "")
    return (
        str(kind[0]) if isinstance(kind, list) and kind else kind if isinstance(kind, str) else ""
    )


def _authors(tree: LexborHTMLParser, told: _Told) -> list[str]:
    listed = told.work.get("author") or told.work.get("creator") or []
    names = [_name(author) for author in (listed if isinstance(listed, list) else [listed])]
    if told.paper.get("citation_author"):
        names = told.paper["citation_author"].split("; ")
    if not any(names):
        said = _first(told.meta, *_AUTHORS) or told.graph.get("article:author", "") or _byline(tree)
        names = [said] if "://" not in said else []
    seen = dict.fromkeys(_plain(_BY.sub("", name)) for name in names)
    return [name for name in seen if name][:_MOST_AUTHORS]


def _byline(tree: LexborHTMLParser) -> str:
    for node in tree.css("[rel=author], [itemprop=author], .byline, .author-name")[:5]:
        text = node.text(deep=True, separator=" ", strip=True)
        found = _BYLINE.match(text)
        if found:
            return found[1]
        if 2 < len(text) <= 60 and "byline" not in (node.attributes.get("class") or ""):
            return text
    return ""


def _name(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        whole = _text(value.get("name"))
        return whole or f"{_text(value.get('givenName'))} {_text(value.get('familyName'))}".strip()
    return _text(value)


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name") or ""
    return value if isinstance(value, str) else ""


def _plain(value: str | None) -> str:
    return " ".join(sanitise((value or "")[:_LONGEST]).text.split())


def _metas(tree: LexborHTMLParser) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in tree.css("meta"):
        given = node.attributes
        name = given.get("name") or given.get("itemprop") or given.get("property")
        if name and given.get("content"):
            found.setdefault(name.strip().lower(), (given.get("content") or "").strip())
    return found


def _first(values: dict[str, str], *names: str) -> str:
    return next((values[name] for name in names if values.get(name)), "")


def _heading(tree: LexborHTMLParser) -> str:
    node = tree.css_first("head title") or tree.css_first("h1")
    return node.text(deep=True) if node else ""


def _time(tree: LexborHTMLParser) -> str:
    node = tree.css_first("article time[datetime], main time[datetime], time[pubdate][datetime]")
    return (node.attributes.get("datetime") or "") if node else ""


def _language(tree: LexborHTMLParser) -> str:
    node = tree.css_first("html[lang]")
    return (node.attributes.get("lang") or "") if node else ""


def _canonical(tree: LexborHTMLParser, url: str) -> str:
    node = tree.css_first("link[rel=canonical][href]")
    target = urljoin(url, (node.attributes.get("href") or "").strip()) if node else ""
    return target if target.startswith(("http://", "https://")) else ""
