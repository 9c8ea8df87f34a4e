"""Where to read on: an offset in bytes, and the content it belongs to."""

from __future__ import annotations

from headwater.actors.domain.lazy import pattern
from headwater.kernel.faults import BadInput

_FORM = pattern(r"(?:([0-9a-f]{12}):)?(\d{1,9})")
_SHORT = 12  # digits of the content id that a cursor carries


def write_cursor(content_id: str, offset: int) -> str:
    """Nothing when there is no more to read."""
    if offset < 0:
        return ""
    return f"{content_id[:_SHORT]}:{offset}" if content_id else str(offset)


def read_cursor(cursor: str | None, content_id: str) -> int:
    """The offset; a plain number is one of the outline's. A page that has changed is said so."""
    if not cursor:
        return 0
    found = _FORM.fullmatch(cursor.strip())
    if found is None:
        raise BadInput("cursor", "is no cursor", "nextCursor of a result, or an offset in bytes")
    if found[1] and found[1] != content_id[:_SHORT]:
        raise BadInput(
            "cursor", "the page has changed since", "no cursor, to read it from the start"
        )
    return int(found[2])
