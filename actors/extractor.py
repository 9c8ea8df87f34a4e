"""Turns bytes into text, and nobody else does: reads, cleans, recognises what is no page."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import trio

from headwater.actors.domain import links, status
from headwater.actors.domain.cleaning import clean
from headwater.actors.domain.failures import failed
from headwater.actors.domain.held import pack
from headwater.actors.domain.providers.problem import is_well, rest_of
from headwater.actors.domain.sniff import media_of
from headwater.actors.domain.tiers import NOTHING, THIN, Ladder, borrowed, borrowing
from headwater.actors.domain.walls.paywall import is_teaser
from headwater.actors.domain.walls.recognise import fault_of, wall_of
from headwater.actors.domain.walls.seen import Seen
from headwater.actors.messages.contents import Contents
from headwater.actors.messages.faults import Empty, Unreadable, WebFault
from headwater.actors.messages.providers import (
    Inquire,
    Interpret,
    KeepAnswer,
    ProviderOutcome,
)
from headwater.actors.messages.sources import Compose, Gather
from headwater.actors.messages.web import (
    Document,
    Extract,
    Fetch,
    Keep,
    Packed,
    ReadGiven,
    Response,
    Tries,
)
from headwater.actors.providers.interpreting import again, interpret
from headwater.actors.providers.provider import Operation, Provider
from headwater.actors.readers.reader import Given, Reader, Shelf, packaged, reader_for
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.documents.pool import Documents
from headwater.actors.resources.services import Services
from headwater.actors.sources.composing import compose, response_of, size_of
from headwater.actors.sources.source import Unfit
from headwater.kernel.actor import Actor, Policy, handle

SMALL_ANSWER = 65_536  # bytes; most is JSON, which takes a tenth of the time
SMALL = 32_768  # bytes; reading them takes about as long as the way to a thread and back
MOST = 16 * 1024 * 1024  # bytes of a page; a document may be longer, as it is read elsewhere

Made = TypeVar("Made")


class Extractor(Actor):
    """
    Reads off the event loop, on as many threads as there are processors.

    What takes a foreign parser is read in another process, which can be ended.
    """

    def __init__(
        self,
        *,
        shelf: Shelf | None = None,
        processors: int | None = None,
        directory: Directory | None = None,
        documents: Documents | None = None,
        ladder: Ladder | None = None,
        services: Services | None = None,
    ) -> None:
        workers = processors or os.cpu_count() or 1
        self.policy = Policy(workers=workers * 4)  # small pages and raw ones need no thread
        self._shelf = shelf
        self._ladder = ladder or Ladder()
        self._limiter = trio.CapacityLimiter(workers)
        self._directory = directory or Directory({})
        self._documents = documents or Documents()
        self._services = services or Services({})

    async def close(self) -> None:
        """End the reading processes."""
        await self._documents.close()

    @handle
    async def extract(self, came: Extract) -> Keep | Fetch | Gather:
        """The document, or the bytes themselves where those were asked for, or another way."""
        if came.want.raw or came.response.not_modified:
            return Keep(came.want, came.response, None)
        try:
            if came.want.way == "exa":
                return await self._keep_copy(came)
            document, packed = await self._read_somewhere(came.response, came.want.deadline)
        except WebFault as fault:
            return self._otherwise(came.want, fault)
        if document.forum and document.quality == "partial":
            size = len(came.response.body)
            gather = await self._somewhere(size, self._services.follow, came, document)
            if gather is not None:
                return gather
        onward = self._ladder.after_document(came, document)
        if isinstance(onward, Keep) and onward.document is document:
            return msgspec.structs.replace(onward, packed=packed)
        return onward

    async def _keep_copy(self, came: Extract) -> Keep:
        """Somebody else's copy of a page, said to be one."""
        inquiry = self._directory.inquiry(borrowing(came.want), came.response.fetched_at)
        found = await self.interpret(Interpret(inquiry, came.response))
        if not (isinstance(found, KeepAnswer) and isinstance(found.answer, Contents)):
            raise TypeError("a copy is given in one step")
        response = msgspec.structs.replace(
            came.response,
            headers=(("content-type", "text/markdown"),),
            body=b"",
            tier=found.answer.tier,
        )
        return Keep(came.want, response, finish(borrowed(found.answer), response))

    def _otherwise(self, want: Fetch, fault: WebFault) -> Keep | Fetch:
        onward = self._ladder.after_fault(want, fault)
        if isinstance(onward, WebFault):
            self.pipe.tell(failed(want, onward))
            raise onward
        return onward

    @handle
    async def compose(self, came: Compose) -> Keep | Gather | Fetch:
        """The page made of its site's own answers, the next round, or the page itself."""
        want = came.gather.want
        source = self._services.source(came.gather.source)
        try:
            found = await self._somewhere(size_of(came), compose, came, source)
        except Unfit as problem:
            tried = Tries(outcomes=(f"{source.name}: {problem}",))
            return msgspec.structs.replace(want, before=tried)
        except WebFault as fault:
            self.pipe.tell(failed(want, fault))
            raise
        return found if isinstance(found, Gather) else Keep(want, response_of(came), found)

    @handle
    async def interpret(self, came: Interpret) -> KeepAnswer | Inquire:
        """The provider's answer, or the next thing to ask it; the breaker hears how it went."""
        want = came.inquiry.consult
        provider, operation = self._directory.find(want.provider, want.operation)
        interval = provider.limits(came.response) if provider.limits else None
        try:
            found = await self._interpret_somewhere(came, provider, operation)
        except WebFault as fault:
            if patient := again(came.inquiry, fault):
                return patient
            self.pipe.tell(ProviderOutcome(provider.name, is_well(fault), rest_of(fault), interval))
            raise
        self.pipe.tell(ProviderOutcome(provider.name, ok=True, interval=interval))
        return found

    async def _interpret_somewhere(
        self, came: Interpret, provider: Provider, operation: Operation
    ) -> KeepAnswer | Inquire:
        if len(came.response.body) <= SMALL_ANSWER:
            return interpret(came, provider, operation)
        return await trio.to_thread.run_sync(
            interpret, came, provider, operation, limiter=self._limiter, abandon_on_cancel=True
        )

    @handle
    async def read_given(self, want: ReadGiven) -> Keep:
        """The document of a recorded answer."""
        came = want.response
        url = links.parse(came.url)
        fault = status.fault_of(came.status, url.href, None)
        if fault is not None:
            raise fault
        wanted = Fetch(url, came.url, key="", limit=len(came.body), kept=False)
        return Keep(wanted, came, *await self._read_somewhere(came, wanted.deadline))

    async def _read_somewhere(self, response: Response, until: float) -> tuple[Document, Packed]:
        """A small page here, where it costs less than the way to a thread; others there."""
        shelf = self._shelf if self._shelf is not None else packaged()
        reader, given = choose(response, shelf)
        if reader.foreign:
            document = await self._documents.read(given, until)
            return await self._somewhere(len(document.text), _pack, document, response)
        return await self._somewhere(len(given.body), _read, reader, given, response)

    async def _somewhere(self, size: int, work: Callable[..., Made], *arguments: Any) -> Made:
        if size <= SMALL:
            return work(*arguments)
        return await trio.to_thread.run_sync(
            work, *arguments, limiter=self._limiter, abandon_on_cancel=True
        )


def choose(response: Response, shelf: Shelf) -> tuple[Reader, Given]:
    """Who reads a response, and what of it; or the fault that says why nobody does."""
    body, declared = response.body, response.header("content-type")
    if not body or body.isspace():
        raise Empty("the server sent nothing", tiers=("html: empty",), reason=NOTHING)
    media = media_of(body, declared, response.url)
    reader = reader_for(shelf, media)
    if reader is None:
        raise Unreadable(
            f"{media or 'its media type'} is nothing that can be read as text",
            reason="unsupported",
        )
    if reader.foreign and response.truncated:
        raise Unreadable(
            f"it is larger than the {len(body) / 1_000_000:.0f} MB that are read of a document",
            reason="too_large",
        )
    if not reader.foreign:
        body = body[:MOST]
    return reader, Given(body, media, declared, response.url)


def _read(reader: Reader, given: Given, response: Response) -> tuple[Document, Packed]:
    if len(given.body) < len(response.body):
        response = msgspec.structs.replace(response, truncated=True)
    return _pack(reader.read(given), response)


def _pack(document: Document, response: Response) -> tuple[Document, Packed]:
    """The document, clean and as it will be stored."""
    document = finish(document, response)
    return document, pack(document)


def finish(document: Document, response: Response) -> Document:
    """The document, clean; or the fault that says why it is none."""
    document = clean(document)
    document = _with_removed(document, dict(response.removed))
    _refuse_walls(document, response)
    if not any(character.isalnum() for character in document.text):
        raise Empty("it has no text", tiers=(f"{document.reader}: no text",), reason=NOTHING)
    if response.truncated or _is_thin(document) or is_teaser(document):
        document = msgspec.structs.replace(document, quality="partial")
    return document


def _is_thin(document: Document) -> bool:
    """Whether a page has little to show, or its copy; a short table or feed is whole."""
    return len(document.text) < THIN and (document.media == "html" or document.reader == "exa")


def _with_removed(document: Document, before: dict[str, int]) -> Document:
    """What the browser left out, and what was left out here."""
    if not before:
        return document
    both = before.keys() | document.removed.keys()
    total = {rule: before.get(rule, 0) + document.removed.get(rule, 0) for rule in sorted(both)}
    return msgspec.structs.replace(document, removed=total)


def _refuse_walls(document: Document, response: Response) -> None:
    if document.media != "html":
        return
    seen = Seen(
        document.facts.title,
        document.text,
        response.body,
        response.url,
        response.status,
        response.headers,
        redirected=bool(response.hops),
    )
    wall = wall_of(seen)
    if wall is not None:
        raise fault_of(wall, len(document.text.encode()))
