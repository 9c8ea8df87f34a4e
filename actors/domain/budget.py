"""
One time for a page, whatever ways are tried: from the first contact to the end of the last.

A way that hangs must not use up what the next one needs, and all together must not take longer
than a caller was promised.
"""

from __future__ import annotations

import math

import msgspec

from headwater.actors.messages.web import Fetch

WHOLE = 28.0  # seconds; callers are promised an answer within 30
WAY = 25.0  # seconds for one way with its redirects
COPY = 10.0  # seconds kept back where somebody else may be asked for a copy


def begun(want: Fetch, now: float) -> Fetch:
    """The wish with its deadline, from the first contact on; moments are of the trio clock."""
    if want.deadline < math.inf:
        return want
    return msgspec.structs.replace(want, deadline=now + WHOLE)


def end_of_way(want: Fetch, now: float, seconds: float, *, copies: bool) -> float:
    """When one of our own ways has to be done, so that a copy could still be asked for."""
    return min(now + seconds, want.deadline - (COPY if copies else 0.0))
