"""Finds texts that were there before: the same, or nearly."""

from __future__ import annotations

BLOCKS = 4  # of a fingerprint's 64 bits; three different bits leave at least one block whole
WIDTH = 16  # bits of a block
DISTANCE = 3  # bits; more, and pages that share only their template count as copies
SHORT = 200  # characters; two short texts are alike by chance
MOST = 2_000_000  # fingerprints; the first ones stay, as copies usually follow closely


class Duplicates:
    """
    Texts by their digest, and by their fingerprint.

    Fingerprints are looked up block by block, so that a lookup meets few others.
    """

    def __init__(self) -> None:
        self._exact: dict[str, str] = {}
        self._blocks: dict[int, list[tuple[int, str]]] = {}
        self._count = 0

    def same(self, digest: str) -> str:
        """The address that had this text first, or nothing."""
        return self._exact.get(digest, "")

    def near(self, simhash: int) -> str:
        """The address that had nearly this text first, or nothing."""
        for key in _keys(simhash):
            for other, url in self._blocks.get(key, ()):
                if (other ^ simhash).bit_count() <= DISTANCE:
                    return url
        return ""

    def learn(self, url: str, digest: str, simhash: int | None) -> None:
        """Remember a text that was the first of its kind."""
        if not digest or self._count >= MOST:
            return
        self._count += 1
        self._exact.setdefault(digest, url)
        if simhash is not None:
            for key in _keys(simhash):
                self._blocks.setdefault(key, []).append((simhash, url))


def _keys(simhash: int) -> list[int]:
    """The blocks, each with its number above its bits."""
    mask = (1 << WIDTH) - 1
    return [(block << WIDTH) | ((simhash >> (block * WIDTH)) & mask) for block in range(BLOCKS)]
