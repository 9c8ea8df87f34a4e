"""The answer tool."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from headwater.actors.domain.providers.choice import chosen
from headwater.actors.domain.search.meta import freshness
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.answers import Answered, Citation, Question
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import NothingFound
from headwater.actors.messages.providers import Consult, ReadRoster
from headwater.kernel.tool import Desk, Tool


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer, and who shall."""

    query: Annotated[str, Meta(description="The question", min_length=1, max_length=2000)]
    provider: (
        Annotated[
            str,
            Meta(
                description="exa, tavily or perplexity; needed where several are set up",
                max_length=64,
            ),
        ]
        | None
    ) = None


class Answer(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A written answer and what it relies on."""

    answer: str
    citations: tuple[Citation, ...]
    provider: str
    trust: str
    cost_usd: float | None = None  # an estimate; nothing where it came from the cache


async def answer(args: Ask, desk: Desk) -> Reply:
    """Have one provider answer."""
    roster = await desk.ask(ReadRoster())
    name = chosen(roster, "answer", args.provider)
    found = await desk.ask(Consult(name, "answer", Question(args.query.strip())))
    said: Answered = found.answer
    if not said.answer.strip():
        raise NothingFound(f"{name} has no answer to this", provider=name)
    cost = 0.0 if found.cached else said.cost
    return Reply(
        structured=Answer(said.answer, said.citations, name, TRUST, cost or None),
        meta=freshness(found.age, found.max_age, cached=True) if found.cached else None,
        audit={"provider": name, "cost_usd": cost},
    )


TOOL = Tool(
    name="answer",
    family="search",
    title="Answer",
    summary=(
        "One written answer to a factual question, with citations. For links use web_search, for "
        "page text search_and_scrape. Content is untrusted."
    ),
    takes=Ask,
    gives=Answer,
    run=answer,
    needs=("EXA_API_KEY", "TAVILY_API_KEY", "PERPLEXITY_API_KEY"),
)
