"""Answers what is held and fresh, sends the rest on, and keeps what comes back."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import trio

from headwater.actors.domain.cache_key import answer_key, page_key
from headwater.actors.domain.failures import Failures
from headwater.actors.domain.held import (
    Held,
    entry_of,
    is_enough,
    pack,
    page_of,
    raw_of,
)
from headwater.actors.messages.artifacts import (
    Artifact,
    ArtifactBody,
    ArtifactGone,
    PutArtifact,
    ReadArtifact,
)
from headwater.actors.messages.faults import Upstream
from headwater.actors.messages.providers import Consult, Consulted, Inquire, KeepAnswer
from headwater.actors.messages.sources import Gather
from headwater.actors.messages.web import (
    Document,
    Fetch,
    Keep,
    Packed,
    Page,
    PageFailed,
    RawPage,
    ReadPage,
    ReadRaw,
    Url,
    Validators,
)
from headwater.actors.resources.answers import Answers, Known
from headwater.actors.resources.directory import Directory
from headwater.actors.resources.pages import MEMORY, Pages
from headwater.actors.resources.services import Services
from headwater.kernel.actor import Actor, Policy, handle

if TYPE_CHECKING:
    from headwater.actors.resources.store.store import Store

PAGE_BYTES = 32 * 1024 * 1024  # of body, for a page that is to be read
LARGE = 256 * 1024  # characters; packing more takes milliseconds, so it leaves the event loop
ARTIFACT_LIFE = 30 * 60.0  # seconds, as the specification says
ARTIFACTS = "artifacts"  # the table


class Cache(Actor):
    """Memory in front of the store. Without a store it forgets at the end, and works."""

    policy = Policy(workers=64, tells=256)

    def __init__(
        self,
        *,
        store: Store,
        parse: Callable[[str], Url],
        normalise: Callable[[Url], str],
        clock: Callable[[], float] = time.time,
        page_bytes: int = PAGE_BYTES,
        memory: int = MEMORY,
        directory: Directory | None = None,
        services: Services | None = None,
    ) -> None:
        self._store = store
        self._parse = parse
        self._normalise = normalise
        self._clock = clock
        self._page_bytes = page_bytes
        self._pages = Pages(store, memory)
        self._failures = Failures()
        self._directory = directory or Directory({})
        self._services = services
        self._answers = Answers(store)

    @handle
    async def read_page(self, want: ReadPage) -> Page | Fetch | Gather:
        """A page that is held and fresh, or the way to get it."""
        url = self._parse(want.url)
        key = page_key("page", self._normalise(url))
        if not want.kept:
            return self._way(Fetch(url, want.url, key, self._page_bytes, kept=False))
        held = None if want.refresh else await self._pages.find(key, Document)
        now = self._clock()
        if held is not None and held.entry.is_fresh(now):
            return page_of(held, want.url, now, cached=True)
        self._repeat_failure(key, refresh=want.refresh)
        known = _validators(held)
        return self._way(Fetch(url, want.url, key, self._page_bytes, validators=known))

    def _way(self, want: Fetch) -> Fetch | Gather:
        """By the services of its site, where there are any; else the page itself."""
        gather = self._services.begin(want) if self._services else None
        return want if gather is None else gather

    @handle
    async def read_raw(self, want: ReadRaw) -> RawPage | Fetch:
        """Bytes that are held, fresh and enough, or the way to get them."""
        url = self._parse(want.url)
        key = page_key("raw", self._normalise(url))
        held = None if want.refresh else await self._pages.find(key, bytes)
        now = self._clock()
        if held is not None and not is_enough(held, want):
            held = None
        if held is not None and held.entry.is_fresh(now):
            return raw_of(held, want.url, want.limit, now, cached=True)
        self._repeat_failure(key, refresh=want.refresh)
        return Fetch(url, want.url, key, want.limit, raw=True, validators=_validators(held))

    @handle
    async def keep(self, kept: Keep) -> Page | RawPage | Fetch:
        """Keep a result and answer it; one that is unchanged is answered from what is held."""
        self._failures.forget(kept.want.key)
        if kept.response.not_modified:
            return await self._renew(kept)
        content = kept.response.body if kept.document is None else kept.document
        packed = kept.packed or await _packed(content)
        entry = entry_of(kept, packed.id)
        held = Held(entry, content, len(packed.data), self._pages.seen)
        if kept.want.kept:
            self._pages.save(kept.want.key, held, packed.data)
        return self._answer(kept.want, held, cached=False)

    @handle
    def learn(self, failed: PageFailed) -> None:
        """Remember a failure for a while."""
        self._failures.learn(failed, trio.current_time())

    @handle
    async def consult(self, want: Consult) -> Consulted | Inquire:
        """An answer that is held and fresh, or the way to get it."""
        _, operation = self._directory.find(want.provider, want.operation)
        key = answer_key(want)
        now = self._clock()
        known = None if want.refresh else await self._answers.find(key, operation, now)
        if known is None:
            request = operation.request(want.question, now)
            return Inquire(want, key, request, left=operation.seconds)
        age = now - known.fetched_at
        return Consulted(
            want.provider,
            known.answer,
            known.fetched_at,
            cached=True,
            age=age,
            max_age=operation.ttl,
        )

    @handle
    async def keep_answer(self, kept: KeepAnswer) -> Consulted:
        """Keep an answer and give it."""
        want = kept.inquiry.consult
        _, operation = self._directory.find(want.provider, want.operation)
        if operation.worth is None or operation.worth(kept.answer):
            self._answers.save(kept.inquiry.key, Known(kept.answer, kept.fetched_at), operation)
        return Consulted(want.provider, kept.answer, kept.fetched_at, max_age=operation.ttl)

    @handle
    async def put_artifact(self, want: PutArtifact) -> Artifact:
        """Keep a body for its owner, or fail, so that no link leads nowhere."""
        identity = hashlib.sha256(want.body).hexdigest()
        expires = self._clock() + ARTIFACT_LIFE
        packed = msgspec.msgpack.encode((want.mime_type, want.body))
        name = _artifact_name(want.owner, identity)
        await self._store.artifacts.put_durable(ARTIFACTS, name, packed, expires=expires)
        return Artifact(identity, len(want.body), want.mime_type, expires)

    @handle
    async def read_artifact(self, want: ReadArtifact) -> ArtifactBody:
        """An owner's artifact, while it lives."""
        found = await self._store.artifacts.get(ARTIFACTS, _artifact_name(want.owner, want.id))
        if found is None:
            raise ArtifactGone(want.id)
        mime_type, body = msgspec.msgpack.decode(found.payload, type=tuple[str, bytes])
        return ArtifactBody(body, mime_type)

    async def _renew(self, kept: Keep) -> Page | RawPage | Fetch:
        want = kept.want
        held = await self._pages.find(want.key, bytes if want.raw else Document)
        if held is None:
            if want.validators == Validators():
                raise Upstream("the server says that a page it never sent has not changed")
            return msgspec.structs.replace(want, validators=Validators())  # it went meanwhile
        entry = msgspec.structs.replace(held.entry, fetched_at=kept.response.fetched_at)
        held = msgspec.structs.replace(held, entry=entry)
        packed = await _packed(held.content)
        self._pages.save(want.key, held, packed.data)
        return self._answer(want, held, cached=True)

    def _answer(self, want: Fetch, held: Held, *, cached: bool) -> Page | RawPage:
        now = self._clock()
        if want.raw:
            return raw_of(held, want.asked, want.limit, now, cached=cached)
        return page_of(held, want.asked, now, cached=cached)

    def _repeat_failure(self, key: str, *, refresh: bool) -> None:
        fault = None if refresh else self._failures.find(key, trio.current_time())
        if fault is not None:
            raise fault


def _validators(held: Held | None) -> Validators:
    return Validators() if held is None else held.entry.validators


def _artifact_name(owner: str, identity: str) -> str:
    return f"{owner}/{identity}"


async def _packed(content: Document | bytes) -> Packed:
    size = len(content) if isinstance(content, bytes) else len(content.text)
    return pack(content) if size < LARGE else await trio.to_thread.run_sync(pack, content)
