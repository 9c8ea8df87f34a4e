"""
One search through as many providers as it takes: the loop that all tools share.

    found = await search(desk, "web", Query("rivers", count=5))

A fault, a resting provider or an empty answer leads to the next one; a named provider is asked
alone. What is decided is decided by pure functions (`plan`, `routing`, `sift`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct

from headwater.actors.domain.search.plan import plan_for
from headwater.actors.domain.search.routing import candidates, has_own
from headwater.actors.domain.search.sift import (
    merge,
    merge_pictures,
    sift,
    sift_pictures,
    unproven,
    unproven_pictures,
)
from headwater.actors.messages.faults import ProviderResting, WebFault
from headwater.actors.messages.lenses import Lens
from headwater.actors.messages.providers import Consult, Consulted, ReadRoster, Roster
from headwater.actors.messages.search import Hit, Hits, Picture, Pictures, Query
from headwater.kernel.faults import Fault
from headwater.kernel.tool import Desk

WITHIN = 40.0  # seconds after which nobody new is asked; a call has 60, a provider 10


class Found(Struct, frozen=True):
    """What one provider found, sifted."""

    provider: str
    hits: tuple[Hit, ...] = ()
    pictures: tuple[Picture, ...] = ()
    ignored: tuple[str, ...] = ()  # fields of the query that were not honoured
    suggestion: str = ""
    cached: bool = False
    age: float = 0.0  # seconds
    max_age: float = 0.0  # seconds


class Attempt(Struct, frozen=True):
    """How asking one provider went."""

    provider: str
    kind: str = ""  # of the fault; empty where it answered
    resting: bool = False


class Search(Struct, frozen=True):
    """What was found, by whom, and who was asked before."""

    found: Found
    attempts: tuple[Attempt, ...]
    candidates: tuple[str, ...]  # whom there was to ask, in this order
    roster: Roster


async def search(
    desk: Desk, operation: str, query: Query, *, provider: str = "", lens: Lens | None = None
) -> Search:
    """The first answer that is not empty, else an empty one, else a fault that names all."""
    roster = await desk.ask(ReadRoster())
    names = candidates(roster, operation, provider, lens)
    attempts = [
        _attempt(desk, roster, name, operation, _through(query, operation, name, lens))
        for name in names
    ]
    outcomes = await desk.race(
        attempts, _is_something, patience=roster.hedge or math.inf, within=WITHIN
    )
    return _choose(names, outcomes, roster)


def _attempt(
    desk: Desk, roster: Roster, name: str, operation: str, query: Query
) -> Callable[[], Awaitable[Found]]:
    plan = plan_for(query, roster.standings[name].operations[operation])
    asks = [Consult(name, operation, each) for each in plan.queries]

    async def attempt() -> Found:
        alone = len(asks) == 1
        answers = [await desk.ask(asks[0])] if alone else _usable(await desk.ask_all(asks))
        found = _found(name, answers, plan.sifted)
        ignored = dict.fromkeys((*plan.ignored, *found.ignored))
        return msgspec.structs.replace(
            found,
            hits=found.hits[: query.count],
            pictures=found.pictures[: query.count],
            ignored=tuple(ignored),
        )

    return attempt


def _usable(answers: list[Consulted | Fault]) -> list[Consulted]:
    """Parts of one answer: those that came; where none came, the fault."""
    came = [answer for answer in answers if isinstance(answer, Consulted)]
    if came:
        return came
    raise next(answer for answer in answers if isinstance(answer, Fault))


def _found(name: str, answers: list[Consulted], sifted: Query) -> Found:
    now = time.time()
    parts = [answer.answer for answer in answers]
    pages = [part for part in parts if isinstance(part, Hits)]
    shots = [part for part in parts if isinstance(part, Pictures)]
    hits = sift(merge([part.hits for part in pages]), sifted, now)
    pictures = sift_pictures(merge_pictures([part.pictures for part in shots]), sifted)
    ignored = [field for part in pages for field in part.ignored]
    ignored += [field for part in shots for field in part.ignored]
    ignored += unproven_pictures(sifted) if shots else unproven(hits, sifted)
    return Found(
        provider=name,
        hits=tuple(hits),
        pictures=tuple(pictures),
        ignored=tuple(ignored),
        suggestion=next((part.suggestion for part in pages if part.suggestion), ""),
        cached=all(answer.cached for answer in answers),
        age=max(answer.age for answer in answers),
        max_age=min(answer.max_age for answer in answers),
    )


def _through(query: Query, operation: str, name: str, lens: Lens | None) -> Query:
    """The query as a provider looks through a lens: with its own engine or goggle, or by domain."""
    if lens is None:
        return query
    if not has_own(lens, operation, name):
        return msgspec.structs.replace(query, sites=lens.domains)
    own = {"engine": lens.cx} if name == "google" else {"goggle": lens.goggle}
    return msgspec.structs.replace(query, **own)


def _is_something(found: Found) -> bool:
    return bool(found.hits or found.pictures)


def _choose(names: list[str], outcomes: list[Found | Fault | None], roster: Roster) -> Search:
    pairs = [(name, came) for name, came in zip(names, outcomes, strict=True) if came is not None]
    answers = [came for _, came in pairs if isinstance(came, Found)]
    best = next((found for found in answers if _is_something(found)), None)
    best = best or next(iter(answers), None)
    attempts = tuple(_judged(name, came) for name, came in pairs)
    if best is None:
        raise _summary(pairs)
    return Search(best, attempts, tuple(names), roster)


def _judged(name: str, came: Found | Fault) -> Attempt:
    if isinstance(came, Found):
        return Attempt(name)
    return Attempt(name, came.code, isinstance(came, ProviderResting))


def _summary(pairs: list[tuple[str, Found | Fault]]) -> Fault:
    """The fault of the provider that was wanted most, with how the others went."""
    faults = [(name, came) for name, came in pairs if isinstance(came, Fault)]
    _, first = faults[0]
    if len(faults) == 1 or not isinstance(first, WebFault):
        return first
    tried = tuple(f"{name}: {fault.code}" for name, fault in faults)
    return type(first)(
        str(first),
        retry_after=first.retry_after,
        reason=first.reason,
        provider=first.provider,
        tiers=tried,
    )
