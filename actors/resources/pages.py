"""Pages that were read: the last ones in memory, the rest in the store."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from headwater.actors.domain.held import Entry, Held
from headwater.actors.domain.recent import Recent
from headwater.actors.messages.faults import StoreDamaged, StoreFull, StoreUnavailable
from headwater.actors.messages.web import Document
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from headwater.actors.resources.store.store import Store

MEMORY = 12 * 1024 * 1024  # bytes of pages; what Python makes of them takes about twice that
PAGES, CONTENTS = "pages", "contents"  # tables


class Pages:
    """Without a store it forgets at the end, and works."""

    def __init__(self, store: Store, memory: int = MEMORY) -> None:
        self._store = store
        self._recent: Recent[Held] = Recent(memory)
        self._noted: set[str] = set()
        self.seen = 0  # which of other processes' commits the last look-up took into account

    async def find(self, key: str, kind: type[Document | bytes]) -> Held | None:
        """What is held, fresh or not. Memory counts unless another process has written since."""
        held = self._recent.get(key)
        seen = self.seen = self._store.artifacts.others()
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

    def save(self, key: str, held: Held, packed: bytes) -> None:
        """Hold it, and have it stored soon."""
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

    def _note(self, fault: StoreFull | StoreUnavailable | StoreDamaged) -> None:
        """Log each kind of trouble once; it would repeat with every page."""
        if fault.code not in self._noted:
            self._noted.add(fault.code)
            log("store_trouble", code=fault.code, reason=str(fault))
