"""Discourse, on any host: a page holds twenty posts, its site gives the others. No key."""

from __future__ import annotations

from headwater.actors.messages.web import Url
from headwater.actors.sources.source import Reading, Source


def begin(_: Url) -> Reading | None:
    """The reading of whatever topic the page turns out to be."""
    from headwater.actors.sources.discourse import rest

    return rest.read()


SOURCE = Source(name="discourse", hosts=(), begin=begin, bases={}, follows="discourse")
