"""Shells: pages whose text only a browser makes."""

from __future__ import annotations

import re

from headwater.actors.domain.lazy import pattern
from headwater.actors.domain.walls.seen import Seen, Wall

_LITTLE = 200  # characters that a page built by scripts shows without them
_FAR = 1_048_576  # bytes; styles and data may come before the place for the content
_PLACES = ("root", "app", "__next", "__nuxt", "___gatsby", "svelte", "react-root", "main-app")
_MOUNTS = (
    *(
        f"id={quote}{name}{quote or end}".encode()
        for name in (*_PLACES, "app-root", "application")
        for quote, end in (('"', ""), ("'", ""), ("", ">"), ("", " "))
    ),
    b"<app-root",
    b"<ytd-app",
    b"<shreddit-app",
    b"data-reactroot",
    b"ng-app=",
    b"ng-version=",
)
_WANTS = pattern(
    r"(?:enable|activate|turn on|requires?|need|without) (?:your )?java ?script"
    r"|java ?script (?:is|to be|must be|has been|seems) (?:\w+ )?"
    r"(?:required|disabled|enabled|available|not available|needed)"
    r"|javascript (?:aktivieren|deaktiviert)|activer (?:le )?javascript|activar? javascript"
    r"|please wait|loading(?:\.{3}|\u2026)",
    re.IGNORECASE,
)
_STREAMED = b'$RC("'  # the text came along, and is put in its place later


def script(seen: Seen) -> Wall | None:
    """Hardly any text, scripts, and either no text at all or a place where it would go."""
    if seen.length > _LITTLE:
        return None
    page = seen.body[:_FAR]
    if b"<script" not in page and b"<SCRIPT" not in page:
        return None
    if not any(character.isalnum() for character in seen.text):
        return Wall("script")
    if _STREAMED in page:
        return None
    asked = _WANTS.search(seen.text) or _WANTS.search(_noscript(page))
    return Wall("script") if asked or any(mark in page for mark in _MOUNTS) else None


def _noscript(page: bytes) -> str:
    """What it tells those without scripts."""
    start = page.find(b"<noscript")
    return page[start : start + 1_000].decode(errors="replace") if start >= 0 else ""
