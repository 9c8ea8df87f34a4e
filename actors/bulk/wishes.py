"""How a run is to go about it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.settings import Settings


class Wishes(Struct, frozen=True):
    """What was asked for, the same in every process of a run."""

    concurrency: int = 64
    per_host: int = 8
    delay: float = 0.0  # seconds between starts at one host
    timeout: float = 30.0  # seconds for one page
    retries: int = 2
    deduplicate: bool = True
    text: bool = True
    limit: int | None = None  # pages

    def settings(self, given: Settings) -> Settings:
        """As a pipe needs them: room for every page, and no audit unless it was asked for."""
        return msgspec.structs.replace(
            given,
            audit=given.audit and bool(given.audit_path),
            asks=max(given.asks, self.concurrency),
        )
