"""One thing to read, and what becomes of it."""

from __future__ import annotations

from msgspec import Struct

from headwater.actors.messages.web import Response


class Item(Struct):
    """An address that waits for its turn, or a recorded answer that needs nobody."""

    url: str
    host: str  # with its port; whose politeness it is about
    given: Response | None = None
    attempts: int = 0


class Problem(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Why there is no document."""

    kind: str
    message: str
    retry_after_seconds: float | None = None
    tiers: tuple[str, ...] = ()


class Line(Struct, frozen=True, rename="camel", omit_defaults=True):
    """
    A line of the output: a document, or the error that came instead.

    The text of a copy is left out; `duplicate_of` or `near_duplicate_of` says where it is.
    """

    url: str
    error: Problem | None = None
    final_url: str = ""
    status: int = 0
    content_type: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    site: str = ""
    published: str = ""
    modified: str = ""
    language: str = ""
    description: str = ""
    page_type: str = ""
    quality: str = ""
    extracted_by: str = ""
    fetched_at: float = 0.0
    attempts: int = 0
    content_id: str = ""
    digest: str = ""  # of the text alone, hexadecimal
    simhash: int | None = None
    duplicate_of: str = ""
    near_duplicate_of: str = ""
    removed: dict[str, int] = {}  # hidden text and invisible characters, counted by rule
    text: str = ""


class Seen(Struct, frozen=True, rename="camel"):
    """As much of a line as is needed to go on after an interruption."""

    url: str
    error: Problem | None = None
    digest: str = ""
    simhash: int | None = None
    duplicate_of: str = ""
    near_duplicate_of: str = ""
