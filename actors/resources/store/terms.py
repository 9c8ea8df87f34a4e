"""On what terms a record is appended where others write as well."""

from __future__ import annotations

from msgspec import Struct

MOVED = -1  # instead of a number: somebody has written who must be read first


class Terms(Struct, frozen=True):
    """
    While there are fewer records than `free`, always; after that only by who knows all of them.

    `known` is the number of the last record that has been seen.
    """

    known: int = 0
    free: int = 2**63


ALWAYS = Terms()
