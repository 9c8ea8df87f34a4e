"""
What several texts have in common, so that it is read once.

Paragraphs that are the same go, wherever they were before; then those that are nearly the same, if
their numbers agree: two tables row by row alike may differ in the one figure that matters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from headwater import _native

SAME = 20  # characters; what is shorter repeats by chance, and is kept
LONG = 25  # words from which two paragraphs can be nearly the same
NEAR = 8  # bits of 64 in which their fingerprints differ; one word of thirty changes about that
COPY = 3  # bits for whole pages; more, and pages that share only their frame count as copies
WHOLE = 200  # characters from which pages are compared by fingerprint
AT_ONCE = 64  # paragraphs that are looked at together
_BLOCKS = 9  # of a fingerprint; eight different bits leave at least one of them whole
_BETWEEN = "\n\n"  # paragraphs
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def copies(texts: Sequence[str], prints: Sequence[int]) -> dict[int, int]:
    """Which texts are copies of an earlier one, and of which; by number, with fingerprints."""
    found: dict[int, int] = {}
    for place, text in enumerate(texts):
        earlier = (other for other in range(place) if other not in found)
        twin = next((other for other in earlier if _is_copy(texts, prints, other, place)), None)
        if twin is not None and text:
            found[place] = twin
    return found


def _is_copy(texts: Sequence[str], prints: Sequence[int], one: int, other: int) -> bool:
    if texts[one] == texts[other]:
        return True
    if min(len(texts[one]), len(texts[other])) < WHOLE:
        return False
    alike = (prints[one] ^ prints[other]).bit_count() <= COPY
    return alike and _numbers(texts[one]) == _numbers(texts[other])


class Sent:
    """What was sent of some texts, so that it is not sent again."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._near = _Near()

    def fresh(self, text: str, room: float = math.inf) -> tuple[str, bool]:
        """
        A text without the paragraphs that it or one before it has already; whether there is more.

        Only as much of it as fills the room, in bytes, and a paragraph more: what is not sent is
        neither looked at nor kept from texts that follow.
        """
        pieces: list[str] = []
        flags: list[bool] = []
        waiting = paragraphs(text)
        room += len(_BETWEEN)  # the last one has nothing behind it
        while room >= 0 and (some := list(islice(waiting, AT_ONCE))):
            hashes, prints = _native.paragraph_hashes(some), _native.simhash(some)
            for piece, hashed, fingerprint in zip(some, hashes, prints, strict=True):
                pieces.append(piece)
                flags.append(self._is_fresh(piece, hashed, fingerprint))
                room -= len(piece.encode()) + len(_BETWEEN) if flags[-1] else 0
                if room < 0:
                    break
        return _joined(pieces, flags), room < 0

    def _is_fresh(self, piece: str, hashed: Sequence[int], fingerprint: int) -> bool:
        if len(piece) < SAME or piece.startswith("#"):
            return True
        if not self._seen.isdisjoint(hashed):
            return False
        self._seen.update(hashed)
        return len(piece.split()) < LONG or self._near.is_new(fingerprint, _numbers(piece))


def paragraphs(text: str) -> Iterator[str]:
    """Pieces between empty lines; code stays whole, whatever is in it."""
    fenced = ""
    for piece in text.split(_BETWEEN):
        whole = f"{fenced}\n\n{piece}" if fenced else piece
        if len(_FENCE.findall(piece)) % 2 == (0 if fenced else 1):
            fenced = whole
            continue
        fenced = ""
        yield whole
    if fenced:
        yield fenced


def _joined(pieces: Sequence[str], fresh: Sequence[bool]) -> str:
    """What is left; a heading over nothing that is left goes too, if something was there."""
    kept: list[str] = []
    gone = False
    for piece, is_fresh in zip(pieces, fresh, strict=True):
        if not is_fresh:
            gone = True
            continue
        level = _level(piece)
        while gone and level and kept and _level(kept[-1]) >= level:
            kept.pop()
        gone = gone and bool(level)
        kept.append(piece)
    while gone and kept and _level(kept[-1]):
        kept.pop()
    return _BETWEEN.join(kept)


def _level(piece: str) -> int:
    """How deep a heading that stands alone is; 0 for everything else."""
    if "\n" in piece or not piece.startswith("#"):
        return 0
    return len(piece) - len(piece.lstrip("#"))


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(sorted(_NUMBER.findall(text)))


class _Near:
    """Fingerprints by their blocks, so that a lookup meets few others."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[int, int], list[tuple[int, tuple[str, ...]]]] = {}

    def is_new(self, fingerprint: int, numbers: tuple[str, ...]) -> bool:
        """Whether nothing like it was there; it is remembered if so."""
        keys = [(block, fingerprint >> (block * 7) & 127) for block in range(_BLOCKS)]
        for key in keys:
            for other, others in self._blocks.get(key, ()):
                if (other ^ fingerprint).bit_count() <= NEAR and others == numbers:
                    return False
        for key in keys:
            self._blocks.setdefault(key, []).append((fingerprint, numbers))
        return True
