"""The image_search tool."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from headwater.actors.domain import links
from headwater.actors.domain.search.asking import Search, search
from headwater.actors.domain.search.hints import ZeroResultHints, hints_for
from headwater.actors.domain.search.meta import audit_of, meta_of
from headwater.actors.domain.search.routing import healthy
from headwater.actors.domain.search.wishes import (
    SAFE,
    Country,
    Language,
    ignored_names,
    lens_of,
    words_of,
)
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import Refused
from headwater.actors.messages.search import ImageFilters, Picture, Query
from headwater.kernel.tool import Desk, Tool

Color = Literal[
    "black", "blue", "brown", "gray", "green", "orange", "pink", "purple", "red", "teal", "white",
    "yellow",
]  # fmt: skip


class ImageSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for, and how it should look."""

    query: Annotated[str, Meta(min_length=1, max_length=500)]
    num_results: Annotated[int, Meta(ge=1, le=200)] = 5
    size: Literal["huge", "icon", "large", "medium", "small", "xlarge", "xxlarge"] | None = None
    type: Literal["clipart", "face", "lineart", "stock", "photo", "animated"] | None = None
    color_type: Literal["color", "gray", "mono", "trans"] | None = None
    dominant_color: Color | None = None
    file_type: Literal["jpg", "gif", "png", "bmp", "svg", "webp"] | None = None
    safe: (
        Annotated[Literal["off", "medium", "high"], Meta(extra_json_schema={"default": SAFE})]
        | None
    ) = None
    country: Country | None = None
    language: Language | None = None
    lens: Annotated[str, Meta(description="See lenses://catalog", max_length=64)] | None = None
    provider: Annotated[str, Meta(max_length=64)] | None = None


class ImageResult(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One picture."""

    title: str
    link: str
    display_link: str
    thumbnail_link: str = ""
    context_link: str = ""
    width: int = 0
    height: int = 0
    file_size: str = ""
    source: str = ""


class ImageSearchOutput(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What was found."""

    images: tuple[ImageResult, ...]
    query: str
    result_count: int
    trust: str
    hints: ZeroResultHints | None = None
    ignored_parameters: tuple[str, ...] = ()


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The part of it that the list of tools describes; the how-to page has the rest."""

    images: tuple[dict[str, Any], ...]
    result_count: int
    trust: str
    hints: dict[str, Any] | None = None
    ignored_parameters: tuple[str, ...] = ()


async def image_search(args: ImageSearch, desk: Desk) -> Reply:
    """Search through whoever has pictures, in order."""
    started = time.monotonic()
    lens = await lens_of(desk, args.lens)
    done = await search(desk, "images", _query(args), provider=args.provider or "", lens=lens)
    meta = meta_of(done, time.monotonic() - started)
    return Reply(structured=_output(args, done), meta=meta, audit=audit_of(meta))


def _query(args: ImageSearch) -> Query:
    return Query(
        text=words_of(args.query),
        count=args.num_results,
        safe=args.safe or SAFE,
        language=args.language or "",
        country=(args.country or "").lower(),
        images=ImageFilters(
            size=args.size or "",
            type=args.type or "",
            color_type=args.color_type or "",
            dominant_color=args.dominant_color or "",
            file_type=args.file_type or "",
        ),
    )


def _output(args: ImageSearch, done: Search) -> ImageSearchOutput:
    images = tuple(_image(picture) for picture in done.found.pictures)
    unset = set() if args.safe else {"safe"}
    ignored = [name for name in done.found.ignored if name not in unset]
    return ImageSearchOutput(
        images=images,
        query=args.query,
        result_count=len(images),
        trust=TRUST,
        hints=None if images else _hints(args, done),
        ignored_parameters=ignored_names(ignored, {"sites": "lens"}),
    )


def _image(picture: Picture) -> ImageResult:
    return ImageResult(
        title=picture.title,
        link=picture.url,
        display_link=_host(picture.page) or _host(picture.url),
        thumbnail_link=picture.thumbnail,
        context_link=picture.page,
        width=picture.width,
        height=picture.height,
        file_size=str(picture.bytes) if picture.bytes else "",
        source=picture.source,
    )


def _host(url: str) -> str:
    try:
        return links.parse(url).host if url else ""
    except Refused:
        return ""


def _hints(args: ImageSearch, done: Search) -> ZeroResultHints:
    filters = {
        "size": args.size or "",
        "type": args.type or "",
        "color_type": args.color_type or "",
        "dominant_color": args.dominant_color or "",
        "file_type": args.file_type or "",
        "lens": args.lens or "",
        "country": args.country or "",
        "language": args.language or "",
    }
    asked = tuple(attempt.provider for attempt in done.attempts)
    return hints_for(filters, asked, healthy(done.roster, "images", asked))


TOOL = Tool(
    name="image_search",
    family="search",
    title="Image search",
    summary="Pictures for a query: their links, sizes and the pages that show them.",
    takes=ImageSearch,
    gives=Outlook,
    run=image_search,
)
