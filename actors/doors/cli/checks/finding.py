"""What a check found."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from headwater.actors.doors.cli.console import State
from headwater.actors.settings import Settings
from headwater.kernel.environment import Given


class Finding(Struct, frozen=True):
    """A problem keeps the server from working; a note is something it works without."""

    name: str
    state: State
    detail: str
    fix: str = ""


class Patient(Struct, frozen=True):
    """What there is to look at. Settings are None when they cannot be used."""

    environ: Mapping[str, str]
    given: dict[str, Given]
    settings: Settings | None
    complaints: tuple[str, ...] = ()  # about the settings
