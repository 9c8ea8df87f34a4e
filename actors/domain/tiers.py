"""
The ways to read a page, from the cheapest to the dearest, and when the next one is worth trying.

A plain request comes first, always. What policy refuses is refused to every way.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.domain.status import HTTP
from headwater.actors.messages.contents import Contents
from headwater.actors.messages.faults import (
    Blocked,
    BrowserUnavailable,
    Empty,
    RateLimited,
    Refused,
    Unreachable,
    Upstream,
    WebFault,
)
from headwater.actors.messages.providers import Consult
from headwater.actors.messages.web import (
    Candidate,
    Document,
    Extract,
    Facts,
    Fetch,
    Keep,
    Response,
    Tries,
    Way,
)

REFUSED = Refused.code  # policy forbids it, to every way
CHALLENGE = "challenge"  # a script decides whether we may see the page
SCRIPT = "script"  # a script makes the page
NOTHING = "no_text"
THIN = 100  # characters; a page with less is no page yet, as the specification says
LITTLE = 1_000  # characters; single-page hosts send a menu and a greeting without their script

_ORDER: tuple[Way, ...] = ("html", "stealth", "browser", "exa")
_FINAL = frozenset({"robots", "http_407", "http_451"})  # somebody's decision, not an obstacle
_WORTH_PAYING = (Blocked, RateLimited, BrowserUnavailable, Unreachable, Upstream)

# Hosts that show little without a browser; x.com is read another way.
_SINGLE_PAGE = (
    "go.dev",
    "patents.google.com",
    "scholar.google.com",
    "news.google.com",
    "trends.google.com",
    "youtube.com",
    "linkedin.com",
    "facebook.com",
    "instagram.com",
    "medium.com",
    "dev.to",
)


class Ladder(Struct, frozen=True):
    """Which ways there are besides the plain one."""

    stealth: bool = False
    browser: bool = False
    exa: bool = False

    def after_fault(self, want: Fetch, fault: WebFault) -> Fetch | Keep | WebFault:
        """What follows a way that failed: the next one, the little that we have, or the fault."""
        before = Tries(
            outcomes=(*want.before.outcomes, outcome_of(want.way, fault)),
            fault=want.before.fault or fault,
            reasons=(*want.before.reasons, fault.reason),
            candidate=want.before.candidate,
        )
        way = self._next(want, fault, before)
        if way:
            return msgspec.structs.replace(want, way=way, before=before)
        if before.candidate is not None and fault.code != REFUSED:
            return Keep(want, before.candidate.response, before.candidate.document)
        return _verdict(want, fault, before)

    def after_document(self, came: Extract, document: Document) -> Fetch | Keep:
        """A page, or the browser where the page looks as if it were made there."""
        want, response = came.want, came.response
        if self.browser and want.way in ("html", "stealth") and _is_unmade(document, response):
            candidate = Candidate(response, msgspec.structs.replace(document, quality="partial"))
            before = Tries(
                outcomes=(*want.before.outcomes, f"{want.way}: {_size(document)}"),
                reasons=(*want.before.reasons, SCRIPT),
                candidate=candidate,
            )
            return msgspec.structs.replace(want, way="browser", before=before)
        held = want.before.candidate
        if held is not None and len(held.document.text) > len(document.text):
            return Keep(want, held.response, held.document)
        return Keep(want, response, document)

    def _next(self, want: Fetch, fault: WebFault, before: Tries) -> Way | None:
        if fault.code == REFUSED or fault.reason in _FINAL:
            return None
        for way in _ORDER[_ORDER.index(want.way) + 1 :]:
            if self._applies(way, want, fault, before):
                return way
        return None

    def _applies(self, way: Way, want: Fetch, fault: WebFault, before: Tries) -> bool:
        if way == "stealth":
            return self.stealth and _is_refusal(fault)
        if want.raw:
            return False
        if way == "browser":
            return self.browser and not {CHALLENGE, SCRIPT}.isdisjoint(before.reasons)
        return self.exa and _is_worth_paying(fault, before)


def borrowing(want: Fetch) -> Consult:
    """The question for somebody else's copy of the page."""
    return Consult("exa", "contents", want.url.href)


def borrowed(copy: Contents) -> Document:
    """Somebody else's copy as a document."""
    facts = Facts(
        title=copy.title,
        authors=(copy.author,) if copy.author else (),
        published=copy.published,
    )
    return Document(copy.text, "markdown", facts=facts, reader="exa")


def is_single_page(host: str) -> bool:
    """Whether the host is known to make its pages in the browser."""
    return any(host == known or host.endswith(f".{known}") for known in _SINGLE_PAGE)


def outcome_of(way: str, fault: WebFault) -> str:
    """How a way went, in a few words."""
    said = fault.tiers[-1].partition(": ")[2] if fault.tiers else ""
    status = fault.reason.removeprefix(HTTP) if fault.reason.startswith(HTTP) else ""
    return f"{way}: {said or (f'HTTP {status}' if status else str(fault))}"


def _verdict(want: Fetch, fault: WebFault, before: Tries) -> WebFault:
    """The fault that says most about the page: a later way may only say that it could not try."""
    first = before.fault or fault
    about_us = isinstance(fault, (BrowserUnavailable, Unreachable, Upstream))
    if isinstance(first, Empty) and isinstance(fault, BrowserUnavailable):
        about_us = False
    told = first if about_us or want.way == "exa" else fault
    if len(before.outcomes) == 1 and not isinstance(fault, (Blocked, Empty, BrowserUnavailable)):
        return told
    return told.listing(before.outcomes)


def _is_refusal(fault: WebFault) -> bool:
    """A server that names a time to come back is left alone until then."""
    return isinstance(fault, Blocked) or (
        isinstance(fault, RateLimited) and fault.retry_after is None
    )


def _is_worth_paying(fault: WebFault, before: Tries) -> bool:
    if before.candidate is not None and len(before.candidate.document.text) >= THIN:
        return False
    empty = isinstance(fault, Empty) and fault.reason in (SCRIPT, NOTHING)
    return empty or isinstance(fault, _WORTH_PAYING) or before.candidate is not None


def _is_unmade(document: Document, response: Response) -> bool:
    if document.media != "html":
        return False
    host = response.url.partition("://")[2].partition("/")[0].partition(":")[0]
    little = len(document.text) < (LITTLE if is_single_page(host) else THIN)
    return little and b"<script" in response.body.lower()


def _size(document: Document) -> str:
    return f"{len(document.text.encode())} bytes"
