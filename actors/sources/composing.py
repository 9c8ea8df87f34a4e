"""From a round of replies to the document, to the next round, or to the page itself."""

from __future__ import annotations

import msgspec

from headwater.actors.domain.cleaning import clean
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.sources import Compose, Gather
from headwater.actors.messages.web import Document, Response
from headwater.actors.sources.source import Source, Unfit, advance

MOST_ROUNDS = 8


def compose(came: Compose, source: Source) -> Document | Gather:
    """
    What to do with the replies.

    Unfit where the page itself is the better try; a fault where the service has settled that there
    is nothing to read, with how it went.
    """
    gather = came.gather
    rounds = (*gather.rounds, came.replies)
    reading = source.begin(gather.want.url)
    if reading is None:
        raise Unfit("no reading")
    try:
        found = advance(reading, rounds)
    except WebFault as fault:
        raise fault.listing((f"{source.name}: {str(fault)[:100]}",)) from None
    if isinstance(found, Document):
        return clean(found)
    if len(rounds) >= MOST_ROUNDS:
        raise Unfit(f"no end in {MOST_ROUNDS} rounds")
    return msgspec.structs.replace(gather, calls=found, rounds=rounds)


def size_of(came: Compose) -> int:
    """Bytes to be read."""
    return sum(len(reply.body) for reply in came.replies)


def response_of(came: Compose) -> Response:
    """A page that nobody sent as such: where it is, and when it was read."""
    kind = (("content-type", "text/markdown; charset=utf-8"),)
    before = came.gather.rounds[:1]
    handed = before[0][0].url if before and before[0] else ""
    place = handed or came.gather.want.url.href
    return Response(place, 200, kind, b"", fetched_at=came.fetched_at)
