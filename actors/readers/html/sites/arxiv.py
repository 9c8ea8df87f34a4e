"""arXiv: the abstract of a paper with everything that is told about it."""

from __future__ import annotations

from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import escape, link
from headwater.actors.domain.thread_document import replaced
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import markdown_of
from headwater.actors.readers.html.sites.posts import (
    all_in,
    classed,
    first_in,
    page_of,
    text_at,
    value_at,
    with_class,
)
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

_LABELS = ("Comments", "Subjects", "Cite as", "Related DOI", "Journal reference", "Report number",
           "MSC classes", "ACM classes")  # fmt: skip


def read(given: Given, document: Document) -> Document | None:
    """The abstract page of one paper; the paper itself is a link away."""
    page = page_of(given)
    abstract = None if page is None else first_in(page, f"//blockquote[{classed('abstract')}]")
    if page is None or abstract is None:
        return None
    title = value_at(page, '//meta[@name="citation_title"]', "content")
    authors = [_turned(tag.get("content") or "") for tag in all_in(
        page, '//meta[@name="citation_author"]')]  # fmt: skip
    for label in all_in(abstract, with_class("descriptor")):
        label.text = ""
    pdf = value_at(page, '//meta[@name="citation_pdf_url"]', "content")
    rows = {
        text_at(row, "./td[1]").rstrip(":"): markdown_of(cell, given.url)
        for row in all_in(page, f"//*[{classed('metatable')}]//tr")
        if (cell := first_in(row, "./td[2]")) is not None
    }
    told = [f"- {name}: {' '.join(rows[name].split())}" for name in _LABELS if rows.get(name)]
    history = first_in(page, f"//*[{classed('submission-history')}]")
    blocks = [
        f"# {escape(title)}",
        ", ".join(escape(author) for author in authors),
        escape(text_at(page, f"//*[{classed('dateline')}]")),
        "## Abstract",
        markdown_of(abstract, given.url),
        "\n".join([*told, f"- {link('PDF', absolute(given.url, pdf))}"] if pdf else told),
        "" if history is None else "## Submission history\n\n" + markdown_of(history, given.url),
    ]
    online = value_at(page, '//meta[@name="citation_online_date"]', "content")
    first = value_at(page, '//meta[@name="citation_date"]', "content")
    return replaced(
        document,
        "\n\n".join(block for block in blocks if block.strip()),
        title=title,
        authors=tuple(authors),
        site="arXiv",
        published=first.replace("/", "-"),
        modified=online.replace("/", "-"),
        kind="ScholarlyArticle",
    )


def _turned(name: str) -> str:
    """Vaswani, Ashish as Ashish Vaswani."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name.strip()


SITE = Site(marks=(b'name="citation_arxiv_id"',), read=read)
