"""Exa's copy of a page: from its cache, or crawled for this question. Each costs."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.citation.organisations import is_organisation
from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.messages.contents import Contents
from headwater.actors.messages.faults import Empty
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation

CRAWL = 8_000  # milliseconds it may take to get the page; ten seconds are left at the least
SECONDS = 20.0  # for its answer


class _Row(Struct):
    url: Text = ""
    title: Text = ""
    author: Text = ""
    publishedDate: Text = ""  # noqa: N815 - as it is written there
    text: Text = ""


class _Trouble(Struct):
    tag: Text = ""
    httpStatusCode: Any = None  # noqa: N815 - of the page


class _Status(Struct):
    id: Text = ""
    status: Text = ""
    source: Text = ""
    error: _Trouble | None = None


class _Payload(Struct):
    results: Raws = None
    statuses: Raws = None


def _request(url: str, _: float) -> Request:
    return Request("/contents", json={"urls": [url], "text": True, "livecrawlTimeout": CRAWL})


def _read(response: Response, url: str) -> Contents:
    payload = msgspec.json.decode(response.body, type=_Payload)
    status = next(iter(rows(payload.statuses, _Status)), _Status())
    found = [row for row in rows(payload.results, _Row) if (row.text or "").strip()]
    if not found:
        raise _trouble(status)
    row = found[0]
    return Contents(
        url=row.url or url,
        text=row.text or "",
        tier="exa:crawled" if status.source == "crawled" else "exa:cached",
        title=row.title or "",
        author=_people(row.author or ""),
        published=(row.publishedDate or "")[:10],
    )


def _people(written: str) -> str:
    """The people of the line under a title, which for papers names their workplaces too."""
    parts = [" ".join(part.split()) for part in written.split(",")]
    people = [part for part in parts if " " in part and not is_organisation(part)]
    if people and any(map(is_organisation, parts[1:])):
        return "; ".join(dict.fromkeys(people))
    return ", ".join(parts)


def _trouble(status: _Status) -> Empty:
    """About the page, not about Exa, which did what it could."""
    tag = (status.error.tag if status.error else "") or "no text"
    return Empty(f"no copy ({tag})", reason="no_copy")


CONTENTS = Operation(_request, _read, Contents, ttl=0.0, seconds=SECONDS)
