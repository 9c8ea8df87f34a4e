"""
What becomes of a query at one provider: sent, written into the text, emulated, or ignored.

Every field that a caller set is one of these, so nothing is dropped without a word.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from headwater.actors.messages.providers import Abilities
from headwater.actors.messages.search import ImageFilters, Query

# What a result shows, so that we can apply it ourselves; images have neither words nor dates.
EMULATED = frozenset({"sites", "exclude_terms", "time_range", "language", "sort_by"})
_BLANK = Query("")
_SPARE = 2  # times as many results are asked for where some will be sifted out
_TERM = re.compile(r'"([^"]+)"|(\S+)')


class Plan(Struct, frozen=True):
    """Queries to be asked at once, what to sift their results by, and what cannot be honoured."""

    queries: tuple[Query, ...]
    sifted: Query  # only the fields to be emulated
    ignored: tuple[str, ...]


def plan_for(query: Query, abilities: Abilities) -> Plan:
    """How to ask one provider."""
    sent, sifted, ignored = _BLANK, {}, []
    written = ""
    given = list(_given(query))
    for name in given:
        if name in abilities.applies:
            sent = _with(sent, query, name)
        elif name in abilities.understands:
            written += _operator(query, name)
        elif name in EMULATED:
            sifted[name] = getattr(query, name)
        else:
            ignored.append(name)
    if query.sites:
        sifted["sites"] = query.sites  # also where it was sent: services take it loosely
    if query.time_range == "hour" and not abilities.hours:
        sifted["time_range"] = "hour"  # the provider takes it for a day
    text, cut = _text(query.text, written, abilities.longest)
    count = min(abilities.most, query.count * (_SPARE if sifted else 1))
    sent = msgspec.structs.replace(sent, text=text, count=max(count, 1), engine=query.engine)
    sent = msgspec.structs.replace(sent, goggle=query.goggle)
    ignored += ["query"] if cut else []
    ignored += ["num_results"] if query.count > abilities.most else []
    return Plan(
        tuple(_spread(sent, query.sites, abilities)),
        msgspec.structs.replace(_BLANK, **sifted),
        tuple(ignored),
    )


def terms_of(text: str) -> list[str]:
    """The terms of a list: words, and phrases in quotes; commas and minus signs are no words."""
    found = (phrase or word.strip(",") for phrase, word in _TERM.findall(text))
    return [term.lstrip("-").strip() for term in found if term.strip(" -,")]


def _given(query: Query) -> Iterator[str]:
    """The fields that were set; `sites` are spread over queries and come last."""
    names = ("exact_terms", "exclude_terms", "time_range", "safe", "language", "country")
    yield from (name for name in names if getattr(query, name))
    if query.sort_by != "relevance":
        yield "sort_by"
    yield from (name for name in ImageFilters.__struct_fields__ if getattr(query.images, name))


def _with(sent: Query, query: Query, name: str) -> Query:
    if name in ImageFilters.__struct_fields__:
        chosen = {name: getattr(query.images, name)}
        return msgspec.structs.replace(sent, images=msgspec.structs.replace(sent.images, **chosen))
    return msgspec.structs.replace(sent, **{name: getattr(query, name)})


def _operator(query: Query, name: str) -> str:
    if name == "exact_terms":
        return f' "{query.exact_terms.strip(chr(34) + " ")}"'
    terms = terms_of(query.exclude_terms)
    return "".join(f' -"{term}"' if " " in term else f" -{term}" for term in terms)


def _text(text: str, written: str, longest: int) -> tuple[str, bool]:
    """The text with its operators, cut between words where the provider takes less."""
    room = max(longest - len(written), 1)
    if len(text) <= room:
        return (text + written).strip(), False
    shorter = text[:room].rsplit(" ", 1)[0] if " " in text[:room] else text[:room]
    return (shorter + written).strip(), True


def _spread(sent: Query, sites: tuple[str, ...], abilities: Abilities) -> Iterator[Query]:
    """One query for each group of sites that the provider takes at once."""
    if not sites or sent.engine or sent.goggle:
        yield sent
        return
    if "sites" in abilities.applies:
        for group in _groups(sites, abilities.sites, sys.maxsize):
            yield msgspec.structs.replace(sent, sites=group)
    elif "sites" in abilities.understands:
        for group in _groups(sites, abilities.sites, abilities.longest - len(sent.text) - 3):
            yield msgspec.structs.replace(sent, text=f"{sent.text} {_scope(group)}".strip())
    else:
        yield sent


def _groups(sites: tuple[str, ...], most: int, room: int) -> Iterator[tuple[str, ...]]:
    """As many together as a query takes, by number and by length; one at least."""
    group: tuple[str, ...] = ()
    for site in sites:
        larger = (*group, site)
        if group and (len(larger) > most or len(_scope(larger)) > room):
            yield group
            larger = (site,)
        group = larger
    yield group


def _scope(group: tuple[str, ...]) -> str:
    either = " OR ".join(f"site:{site}" for site in group)
    return f"({either})" if len(group) > 1 else either
