"""Replies read with the shape that a source declares."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from headwater.actors.messages.faults import Blocked, LoginNeeded, NotFound, RateLimited, WebFault
from headwater.actors.messages.sources import Reply
from headwater.actors.sources.source import Unfit

Shape = TypeVar("Shape")


def decoded(reply: Reply, shape: type[Shape]) -> Shape:
    """The JSON of a reply, or Unfit: a service that sends something else cannot be used."""
    if not reply.ok:
        raise Unfit(reply.outcome)
    try:
        return msgspec.json.decode(reply.body, type=shape, strict=False)
    except (msgspec.DecodeError, ValueError, RecursionError):
        kind = reply.content_type.partition(";")[0].strip()
        raise Unfit(f"{kind[:40] or 'an answer'} that cannot be read") from None


def maybe(reply: Reply, shape: type[Shape]) -> Shape | None:
    """The same, or None."""
    try:
        return decoded(reply, shape)
    except Unfit:
        return None


def verdict(reply: Reply, what: str) -> WebFault | None:
    """The fault where the service's answer settles that there is nothing to read."""
    if reply.status in (404, 410):
        return NotFound(f"{what} does not exist", reason=f"http_{reply.status}")
    if reply.status == 401:
        return LoginNeeded(f"{what} is not public", reason="http_401")
    if reply.status == 429:
        return RateLimited(f"too many requests for {what}", retry_after=reply.retry_after)
    if reply.status == 451:
        return Blocked(f"{what} is withheld for legal reasons", reason="http_451")
    return None
