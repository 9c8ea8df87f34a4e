"""Turns bytes into text, and nobody else does: reads, cleans, recognises what is no page."""

from __future__ import annotations

import os

import msgspec
import trio

from headwater.actors.domain import links, status
from headwater.actors.domain.failures import failed
from headwater.actors.domain.images import without_images
from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.providers.problem import is_well, rest_of
from headwater.actors.domain.sanitise import sanitise, sanitise_value
from headwater.actors.domain.sniff import media_of
from headwater.actors.domain.walls.recognise import fault_of, wall_of
from headwater.actors.domain.walls.seen import Seen
from headwater.actors.messages.faults import Empty, WebFault
from headwater.actors.messages.providers import (
    Inquire,
    Interpret,
    KeepAnswer,
    ProviderOutcome,
)
from headwater.actors.messages.web import (
    Document,
    Extract,
    Facts,
    Fetch,
    Keep,
    Link,
    ReadGiven,
    Response,
    Span,
)
from headwater.actors.providers.interpreting import interpret
from headwater.actors.providers.provider import Operation, Provider
from headwater.actors.readers.reader import Given, Shelf, packaged, reader_for
from headwater.actors.resources.directory import Directory
from headwater.kernel.actor import Actor, Policy, handle

SMALL_ANSWER = 65_536  # bytes; most is JSON, which takes a tenth of the time
SMALL = 16_384  # bytes; reading them takes less than the way to another thread and back
MARKDOWN = ("html", "markdown")  # kinds of documents whose text is Markdown
THIN = 100  # characters; a page with less is kept, and said to be partial


class Extractor(Actor):
    """Reads off the event loop, on as many threads as there are processors."""

    def __init__(
        self,
        *,
        shelf: Shelf | None = None,
        processors: int | None = None,
        directory: Directory | None = None,
    ) -> None:
        workers = processors or os.cpu_count() or 1
        self.policy = Policy(workers=workers * 4)  # small pages and raw ones need no thread
        self._shelf = shelf
        self._limiter = trio.CapacityLimiter(workers)
        self._directory = directory or Directory({})

    @handle
    async def extract(self, came: Extract) -> Keep:
        """The document, or the bytes themselves where those were asked for."""
        if came.want.raw or came.response.not_modified:
            return Keep(came.want, came.response, None)
        try:
            return Keep(came.want, came.response, await self._read_somewhere(came.response))
        except WebFault as fault:
            self.pipe.tell(failed(came.want, fault))
            raise

    @handle
    async def interpret(self, came: Interpret) -> KeepAnswer | Inquire:
        """The provider's answer, or the next thing to ask it; the breaker hears how it went."""
        want = came.inquiry.consult
        provider, operation = self._directory.find(want.provider, want.operation)
        interval = provider.limits(came.response) if provider.limits else None
        try:
            found = await self._interpret_somewhere(came, provider, operation)
        except WebFault as fault:
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
        return Keep(wanted, came, await self._read_somewhere(came))

    async def _read_somewhere(self, response: Response) -> Document:
        """A small page here, where it costs less than the way to a thread; others there."""
        if len(response.body) <= SMALL:
            return self._read(response)
        return await trio.to_thread.run_sync(
            self._read, response, limiter=self._limiter, abandon_on_cancel=True
        )

    def _read(self, response: Response) -> Document:
        return read_response(response, self._shelf if self._shelf is not None else packaged())


def read_response(response: Response, shelf: Shelf) -> Document:
    """The document of a response, clean; or the fault that says why there is none."""
    declared = response.header("content-type")
    media = media_of(response.body, declared, response.url)
    if not response.body.strip():
        raise Empty("the server sent nothing", tiers=("html: empty",))
    reader = reader_for(shelf, media)
    if reader is None:
        raise Empty(f"{media or 'its media type'} is nothing that can be read as text")
    document = clean(reader.read(Given(response.body, media, declared, response.url)))
    _refuse_walls(document, response)
    if not any(character.isalnum() for character in document.text):
        raise Empty("it has no text", tiers=(f"{document.reader}: no text",))
    if response.truncated or len(document.text) < THIN:
        document = msgspec.structs.replace(document, quality="partial")
    return document


def clean(document: Document) -> Document:
    """Without invisible characters anywhere. Cleaning what a reader has cleaned changes nothing."""
    cleaned = sanitise(_shown(document))
    same = cleaned.text == document.text
    removed = dict(document.removed)
    for rule, count in cleaned.removed.items():
        removed[rule] = removed.get(rule, 0) + count
    outline = (
        document.outline if same and document.outline else _outline(document.media, cleaned.text)
    )
    return msgspec.structs.replace(
        document,
        text=cleaned.text,
        facts=msgspec.convert(sanitise_value(msgspec.to_builtins(document.facts)), Facts),
        outline=tuple(_clean_span(span) for span in outline),
        links=tuple(Link(link.url, sanitise(link.text).text) for link in document.links),
        removed=removed,
        structured=sanitise_value(document.structured),
    )


def _shown(document: Document) -> str:
    return without_images(document.text) if document.media in MARKDOWN else document.text


def _outline(media: str, text: str) -> tuple[Span, ...]:
    """Only Markdown has headings; a comment in a script starts with the same sign."""
    return outline_of(text) if media in MARKDOWN else ()


def _clean_span(span: Span) -> Span:
    title = sanitise(span.title).text
    return span if title == span.title else msgspec.structs.replace(span, title=title)


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
