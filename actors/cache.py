"""Answers what is held and fresh, sends the rest on, and keeps what comes back."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import trio

from headwater.actors.domain.cache_key import page_key
from headwater.actors.domain.failures import Failures
from headwater.actors.domain.held import Entry, Held, entry_of, is_enough, pack, page_of, raw_of
from headwater.actors.domain.recent import Recent
from headwater.actors.messages.artifacts import (
    Artifact,
    ArtifactBody,
    ArtifactGone,
    PutArtifact,
    ReadArtifact,
)
from headwater.actors.messages.faults import StoreDamaged, StoreFull, StoreUnavailable, Upstream
from headwater.actors.messages.web import (
    Document,
    Fetch,
    Keep,
    Page,
    PageFailed,
    RawPage,
    ReadPage,
    ReadRaw,
    Url,
    Validators,
)
from headwater.kernel.actor import Actor, Policy, handle
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from headwater.actors.resources.store.store import Store

PAGE_BYTES = 32 * 1024 * 1024  # of body, for a page that is to be read
MEMORY = 32 * 1024 * 1024  # bytes of decoded pages
LARGE = 256 * 1024  # characters; packing more takes milliseconds, so it leaves the event loop
ARTIFACT_LIFE = 30 * 60.0  # seconds, as the specification says
PAGES, CONTENTS, ARTIFACTS = "pages", "contents", "artifacts"


class Cache(Actor):
    """Memory in front of the store. Without a store it forgets at the end, and works."""

    policy = Policy(workers=64, tells=256)

    def __init__(
        self,
        *,
        store: Store,
        parse: Callable[[str], Url],
        normalise: Callable[[str], str],
        clock: Callable[[], float] = time.time,
        page_bytes: int = PAGE_BYTES,
        memory: int = MEMORY,
    ) -> None:
        self._store = store
        self._parse = parse
        self._normalise = normalise
        self._clock = clock
        self._page_bytes = page_bytes
        self._recent = Recent(memory)
        self._failures = Failures()
        self._noted: set[str] = set()

    @handle
    async def read_page(self, want: ReadPage) -> Page | Fetch:
        """A page that is held and fresh, or the way to get it."""
        url = self._parse(want.url)
        key = page_key("page", self._normalise(want.url))
        held = None if want.refresh else await self._find(key, Document)
        now = self._clock()
        if held is not None and held.entry.is_fresh(now):
            return page_of(held, want.url, now, cached=True)
        self._repeat_failure(key, refresh=want.refresh)
        return Fetch(url, want.url, key, self._page_bytes, validators=_validators(held))

    @handle
    async def read_raw(self, want: ReadRaw) -> RawPage | Fetch:
        """Bytes that are held, fresh and enough, or the way to get them."""
        url = self._parse(want.url)
        key = page_key("raw", self._normalise(want.url))
        held = None if want.refresh else await self._find(key, bytes)
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
        packed = await _packed(content)
        held = Held(entry_of(kept, packed), content, len(packed), self._others())
        self._save(kept.want.key, held, packed)
        return self._answer(kept.want, held, cached=False)

    @handle
    def learn(self, failed: PageFailed) -> None:
        """Remember a failure for a while."""
        self._failures.learn(failed, trio.current_time())

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
        held = await self._find(want.key, bytes if want.raw else Document)
        if held is None:
            if want.validators == Validators():
                raise Upstream("the server says that a page it never sent has not changed")
            return msgspec.structs.replace(want, validators=Validators())  # it went meanwhile
        entry = msgspec.structs.replace(held.entry, fetched_at=kept.response.fetched_at)
        held = msgspec.structs.replace(held, entry=entry)
        self._save(want.key, held, await _packed(held.content))
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

    async def _find(self, key: str, kind: type[Document | bytes]) -> Held | None:
        """What is held, fresh or not. Memory counts unless another process has written since."""
        held = self._recent.get(key)
        seen = self._others()
        if held is not None and held.seen == seen:
            return held
        try:
            found = await self._load(key, kind, held)
        except (StoreFull, StoreUnavailable) as fault:
            self._note(fault)
            return held
        except StoreDamaged as fault:
            self._note(fault)
            found = None
        if found is None:
            self._recent.drop(key)
            return None
        found = msgspec.structs.replace(found, seen=seen)
        self._recent.put(key, found)
        return found

    async def _load(self, key: str, kind: type[Document | bytes], held: Held | None) -> Held | None:
        shelf = self._store.artifacts
        record = await shelf.get(PAGES, key)
        if record is None:
            return None
        entry = msgspec.msgpack.decode(record.payload, type=Entry)
        if held is not None and held.entry.content_id == entry.content_id:
            return msgspec.structs.replace(held, entry=entry)
        content = await shelf.get(CONTENTS, entry.content_id)
        if content is None:
            return None
        packed = content.payload
        if kind is bytes:
            return Held(entry, packed, len(packed))
        return Held(entry, msgspec.msgpack.decode(packed, type=Document), len(packed))

    def _save(self, key: str, held: Held, packed: bytes) -> None:
        self._recent.put(key, held)
        expires = held.entry.kept_until()
        entry = msgspec.msgpack.encode(held.entry)
        put = partial(self._store.artifacts.put, expires=expires)
        try:
            put(
                CONTENTS, held.entry.content_id, packed
            )  # first, so that no entry lacks its content
            put(PAGES, key, entry)
        except (StoreFull, StoreUnavailable) as fault:
            self._note(fault)

    def _others(self) -> int:
        return self._store.artifacts.others()

    def _note(self, fault: StoreFull | StoreUnavailable | StoreDamaged) -> None:
        """Log each kind of trouble once; it would repeat with every page."""
        if fault.code not in self._noted:
            self._noted.add(fault.code)
            log("store_trouble", code=fault.code, reason=str(fault))


def _validators(held: Held | None) -> Validators:
    return Validators() if held is None else held.entry.validators


def _artifact_name(owner: str, identity: str) -> str:
    return f"{owner}/{identity}"


async def _packed(content: Document | bytes) -> bytes:
    if isinstance(content, bytes) or len(content.text) < LARGE:
        return pack(content)
    return await trio.to_thread.run_sync(pack, content)
