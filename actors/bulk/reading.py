"""From an address to its line: what every process of a run does."""

from __future__ import annotations

import gc
import hashlib

import msgspec
import trio
from msgspec import Struct

from headwater import _native
from headwater.actors.bulk.duplicates import SHORT
from headwater.actors.bulk.item import Item, Line, Problem
from headwater.actors.bulk.wishes import Wishes
from headwater.actors.messages.faults import HostResting, WebFault
from headwater.actors.messages.web import Page, ReadGiven, ReadPage
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

GARBAGE = 20_000  # objects between looks for garbage; the usual 700 take a twentieth of the time
MUCH = 20_000  # characters; fingerprinting less takes no longer than the way to a thread


class Found(Struct, frozen=True):
    """What became of an item, before anybody knows whether its text was there before."""

    line: bytes  # as it is written down, unless it is a copy
    digest: str = ""
    simhash: int | None = None
    problem: Problem | None = None
    resting: float = 0.0  # seconds that its host is left alone; nobody was asked for the page


class Reading:
    """Reads items through the pipe of its process."""

    def __init__(self, desk: Desk, wishes: Wishes) -> None:
        self._desk = desk
        self._wishes = wishes

    async def read(self, item: Item) -> Found:
        """Its line: a document, or the error that came instead."""
        try:
            page = await self._ask(item)
        except Fault as fault:
            return _failed(item, fault)
        return await self._found(item, page)

    async def _ask(self, item: Item) -> Page:
        if item.given is not None:
            return await self._desk.ask(ReadGiven(item.given))
        with trio.move_on_after(self._wishes.timeout):
            return await self._desk.ask(ReadPage(item.url, kept=False))
        raise TooSlow(f"no complete answer in {self._wishes.timeout:g} s")

    async def _found(self, item: Item, page: Page) -> Found:
        text = page.document.text
        digest = hashlib.sha256(text.encode()).hexdigest()
        simhash = None
        if self._wishes.deduplicate and len(text) >= SHORT:
            simhash = await self._fingerprint(text)
        line = _line(item, page, digest, simhash, text if self._wishes.text else "")
        return Found(encode(line), digest, simhash)

    async def _fingerprint(self, text: str) -> int:
        if len(text) < MUCH:
            return _native.simhash([text])[0]
        return (await self._desk.compute(_native.simhash, [text]))[0]


def settle() -> None:
    """Called when everything is loaded: what stays is not searched for garbage over and over."""
    gc.freeze()
    gc.set_threshold(GARBAGE)


def encode(line: Line) -> bytes:
    """As it is written down."""
    return msgspec.json.encode(line) + b"\n"


def _line(item: Item, page: Page, digest: str, simhash: int | None, text: str) -> Line:
    facts = page.document.facts
    return Line(
        url=item.url,
        final_url=page.final_url,
        status=page.status,
        content_type=page.content_type,
        title=facts.title,
        authors=facts.authors,
        site=facts.site,
        published=facts.published,
        modified=facts.modified,
        language=facts.language,
        description=facts.description,
        page_type=page.document.page_type,
        quality=page.document.quality,
        extracted_by=page.tier,
        fetched_at=page.fetched_at,
        attempts=item.attempts,
        content_id=page.content_id,
        digest=digest,
        simhash=simhash,
        removed=page.document.removed,
        text=text,
    )


def _failed(item: Item, fault: Fault) -> Found:
    web = fault if isinstance(fault, WebFault) else None
    problem = Problem(
        fault.code, str(fault), web.retry_after if web else None, web.tiers if web else ()
    )
    line = encode(Line(item.url, problem, attempts=item.attempts))
    resting = fault.retry_after or 0.0 if isinstance(fault, HostResting) else 0.0
    return Found(line, problem=problem, resting=resting)


class TooSlow(Fault):
    """The page took longer than the run allows."""

    code = "network"
    hint = "Raise --timeout, or try again later."
