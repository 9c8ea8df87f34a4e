"""
Wikipedia: articles, in the language asked for, and the pictures of Wikimedia Commons.

No key. Wikimedia asks for a descriptive user agent and reports errors inside a 200.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Number, Raws, Text, rows, whole
from headwater.actors.domain.search.words import plain
from headwater.actors.messages.faults import ProviderFailed, ProviderLimited, ProviderRefused
from headwater.actors.messages.providers import Abilities, Request
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation, Provider

_COMMONS = "https://commons.wikimedia.org"
_BUSY = {"maxlag", "ratelimited", "readonly"}  # codes of errors that pass
_OPERATORS = frozenset({"exact_terms", "exclude_terms"})


class _Row(Struct):
    title: str
    snippet: Text = ""
    timestamp: Text = ""  # of the last edit, which is not when it was published
    ns: int = 0


class _Info(Struct):
    suggestion: Text = ""


class _ImageInfo(Struct):
    url: str
    descriptionurl: Text = ""
    thumburl: Text = ""
    width: Number = 0
    height: Number = 0
    size: Number = 0


class _File(Struct):
    title: str
    index: int = 0
    imageinfo: list[_ImageInfo] | None = None


class _Query(Struct):
    search: Raws = None
    searchinfo: _Info | None = None
    pages: list[_File] | dict[str, _File] | None = None


class _Error(Struct):
    code: Text = ""
    info: Text = ""


class _Payload(Struct):
    query: _Query | None = None
    error: _Error | None = None


def _request(query: Query, _: float) -> Request:
    return Request(
        "/w/api.php",
        base=f"https://{_edition(query.language)}.wikipedia.org",
        params={
            **_COMMON,
            "list": "search",
            "srsearch": query.text,
            "srlimit": query.count,
            "srprop": "snippet|timestamp",
            "srinfo": "suggestion",
        },
    )


def _request_pictures(query: Query, _: float) -> Request:
    named = query.images.file_type.replace("jpg", "jpeg")
    kind = f" filemime:{named}" if named else ""
    return Request(
        "/w/api.php",
        base=_COMMONS,
        params={
            **_COMMON,
            "generator": "search",
            "gsrsearch": query.text + kind,
            "gsrnamespace": 6,
            "gsrlimit": query.count,
            "prop": "imageinfo",
            "iiprop": "url|size",
            "iiurlwidth": 320,
        },
    )


_COMMON: dict[str, Any] = {"action": "query", "format": "json", "formatversion": 2}


def _payload(response: Response) -> _Query:
    payload = msgspec.json.decode(response.body, type=_Payload)
    if payload.error is None:
        return payload.query or _Query()
    said = f"wikipedia answered {payload.error.code}: {plain(payload.error.info)[:200]}"
    code = payload.error.code or ""
    if code in _BUSY:
        raise ProviderLimited(said, provider="wikipedia")
    if code.startswith("internal_api_error"):
        raise ProviderFailed(said, provider="wikipedia")
    raise ProviderRefused(said, provider="wikipedia")


def _read(response: Response, query: Query) -> Hits:
    found = _payload(response)
    root = f"https://{_edition(query.language)}.wikipedia.org/wiki/"
    hits = tuple(_hit(row, root) for row in rows(found.search, _Row))
    return Hits(hits, (found.searchinfo.suggestion or "") if found.searchinfo else "")


def _read_pictures(response: Response, _: Query) -> Pictures:
    pages = _payload(response).pages or []
    files = list(pages.values()) if isinstance(pages, dict) else pages
    files.sort(key=lambda file: file.index)
    return Pictures(tuple(_picture(file) for file in files if file.imageinfo))


def _hit(row: _Row, root: str) -> Hit:
    return Hit(
        title=row.title,
        url=root + quote(row.title.replace(" ", "_"), safe="/:@!$()*,;~'"),
        snippet=plain(row.snippet),
        source="Wikipedia",
        language=root[8:].partition(".")[0],
    )


def _picture(file: _File) -> Picture:
    image = (file.imageinfo or [_ImageInfo("")])[0]
    return Picture(
        title=file.title.partition(":")[2] or file.title,
        url=image.url,
        page=image.descriptionurl or "",
        thumbnail=image.thumburl or "",
        source="Wikimedia Commons",
        width=whole(image.width),
        height=whole(image.height),
        bytes=whole(image.size),
    )


def _edition(language: str) -> str:
    code = language.lower().partition("-")[0]
    return code if code.isascii() and code.isalpha() and len(code) in (2, 3) else "en"


PROVIDER = Provider(
    name="wikipedia",
    base="https://en.wikipedia.org",
    operations={
        "web": Operation(
            _request,
            _read,
            Hits,
            abilities=Abilities(frozenset({"language"}), _OPERATORS, longest=300, most=50),
        ),
        "images": Operation(
            _request_pictures,
            _read_pictures,
            Pictures,
            abilities=Abilities(frozenset({"file_type"}), longest=300, most=50),
        ),
    },
)
