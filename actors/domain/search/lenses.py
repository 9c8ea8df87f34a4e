"""Searching within a lens, or on sites: which operators to send, and which results are within."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from msgspec.structs import replace

from headwater.actors.domain import links
from headwater.actors.messages.faults import Refused
from headwater.actors.messages.lenses import Lens, Lenses
from headwater.actors.messages.search import Query
from headwater.kernel.faults import BadInput

Found = TypeVar("Found")


def lens_named(name: str, known: Lenses) -> Lens:
    """The lens of that name; else what is wrong with it, or which there are."""
    wanted = name.strip().lower()
    if lens := known.lenses.get(wanted):
        return lens
    broken = [said for said in known.problems if said.startswith((f"{wanted}.", f"{wanted}:"))]
    if broken:
        raise BadInput("lens", f"{name!r} cannot be used: {broken[0]}", "a corrected lens file")
    close = difflib.get_close_matches(wanted, known.lenses, n=1)
    hint = f"{close[0]}, or another of " if close else ""
    raise BadInput("lens", f"is unknown: {name!r}", hint + ", ".join(known.lenses))


def batches(sites: Sequence[str], most: int, room: int) -> list[tuple[str, ...]]:
    """
    The sites in groups for one query each, so that all of them count.

    At most `most` operators in a query, and at most `room` characters of them together.
    """
    groups: list[list[str]] = []
    used = 0
    for site in sites:
        length = len(" OR site:") + len(site)
        if not groups or len(groups[-1]) >= most or used + length > room:
            groups.append([])
            used = 0
        groups[-1].append(site)
        used += length
    return [tuple(group) for group in groups]


def with_sites(text: str, sites: Sequence[str]) -> str:
    """A query with operators that most engines know."""
    operators = [f"site:{site}" for site in sites]
    if len(operators) < 2:
        return " ".join([text, *operators])
    return f"{text} ({' OR '.join(operators)})"


def within(url: str, sites: Sequence[str]) -> bool:
    """Whether an address is on one of the sites: that host or one below it, that path or below."""
    try:
        parsed = links.parse(url)
    except Refused:
        return False
    return any(_on(parsed.host, parsed.target, site) for site in sites)


def _on(host: str, target: str, site: str) -> bool:
    domain, _, path = site.lower().removeprefix("www.").partition("/")
    if host != domain and not host.endswith(f".{domain}"):
        return False
    start = f"/{path.rstrip('/')}"
    lower = target.lower()
    return not path or lower == start or lower.startswith((f"{start}/", f"{start}?"))


def merged(
    lists: Sequence[Sequence[Found]], key: Callable[[Found], Hashable], most: int
) -> list[Found]:
    """The results of several queries as one: the first of each, then the second; each once."""
    kept: dict[Hashable, Found] = {}
    for found in _in_turn(lists):
        kept.setdefault(key(found), found)
    return list(kept.values())[:most]


def _in_turn(lists: Sequence[Sequence[Found]]) -> Iterator[Found]:
    for row in zip_longest(*([(item,) for item in found] for found in lists)):
        yield from (cell[0] for cell in row if cell is not None)


def narrowed(query: Query, lens: Lens) -> Query:
    """The query within a lens."""
    return replace(query, sites=lens.domains, engine=lens.cx, goggle=lens.goggle)
