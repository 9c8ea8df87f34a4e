"""Copies of pages that archives keep."""

from __future__ import annotations

from msgspec import Struct


class Copy(Struct, frozen=True):
    """Wanted: a copy of a page, the one nearest to a time (YYYYMMDDhhmmss), or the newest."""

    url: str
    near: str = ""


class Copied(Struct, frozen=True):
    """Where the copy is; empty where there is none."""

    url: str = ""
    taken: str = ""  # YYYYMMDDhhmmss
    status: int = 0  # of the page when it was copied
