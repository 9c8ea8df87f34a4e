"""Texts of several pages as one, each within its bounds and all of them within theirs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from headwater.actors.domain.excerpt import part_of
from headwater.actors.domain.gather.overlap import Sent

RULE = "\n\n---\n\n"


class Piece(Struct, frozen=True):
    """What of a text there is room for."""

    text: str
    truncated: bool


def within(text: str, limit: int) -> Piece:
    """At most `limit` bytes, ending with a paragraph, a sentence, a word, or at least a letter."""
    part = part_of(text, 0, limit)
    if len(part.text.encode()) > limit:  # not even one letter fits
        return Piece("", bool(text))
    return Piece(part.text.rstrip() if part.next >= 0 else part.text, part.next >= 0)


def combine(
    texts: Sequence[tuple[str, str]], each: int, total: int, sent: Sent | None = None
) -> tuple[list[Piece], str]:
    """
    Of each text with its heading what fits, and all that fits together as one text.

    The first ones get their share first; one that no longer fits at all is empty. With `sent`,
    what one text has is left out of those after it.
    """
    pieces: list[Piece] = []
    combined = ""
    room = total
    for heading, text in texts:
        frame = (RULE if combined else "") + heading
        left = min(each, room - len(frame.encode()))
        piece = Piece("", bool(text))
        if left > 0:
            fresh, more = sent.fresh(text, left) if sent else (text, False)
            shown = within(fresh, left)
            piece = Piece(shown.text, shown.truncated or more)
        pieces.append(piece)
        if piece.text:
            combined += frame + piece.text
            room -= len(frame.encode()) + len(piece.text.encode())
    return pieces, combined
