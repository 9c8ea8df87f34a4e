"""Reading the web: an address, what came back from it, and what was made of it."""

from __future__ import annotations

import math
from typing import Any, Literal

from msgspec import Struct

from headwater.actors.messages.faults import WebFault
from headwater.kernel.message import Ask, Message

Tier = Literal["markdown", "html", "browser", "stealth", "exa:cached", "exa:crawled"]
Way = Literal["html", "stealth", "browser", "exa"]  # how to go about it; the first is the usual one
Quality = Literal["complete", "partial"]


class Url(Struct, frozen=True):
    """An address, parsed once by WHATWG rules; the parts are what is used, never the text again."""

    href: str  # the whole, serialised
    scheme: Literal["http", "https"]
    host: str  # ASCII: a name, an IPv4 address, or an IPv6 address without its brackets
    port: int
    target: str  # path and query, as a request line has it
    fragment: str = ""


class Hop(Struct, frozen=True):
    """One redirect that was followed."""

    url: str
    status: int


class Response(Struct, frozen=True):
    """What a server sent, decoded from its transfer and content codings, bounded."""

    url: str  # where it finally came from
    status: int
    headers: tuple[tuple[str, str], ...]  # lower-case names, in order
    body: bytes
    truncated: bool = False  # the body was longer than we read
    hops: tuple[Hop, ...] = ()
    fetched_at: float = 0.0  # wall clock, seconds
    not_modified: bool = False  # the server says that what we hold is still good
    tier: Tier = "html"  # who got it
    removed: tuple[tuple[str, int], ...] = ()  # hidden text that it came without, by rule

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        return next((value for key, value in self.headers if key == name), "")


class Span(Struct, frozen=True, rename="camel"):
    """A heading, and where its section starts in the text."""

    level: int
    title: str
    offset: int  # characters
    length: int = 0  # of its section, characters


class Link(Struct, frozen=True):
    """Somewhere that the text points."""

    url: str
    text: str


class Facts(Struct, frozen=True, omit_defaults=True):
    """What a page says about itself."""

    title: str = ""
    authors: tuple[str, ...] = ()
    site: str = ""
    published: str = ""  # ISO 8601, as precise as the page is
    modified: str = ""
    language: str = ""
    description: str = ""
    canonical: str = ""
    kind: str = ""  # schema.org type or og:type
    page_count: int = 0  # pages, slides, sheets or chapters of a document
    size: int = 0  # bytes of a document's file


class PageStart(Struct, frozen=True, omit_defaults=True):
    """Where a page, slide, sheet or chapter of a document starts in its text."""

    page: int  # from 1
    offset: int  # characters
    label: str = ""  # a name, or a printed number that differs


class Document(Struct, frozen=True):
    """Bytes made into text: Markdown, safe to show, with where things are in it."""

    text: str
    media: str  # html, markdown, text, json, pdf …
    facts: Facts = Facts()
    outline: tuple[Span, ...] = ()
    pages: tuple[PageStart, ...] = ()
    links: tuple[Link, ...] = ()
    removed: dict[str, int] = {}  # hidden text and invisible characters, counted by rule
    structured: dict[str, Any] = {}  # jsonLd, openGraph, citation: the page's own, bounded
    quality: Quality = "complete"
    page_type: str = ""  # what kind of page the extractor took it for
    reader: str = ""  # who made it
    forum: dict[str, Any] = {}  # how a post was received, where the source says: see domain.forum


class Page(Message, frozen=True):
    """A page as tools see it."""

    url: str  # as asked
    final_url: str
    status: int
    content_type: str
    content_id: str  # SHA-256 of the document, hexadecimal
    document: Document
    hops: tuple[Hop, ...] = ()
    tier: Tier | Literal[""] = "html"
    fetched_at: float = 0.0  # wall clock, seconds
    cached: bool = False
    age: float = 0.0  # seconds, when cached
    max_age: float = 0.0  # seconds


class RawPage(Message, frozen=True):
    """A page's bytes as they came."""

    url: str
    final_url: str
    status: int
    content_type: str
    body: bytes
    truncated: bool = False
    hops: tuple[Hop, ...] = ()
    fetched_at: float = 0.0
    cached: bool = False
    age: float = 0.0
    max_age: float = 0.0


class ReadPage(Ask[Page], frozen=True):
    """
    The document at an address. `refresh` goes to the server whatever we hold.

    What is not `kept` is neither looked up nor stored: for those who keep everything themselves.
    """

    url: str
    refresh: bool = False
    kept: bool = True


class ReadGiven(Ask[Page], frozen=True):
    """The document of an answer that somebody recorded: nobody is contacted, nothing is kept."""

    response: Response


class ReadRaw(Ask[RawPage], frozen=True):
    """The bytes at an address, up to a number of them."""

    url: str
    limit: int
    refresh: bool = False


class Validators(Struct, frozen=True):
    """What a server gave us to ask whether a page has changed, and where it did."""

    etag: str = ""
    last_modified: str = ""
    url: str = ""  # normalised; no other address is asked about it


class Candidate(Struct, frozen=True):
    """Little text, but some: the answer if no other way gives more."""

    response: Response
    document: Document


class Tries(Struct, frozen=True):
    """How the ways before this one went."""

    outcomes: tuple[str, ...] = ()
    fault: WebFault | None = None  # of the first that failed
    reasons: tuple[str, ...] = ()  # of their faults
    candidate: Candidate | None = None


class Onward(Struct, frozen=True):
    """Where a page's redirects have led so far, when the next host is another one."""

    url: Url
    hops: tuple[Hop, ...]
    deadline: float  # trio clock, seconds


class Fetch(Message, frozen=True):
    """Not held, or not fresh: wanted from the server, by one way or another."""

    url: Url
    asked: str  # the address as the caller wrote it
    key: str  # under which the result is kept
    limit: int  # bytes of body
    raw: bool = False
    validators: Validators = Validators()
    kept: bool = True  # whether the result goes into the store
    way: Way = "html"
    before: Tries = Tries()
    onward: Onward | None = None  # on the way; the breaker is asked about each host
    deadline: float = math.inf  # trio clock, seconds; for all ways, from the first contact on


class Dial(Message, frozen=True):
    """Permission to contact a host, and when."""

    want: Fetch
    not_before: float  # trio clock, seconds
    rests: float = 0.0  # seconds that whoever is asked by this way must still be left alone


class Extract(Message, frozen=True):
    """Bytes to be made into text."""

    want: Fetch
    response: Response


class Packed(Struct, frozen=True):
    """The bytes that are stored, and their SHA-256, hexadecimal."""

    data: bytes
    id: str


class Keep(Message, frozen=True):
    """A result to be stored and answered."""

    want: Fetch
    response: Response
    document: Document | None  # None when the bytes themselves were asked for
    packed: Packed | None = None  # the document, by whoever was off the event loop with it


class HostOutcome(Message, frozen=True):
    """How contacting a host went; for the breaker."""

    host: str  # with its port where that is not the usual one
    ok: bool
    retry_after: float = 0.0  # seconds the server asked for


class PageFailed(Message, frozen=True):
    """
    A fetch that ended in a fault; for the cache, which the fault does not pass on its way back.

    Told by whoever raises the fault, with the key of the `Fetch` it worked on.
    """

    key: str
    code: str  # of the fault
    message: str
    retry_after: float | None = None  # seconds
    tiers: tuple[str, ...] = ()
    reason: str = ""
    known: tuple[tuple[str, Any], ...] = ()
