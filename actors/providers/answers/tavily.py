"""Tavily's written answers, with the pages they are made of. A search costs one credit."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.messages.answers import Answered, Citation, Question
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation

CREDIT = 0.008  # dollars, where credits are paid one by one


class _Row(Struct):
    url: str
    title: Text = ""
    published_date: Text = ""


class _Payload(Struct):
    answer: Text = ""
    results: Raws = None


def _ask(question: Question, _: float) -> Request:
    body = {"query": question.text, "search_depth": "basic", "include_answer": "basic"}
    return Request("/search", json=body)


def _read(response: Response, _: Question) -> Answered:
    payload = msgspec.json.decode(response.body, type=_Payload)
    pages = (
        Citation(row.url, row.title or "", row.published_date or "")
        for row in rows(payload.results, _Row)
    )
    return Answered(payload.answer or "", tuple(pages), CREDIT)


ANSWER = Operation(_ask, _read, Answered, ttl=3600.0, seconds=30.0)
