"""GitHub: READMEs, and issues, pull requests and discussions with every comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.links import absolute
from headwater.actors.domain.markdown import escape
from headwater.actors.domain.thread import Post
from headwater.actors.domain.thread_document import Thread, replaced, thread_of
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.fragment import markdown_of
from headwater.actors.readers.html.sites.posts import (
    all_in,
    classed,
    first_in,
    number,
    page_of,
    text_at,
    value_at,
    with_class,
)
from headwater.actors.readers.html.sites.site import Site
from headwater.actors.readers.reader import Given

if TYPE_CHECKING:
    from headwater.actors.readers.html.fragment import Element

_NAME = pattern(r"^(?:GitHub - )?([\w.-]+/[\w.-]+)(?::\s*(.*))?$")
_THREAD_TITLE = pattern(r"^(.*) · (?:Issue|Pull Request|Discussion) #\d+ · ([\w.-]+/[\w.-]+)$")
_OPENING = '//*[@data-testid="issue-body"]'
_BOXES = ("js-comment", "timeline-comment", "review-comment", "js-comment-container")
_REPLIES = '//*[starts-with(@data-testid, "comment-viewer-outer-box")]'


def read(given: Given, document: Document) -> Document | None:
    """A thread, else a README, else None."""
    page = page_of(given)
    if page is None:
        return None
    return _thread(page, given, document) or _readme(page, given, document)


def _thread(page: Element, given: Given, document: Document) -> Document | None:
    boxes = [*all_in(page, _OPENING)[:1], *all_in(page, _REPLIES)] or _classic(page)
    posts = [post for box in boxes if (post := _post(box, given.url)).text]
    if not posts:
        return None
    told = _THREAD_TITLE.match(value_at(page, '//meta[@property="og:title"]', "content"))
    title = text_at(
        page,
        '//*[@data-testid="issue-title"]',
        f"//h1//*[{classed('js-issue-title')}]",
        f"//*[{classed('js-issue-title')}]",
    )
    name = title or (told[1] if told else document.facts.title)
    return thread_of(document, Thread("github", name, posts[0], posts[1:]))


def _classic(page: Element) -> list[Element]:
    """The older form, which pull requests still have: the box around each body."""
    boxes = " or ".join(classed(name) for name in _BOXES)
    found = [
        all_in(body, f"ancestor::*[{boxes}]")[-1:]
        for body in all_in(page, f"//*[{classed('comment-body')}]")
    ]
    return list(dict.fromkeys(box for nearest in found for box in nearest))


def _post(box: Element, url: str) -> Post:
    body = first_in(
        box,
        './/*[@data-testid="markdown-body"]',
        with_class("comment-body"),
        with_class("markdown-body"),
    )
    place = value_at(box, ".//a[.//relative-time]", "href")
    roles = [
        text_at(box, './/*[@data-testid="comment-author-association"]'),
        text_at(box, with_class("timeline-comment-label")),
    ]
    return Post(
        author=text_at(
            box,
            './/*[@data-testid="issue-body-header-author"]',
            './/*[@data-testid="avatar-link"]',
            f".//a[{classed('author')}]",
        ),
        text="" if body is None else markdown_of(body, url),
        date=value_at(box, ".//relative-time", "datetime"),
        url=absolute(url, place) if place else "",
        notes=tuple(escape(role) for role in dict.fromkeys(roles) if role),
    )


def _readme(page: Element, given: Given, document: Document) -> Document | None:
    body = first_in(
        page,
        f'//*[@id="readme"]//article[{classed("markdown-body")}]',
        f'//article[{classed("markdown-body")} and @itemprop="text"]',
    )
    text = "" if body is None else markdown_of(body, given.url)
    if not text:
        return None
    told = _NAME.match(value_at(page, '//meta[@property="og:title"]', "content"))
    name = (
        told[1]
        if told
        else value_at(page, '//meta[@name="octolytics-dimension-repository_nwo"]', "content")
    )
    about = (told[2] if told else "") or ""
    stars = number(value_at(page, '//*[@id="repo-stars-counter-star"]', "title"))
    liked = "" if stars is None else f"{stars:,} stars"
    line = " · ".join(filter(None, (escape(about), liked)))
    head = "\n\n".join(part for part in (line, text) if part)
    return replaced(
        document,
        head,
        title=f"{name}: {about}" if name and about else name,
        authors=(name.partition("/")[0],) if name else (),
        site="GitHub",
        kind="SoftwareSourceCode",
    )


SITE = Site(marks=(b"github.githubassets.com", b'content="github.com"'), read=read)
