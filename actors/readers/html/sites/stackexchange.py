"""Stack Exchange: the question, every answer and every comment that the page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.thread import Post, byline, counted, nested
from headwater.actors.domain.thread_document import replaced, signals
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import markdown_of
from headwater.actors.readers.html.sites.posts import (
    Parts,
    all_in,
    classed,
    first_in,
    number,
    page_of,
    text_at,
)
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element


def read(given: Given, document: Document) -> Document | None:
    """Question and answers as sections, comments as quotations below what they are about."""
    page = page_of(given)
    question = None if page is None else first_in(page, '//*[@id="question"]')
    if page is None or question is None:
        return None
    title = text_at(page, '//*[@id="question-header"]//h1', '//h1[@itemprop="name"]')
    asked, below = _post(question, given.url)
    blocks = [f"# {escape(title or document.facts.title)}", byline(asked), asked.text, below]
    answers = all_in(page, f'//*[@id="answers"]//div[{classed("answer")}]')
    if answers:
        blocks.append(f"## {counted(len(answers), 'answer').capitalize()}")
    for answer in answers:
        post, below = _post(answer, given.url)
        heading = f"### Answer by {escape(post.author or 'unknown')}"
        blocks += [heading, byline(post), post.text, below]
    made = replaced(
        document,
        "\n\n".join(block for block in blocks if block),
        title=title,
        authors=(asked.author,) if asked.author else (),
        published=asked.date,
        kind="QAPage",
    )
    forum = signals("stackexchange", asked, len(answers))
    return msgspec.structs.replace(made, page_type="forum", forum=forum)


def _post(element: Element, url: str) -> tuple[Post, str]:
    """A question or answer, and the comments on it."""
    parts = Parts(element)
    body = parts.first("js-post-body", "post-text")
    signed = _signature(parts)
    place = parts.value("href", "js-share-link")
    score = number(element.get("data-score") or parts.text("js-vote-count"))
    post = Post(
        author=signed.text("user-details", "s-user-card--link") if signed else "",
        text="" if body is None else markdown_of(body, url),
        date=_date(signed.value("title", "relativetime", "s-user-card--time")) if signed else "",
        url=absolute(url, place) if place else "",
        score=score,
        notes=_notes(element, parts),
    )
    rows = dict.fromkeys((*parts.all("comment"), *parts.all("=comment")))
    comments = [_comment(row, url) for row in rows]
    comments = [comment for comment in comments if comment.text]
    named = msgspec.structs.replace(post, author=_name(signed) or post.author)
    return named, nested(comments) if comments else ""


def _notes(element: Element, parts: Parts) -> tuple[str, ...]:
    tags = dict.fromkeys(text_at(tag, ".") for tag in parts.all("post-tag"))
    accepted = "accepted-answer" in (element.get("class") or "")
    return ("accepted answer",) if accepted else tuple(escape(tag) for tag in tags if tag)


def _signature(parts: Parts) -> Parts | None:
    """The box of whoever asked or answered, which comes after that of whoever edited."""
    boxes = [Parts(box) for box in (*parts.all("user-info"), *parts.all("post-signature"))]
    owned = [box for box in boxes if not box.text("user-action-time").startswith(("edited", "mod"))]
    return owned[-1] if owned else None


def _name(signed: Parts | None) -> str:
    """Without the reputation that stands beside it."""
    if signed is None:
        return ""
    for box in signed.all("user-details"):
        name = text_at(box, ".//a", './/*[@itemprop="name"]', ".//span[not(@class)]")
        if name:
            return name
    return ""


def _comment(row: Element, url: str) -> Post:
    parts = Parts(row)
    body = parts.first("comment-copy", "=text")
    return Post(
        author=parts.text("comment-user", "=name"),
        text="" if body is None else markdown_of(body, url),
        date=_date(parts.value("title", "relativetime-clean", "s-user-card--time")),
        score=number(parts.text("comment-score")),
    )


def _date(text: str) -> str:
    """2014-02-06 20:37:20Z, License: … as ISO 8601."""
    return text.partition(",")[0].strip().replace(" ", "T")


SITE = Site(marks=(b"question-page",), read=read)
