"""What providers answered: the last answers in memory, the rest in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.recent import Recent
from headwater.actors.messages.faults import StoreDamaged, StoreFull, StoreUnavailable
from headwater.kernel.trace import log

if TYPE_CHECKING:
    from headwater.actors.providers.provider import Operation
    from headwater.actors.resources.store.store import Store

MEMORY = 4 * 1024 * 1024  # bytes of packed answers; what Python makes of them takes more
ANSWERS = "answers"  # the table


class Known(Struct, frozen=True):
    """An answer and when it was given."""

    answer: Any
    fetched_at: float  # wall clock, seconds
    size: int = 0  # bytes, packed


class Answers:
    """Without a store it forgets at the end, and works."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent: Recent[Known] = Recent(MEMORY)
        self._troubled = False

    async def find(self, key: str, operation: Operation, now: float) -> Known | None:
        """An answer that is still good."""
        if not operation.ttl:
            return None
        known = self._recent.get(key)
        if known is None:
            known = await self._load(key, operation)
        return known if known and 0 <= now - known.fetched_at < operation.ttl else None

    def save(self, key: str, known: Known, operation: Operation) -> None:
        """Hold it, and have it stored soon."""
        if not operation.ttl:
            return
        packed = msgspec.msgpack.encode((known.fetched_at, known.answer))
        self._recent.put(key, msgspec.structs.replace(known, size=len(packed)))
        try:
            expires = known.fetched_at + operation.ttl
            self._store.artifacts.put(ANSWERS, key, packed, expires=expires)
        except (StoreFull, StoreUnavailable) as fault:
            self._note(fault)

    async def _load(self, key: str, operation: Operation) -> Known | None:
        """What another run kept; what an earlier version wrote in another shape does not count."""
        try:
            record = await self._store.artifacts.get(ANSWERS, key)
        except (StoreFull, StoreUnavailable, StoreDamaged) as fault:
            self._note(fault)
            return None
        if record is None:
            return None
        kind = tuple[float, operation.gives]  # type: ignore[name-defined]  # a type made at run time
        try:
            fetched_at, answer = msgspec.msgpack.decode(record.payload, type=kind)
        except msgspec.DecodeError:
            return None
        known = Known(answer, fetched_at, len(record.payload))
        self._recent.put(key, known)
        return known

    def _note(self, fault: StoreFull | StoreUnavailable | StoreDamaged) -> None:
        """Log it once; it would repeat with every answer."""
        if not self._troubled:
            self._troubled = True
            log("store_trouble", code=fault.code, reason=str(fault))
