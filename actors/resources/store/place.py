"""Where a shelf is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path


class Place:
    """Where a shelf is, what opens it, and how much it may hold."""

    def __init__(
        self,
        home: Path,
        name: str,
        *,
        key: str = "",
        previous: str = "",
        cap: int | None = None,
        idle: Mapping[str, float] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.home = home
        self.name = name
        self.key = key
        self.previous = previous
        self.cap = cap  # bytes; None: what is kept is never thrown out
        self.idle = idle or {}  # seconds by table after which a name that is left alone goes
        self.clock = clock
