"""What search providers are asked, and what they find."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

TimeRange = Literal["", "hour", "day", "week", "month", "year"]
Safe = Literal["", "off", "medium", "high"]
Sort = Literal["relevance", "date"]


class ImageFilters(Struct, frozen=True):
    """What only pictures have."""

    size: str = ""  # huge, icon, large, medium, small, xlarge, xxlarge
    type: str = ""  # clipart, face, lineart, stock, photo, animated
    color_type: str = ""  # color, gray, mono, trans
    dominant_color: str = ""
    file_type: str = ""  # jpg, gif, png, bmp, svg, webp


class Query(Struct, frozen=True):
    """
    A search for pages, news or pictures.

    `sites` are hosts, or hosts with the beginning of a path; a result is on one of them. A provider
    gets the fields that it can apply (`Abilities`); what else is set is written into the text,
    emulated on the results, or named as ignored.
    """

    text: str
    count: int = 10
    time_range: TimeRange = ""
    safe: Safe = ""
    language: str = ""  # ISO 639-1, perhaps with a region
    country: str = ""  # ISO 3166-1 alpha-2, lower case
    sites: tuple[str, ...] = ()
    exact_terms: str = ""
    exclude_terms: str = ""
    sort_by: Sort = "relevance"
    engine: str = ""  # of a lens: which Google engine (cx)
    goggle: str = ""  # of a lens: how Brave ranks
    images: ImageFilters = ImageFilters()


class Engagement(Struct, frozen=True, omit_defaults=True, rename="camel"):
    """What readers did with it."""

    points: int | None = None
    comment_count: int | None = None
    discussion: str = ""  # where readers talk about it


class Hit(Struct, frozen=True):
    """One page that was found. What the provider does not say is empty."""

    title: str
    url: str
    snippet: str = ""
    published: str = ""  # RFC 3339 in UTC
    source: str = ""  # who publishes it, as the provider names them
    author: str = ""
    language: str = ""
    thumbnail: str = ""
    more: tuple[str, ...] = ()  # further snippets
    score: float | None = None  # the provider's own
    engagement: Engagement | None = None


class Hits(Struct, frozen=True):
    """Pages in the provider's order."""

    hits: tuple[Hit, ...] = ()
    suggestion: str = ""  # another spelling, where the provider offers one
    ignored: tuple[str, ...] = ()  # fields whose value the provider has no word for


class Picture(Struct, frozen=True):
    """One picture that was found."""

    title: str
    url: str  # of the picture itself
    page: str = ""  # where it is shown
    thumbnail: str = ""
    source: str = ""
    width: int = 0
    height: int = 0
    bytes: int = 0


class Pictures(Struct, frozen=True):
    """Pictures in the provider's order."""

    pictures: tuple[Picture, ...] = ()
    ignored: tuple[str, ...] = ()
