"""Exa's answers: written ones with citations, and results with fields taken from each."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.providers.rows import Raws, Text, rows
from headwater.actors.domain.providers.schema_limits import Limits, check_schema
from headwater.actors.messages.answers import (
    Answered,
    Citation,
    Question,
    StructuredItem,
    StructuredItems,
    StructuredQuestion,
)
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation
from headwater.kernel.faults import BadInput

CATEGORIES = (
    "company",
    "people",
    "research paper",
    "news",
    "pdf",
    "github",
    "financial report",
    "personal site",
)
LIMITS = Limits(properties=10, depth=2)
HOUR = 3600.0  # seconds


class _Cost(Struct):
    total: float | None = None


class _Row(Struct):
    url: str
    title: Text = ""
    publishedDate: Text = ""  # noqa: N815 - as it is written there
    author: Text = ""
    summary: Any = None
    highlights: list[str] | None = None
    entities: Any = None


class _Answer(Struct):
    answer: Any = ""
    citations: Raws = None
    costDollars: _Cost | None = None  # noqa: N815 - as above


class _Found(Struct):
    results: Raws = None
    costDollars: _Cost | None = None  # noqa: N815 - as above


def _ask(question: Question, _: float) -> Request:
    return Request("/answer", json={"query": question.text, "text": False})


def _read_answer(response: Response, _: Question) -> Answered:
    payload = msgspec.json.decode(response.body, type=_Answer)
    said = payload.answer
    return Answered(
        answer=said if isinstance(said, str) else _written(said),
        citations=tuple(
            Citation(row.url, row.title or "", row.publishedDate or "")
            for row in rows(payload.citations, _Row)
        ),
        cost=_dollars(payload.costDollars),
    )


def _search(question: StructuredQuestion, _: float) -> Request:
    """Refused here, before it costs anything, if Exa would refuse it."""
    if question.category and question.category not in CATEGORIES:
        unknown = f"is unknown to exa: {question.category!r}"
        raise BadInput("category", unknown, ", ".join(CATEGORIES))
    schema = msgspec.json.decode(question.schema) if question.schema else None
    if schema is not None:
        check_schema(schema, LIMITS, "exa")
    summary = {"query": question.text, "schema": schema} if schema else {"query": question.text}
    body: dict[str, Any] = {
        "query": question.text,
        "type": "auto",
        "numResults": question.count,
        "contents": {"highlights": True, "summary": summary},
    }
    return Request(
        "/search", json=body | ({"category": question.category} if question.category else {})
    )


def _read_items(response: Response, question: StructuredQuestion) -> StructuredItems:
    payload = msgspec.json.decode(response.body, type=_Found)
    wanted = bool(question.schema)
    items = tuple(_item(row, wanted=wanted) for row in rows(payload.results, _Row))
    return StructuredItems(items[: question.count], _dollars(payload.costDollars))


def _item(row: _Row, *, wanted: bool) -> StructuredItem:
    return StructuredItem(
        url=row.url,
        title=row.title or "",
        published_date=row.publishedDate or "",
        author=row.author or "",
        summary=_fields(row.summary) if wanted else row.summary or None,
        highlights=tuple(row.highlights or ()),
        entities=row.entities or None,
    )


def _fields(summary: Any) -> Any:
    """With a schema the summary is JSON written as a text, though not always."""
    if not isinstance(summary, str):
        return summary
    try:
        return msgspec.json.decode(summary)
    except msgspec.DecodeError:
        return summary or None


def _written(answer: Any) -> str:
    return "" if answer is None else msgspec.json.encode(answer).decode()


def _dollars(cost: _Cost | None) -> float:
    return (cost.total or 0.0) if cost else 0.0


ANSWER = Operation(_ask, _read_answer, Answered, ttl=HOUR, seconds=30.0)
STRUCTURED = Operation(_search, _read_items, StructuredItems, ttl=HOUR, seconds=30.0)
