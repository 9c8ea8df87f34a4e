"""
Perplexity: answers in writing, from a search of its own, with marks that lead to the pages.

Needs a key; each answer tells its cost. The smallest plan allows 50 requests a minute.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.messages.answers import Answered, Citation, Question
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

MODEL = "sonar"


class _Message(Struct):
    content: Text = ""


class _Choice(Struct):
    message: _Message


class _Cost(Struct):
    total_cost: float | None = None


class _Usage(Struct):
    cost: _Cost | None = None


class _Row(Struct):
    url: str
    title: Text = ""
    date: Text = ""


class _Payload(Struct):
    choices: list[_Choice]
    citations: list[str] | None = None
    search_results: Raws = None
    usage: _Usage | None = None


def _ask(question: Question, _: float) -> Request:
    messages = [{"role": "user", "content": question.text}]
    return Request("/chat/completions", json={"model": MODEL, "messages": messages})


def _read(response: Response, _: Question) -> Answered:
    payload = msgspec.json.decode(response.body, type=_Payload)
    cost = payload.usage.cost if payload.usage else None
    return Answered(
        answer=(payload.choices[0].message.content or "").strip() if payload.choices else "",
        citations=_citations(payload),
        cost=(cost.total_cost or 0.0) if cost else 0.0,
    )


def _citations(payload: _Payload) -> tuple[Citation, ...]:
    """In the order of the marks in the text, [1] first."""
    known = {row.url: row for row in rows(payload.search_results, _Row)}
    marked = payload.citations or list(known)
    return tuple(_citation(url, known.get(url)) for url in marked)


def _citation(url: str, row: _Row | None) -> Citation:
    return Citation(url, row.title or "", row.date or "") if row else Citation(url)


PROVIDER = Provider(
    name="perplexity",
    base="https://api.perplexity.ai",
    operations={"answer": Operation(_ask, _read, Answered, ttl=3600.0, seconds=30.0)},
    credentials=(Credential("PERPLEXITY_API_KEY", "header", "Authorization", "Bearer {}"),),
    interval=1.2,
)
