"""What a page says about itself: in JSON-LD, Highwire, OpenGraph, meta tags and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

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
_BYLINE = re.compile(r"^\s*(?:by|von|par|por|di)\s+(.{2,80}?)\s*$", re.IGNORECASE)


def facts_of(tree: LexborHTMLParser, structured: dict[str, Any], url: str) -> Facts:
    """Each fact from the first place that has it."""
    work = _work(structured.get("jsonLd", []))
    graph: dict[str, str] = structured.get("openGraph", {})
    paper: dict[str, str] = structured.get("citation", {})
    meta = _metas(tree)
    site = _name(work.get("publisher")) or _name(work.get("isPartOf"))
    return Facts(
        title=_plain(
            paper.get("citation_title")
            or _text(work.get("headline"))
            or graph.get("og:title")
            or _title(tree)
            or _text(work.get("name"))
        ),
        authors=tuple(_authors(tree, work, paper, graph, meta)),
        site=_plain(
            graph.get("og:site_name")
            or paper.get("citation_journal_title")
            or site
            or meta.get("application-name", "")
        ),
        published=_plain(
            _text(work.get("datePublished"))
            or _text(work.get("uploadDate"))
            or paper.get("citation_publication_date")
            or paper.get("citation_date")
            or paper.get("citation_online_date")
            or graph.get("article:published_time")
            or _first(
                meta,
                "date",
                "dc.date",
                "dcterms.date",
                "dc.date.issued",
                "dcterms.created",
                "pubdate",
                "publishdate",
                "parsely-pub-date",
                "sailthru.date",
            )
            or _time(tree)
        ),
        modified=_plain(
            _text(work.get("dateModified"))
            or graph.get("article:modified_time")
            or graph.get("og:updated_time")
            or _first(meta, "last-modified", "dcterms.modified", "revised")
        ),
        language=_plain(_language(tree) or _text(work.get("inLanguage"))),
        description=_plain(meta.get("description") or graph.get("og:description") or ""),
        canonical=_canonical(tree, url),
        kind=_plain(_kind(work) or graph.get("og:type")),
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


def _authors(
    tree: LexborHTMLParser,
    work: dict[str, Any],
    paper: dict[str, str],
    graph: dict[str, str],
    meta: dict[str, str],
) -> list[str]:
    listed = work.get("author") or work.get("creator") or []
    names = [_name(author) for author in (listed if isinstance(listed, list) else [listed])]
    if paper.get("citation_author"):
        names = paper["citation_author"].split("; ")
    if not any(names):
        said = _first(meta, "author", "dc.creator", "dcterms.creator", "parsely-author", "byl")
        said = said or graph.get("article:author", "") or _byline(tree)
        names = [said] if "://" not in said else []
    seen = dict.fromkeys(
        _plain(re.sub(r"^\s*by\s+", "", name, flags=re.IGNORECASE)) for name in names
    )
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


def _title(tree: LexborHTMLParser) -> str:
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
