"""A source read without a network: each call is answered from a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from headwater.actors.domain import links
from headwater.actors.messages.sources import Call, Reply
from headwater.actors.messages.web import Document
from headwater.actors.sources.source import advance, packaged, source_for

Answers = Mapping[str, Reply]


def reply(value: Any, status: int = 200) -> Reply:
    """JSON, or bytes as they are."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    return Reply(status, body, "application/json")


def read(url: str, answers: Answers) -> Document | None:
    """The document, or None where the page is read instead. Calls not in the table get 404."""
    return gather(url, answers)[0]


def gather(url: str, answers: Answers) -> tuple[Document | None, list[list[str]]]:
    """The document, and what was called for in each round."""
    address = links.parse(url)
    source = source_for(packaged(), address.host)
    assert source is not None
    rounds: tuple[tuple[Reply, ...], ...] = ()
    called: list[list[str]] = []
    while (reading := source.begin(address)) is not None:
        found = advance(reading, rounds)
        if isinstance(found, Document):
            return found, called
        assert all(call.service in source.bases for call in found)
        assert len(rounds) < 8
        called.append([_named(call) for call in found])
        rounds = (*rounds, tuple(_answer(call, answers) for call in found))
    return None, called


def _named(call: Call) -> str:
    return f"{call.service}{call.path}"


def _answer(call: Call, answers: Answers) -> Reply:
    name = _named(call)
    known = [start for start in answers if name.startswith(start)]
    return answers[max(known, key=len)] if known else Reply(404)
