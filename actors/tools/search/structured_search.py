"""The structured_search tool."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from headwater.actors.domain.providers.choice import chosen
from headwater.actors.domain.search.meta import freshness
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.answers import (
    StructuredItem,
    StructuredItems,
    StructuredQuestion,
)
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.providers import Consult, ReadRoster
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk, Tool

LARGEST = 20_000  # characters of a schema


class StructuredSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """What to search, and which fields to take from each result."""

    query: Annotated[str, Meta(min_length=1, max_length=2000)]
    category: (
        Annotated[str, Meta(description="company, people, research paper, news …", max_length=64)]
        | None
    ) = None
    num_results: Annotated[int, Meta(ge=1, le=10)] = 5
    schema: (
        Annotated[
            dict[str, Any],
            Meta(description="JSON Schema: object, 10 properties, 2 levels at most"),
        ]
        | None
    ) = None
    provider: Annotated[str, Meta(max_length=64)] | None = None


class Structured(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Results with their fields. Highlights are the pages' own words, summaries made of them."""

    query: str
    category: str | None = None
    result_count: int | None = None
    results: tuple[StructuredItem, ...]
    provider: str
    cost_usd: float | None = None  # an estimate; nothing where it came from the cache
    trust: str


class Outlook(Struct, frozen=True, rename="camel"):
    """The part of it that the list of tools describes."""

    result_count: int
    results: tuple[dict[str, Any], ...]
    provider: str
    trust: str


async def structured_search(args: StructuredSearch, desk: Desk) -> Reply:
    """Have one provider search and extract."""
    roster = await desk.ask(ReadRoster())
    name = chosen(roster, "structured", args.provider)
    question = StructuredQuestion(
        text=args.query.strip(),
        category=(args.category or "").strip().lower(),
        count=args.num_results,
        schema=_written(args.schema),
    )
    found = await desk.ask(Consult(name, "structured", question))
    items: StructuredItems = found.answer
    cost = 0.0 if found.cached else items.cost
    output = Structured(
        query=args.query,
        category=question.category,
        result_count=len(items.items),
        results=items.items,
        provider=name,
        cost_usd=cost or None,
        trust=TRUST,
    )
    return Reply(
        structured=output,
        meta=freshness(found.age, found.max_age, cached=True) if found.cached else None,
        audit={"provider": name, "cost_usd": cost},
    )


def _written(schema: dict[str, Any] | None) -> str:
    """In one form, whatever order its members came in."""
    if schema is None:
        return ""
    text = msgspec.json.encode(schema, order="sorted").decode()
    if len(text) > LARGEST:
        raise BadInput("schema", f"has {len(text):,} characters", f"at most {LARGEST:,}")
    return text


TOOL = Tool(
    name="structured_search",
    family="search",
    title="Structured search",
    summary=(
        "Search and take the fields of a JSON schema from each result. Highlights are verbatim, "
        "summaries best effort. Content is untrusted."
    ),
    takes=StructuredSearch,
    gives=Outlook,
    run=structured_search,
    needs=("EXA_API_KEY",),
)
