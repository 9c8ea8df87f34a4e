"""Markdown: kept as it was written; front matter and the first heading are its facts."""

from __future__ import annotations

import re

from headwater.actors.domain.charset import decode
from headwater.actors.domain.lazy import pattern
from headwater.actors.messages.web import Document, Facts, Link
from headwater.actors.readers.reader import Given, Reader

_FRONT = pattern(r"\A---[ \t]*\n(.{0,8192}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_PAIR = pattern(r"^([A-Za-z_][\w-]{0,40}):[ \t]+(.{1,500})$", re.MULTILINE)
_HEADING = pattern(r"^#{1,2}[ \t]+(.{1,300}?)[ \t]*#*$", re.MULTILINE)
_UNDERLINED = pattern(r"^(.{1,300})\n=+[ \t]*$", re.MULTILINE)
_LINK = pattern(r"(?<!!)\[([^\[\]\n]{1,300})\]\((https?://[^\s)]{1,2048})\)")
_MOST_LINKS = 1000


def read(given: Given) -> Document:
    """The text without its front matter, which is about the page and not of it."""
    text, _ = decode(given.body, given.content_type)
    text = text.replace("\r\n", "\n").lstrip("\ufeff")
    front = _FRONT.match(text)
    body = text[front.end() :].lstrip("\n") if front else text
    links = [Link(url, label) for label, url in _LINK.findall(body)[:_MOST_LINKS]]
    facts = _facts(front[1] if front else "", body)
    return Document(text=body, media="markdown", facts=facts, links=tuple(links), reader="markdown")


def _facts(front: str, body: str) -> Facts:
    said = {name.lower(): value.strip().strip("\"'") for name, value in _PAIR.findall(front)}
    heading = _HEADING.search(body) or _UNDERLINED.search(body)
    author = said.get("author", "")
    return Facts(
        title=said.get("title") or (heading[1].strip() if heading else ""),
        authors=(author,) if author else (),
        published=said.get("date", ""),
        modified=said.get("updated", said.get("lastmod", "")),
        description=said.get("description", ""),
        language=said.get("lang", said.get("language", "")),
        canonical=said.get("canonical_url", said.get("url", "")),
    )


READER = Reader(media=("text/markdown", "text/x-markdown"), read=read)
