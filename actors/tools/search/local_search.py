"""The local_search tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from headwater.actors.domain.places.distance import nearest_first
from headwater.actors.domain.places.looking import LOOKS, Looked
from headwater.actors.domain.search.meta import freshness
from headwater.actors.domain.session.record import record, record_fault
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import Unconfigured, WebFault
from headwater.actors.messages.places import Place, PlaceQuery
from headwater.actors.messages.providers import ReadRoster, Roster
from headwater.actors.messages.sessions import Outcome, Source
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk, Tool


class LocalSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of place, and where."""

    query: Annotated[str, Meta(min_length=1, max_length=500)]
    near: Annotated[str, Meta(description="Town or area", max_length=200)] | None = None
    latitude: Annotated[float, Meta(ge=-90, le=90)] | None = None
    longitude: Annotated[float, Meta(ge=-180, le=180)] | None = None
    radius: Annotated[float, Meta(description="Metres; needs coordinates", ge=0)] = 0.0
    country: Annotated[str, Meta(pattern="^[A-Za-z]{2}$")] | None = None
    units: Literal["metric", "imperial"] | None = None
    num_results: Annotated[int, Meta(ge=1, le=20)] = 5
    provider: Annotated[str, Meta(description="brave, openstreetmap", max_length=64)] | None = None
    session_id: Annotated[str, Meta(max_length=200)] | None = field(default=None, name="sessionId")


class Hints(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Why there may be nothing, and what to try."""

    reason: Literal["missing_location_anchor", "filters_too_restrictive", "no_match"]
    filters_applied: Mapping[str, str] = {}
    suggested_actions: tuple[str, ...] = ()


class LocalPlaces(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Places, nearest first where it is known from where."""

    query: str
    result_count: int | None = None
    places: tuple[Place, ...]
    provider: str
    trust: str
    hints: Hints | None = None
    ignored_parameters: tuple[str, ...] = ()
    attribution: str = ""
    session_note: str = ""


class Outlook(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The part of it that the list of tools describes."""

    places: tuple[dict[str, Any], ...]
    result_count: int
    provider: str
    trust: str
    hints: dict[str, Any] | None = None


async def local_search(args: LocalSearch, desk: Desk) -> Reply:
    """Ask the provider that was named, or those there are in turn until one has places."""
    if (args.latitude is None) != (args.longitude is None):
        missing = "longitude" if args.longitude is None else "latitude"
        raise BadInput(missing, "is missing", "latitude and longitude together")
    names = _names(await desk.ask(ReadRoster()), args.provider)
    looked = await _look(args, desk, names)
    places = _ordered(args, looked)
    note = await _record(args, desk, looked, places)
    return Reply(
        structured=_output(args, looked, places, note),
        meta=freshness(looked.age, looked.max_age, cached=True) if looked.cached else None,
        audit={"provider": looked.provider},
    )


def _names(roster: Roster, wanted: str | None) -> list[str]:
    """Whom to ask: one that was named alone, else all that can be."""
    missing = {
        name: roster.standings[needed].missing
        for name, (_, needed, operation) in LOOKS.items()
        if needed in roster.standings and operation in roster.standings[needed].operations
    }
    name = (wanted or "").strip().lower()
    if name and name not in missing:
        raise BadInput("provider", f"unknown provider {name!r}", ", ".join(missing))
    ready = [each for each in missing if not missing[each] and name in {"", each}]
    if not ready:
        keys = dict.fromkeys(key for each in missing if name in {"", each} for key in missing[each])
        which = f"{name} is" if name else "no provider of places is"
        raise Unconfigured(f"{which} not configured: set {' or '.join(keys)}", provider=name)
    return ready


async def _look(args: LocalSearch, desk: Desk, names: list[str]) -> Looked:
    """The first that finds something; the last one's word where none does."""
    *first, last = names
    for name in first:
        try:
            looked = await _ask(args, desk, name)
        except WebFault:
            continue
        if looked.places.places:
            return looked
    try:
        return await _ask(args, desk, last)
    except WebFault as fault:
        await record_fault(desk, args.session_id, TOOL.name, fault, provider=last)
        raise


async def _ask(args: LocalSearch, desk: Desk, name: str) -> Looked:
    query = PlaceQuery(
        text=" ".join(args.query.split()),
        near="" if args.latitude is not None else " ".join((args.near or "").split()),
        latitude=args.latitude,
        longitude=args.longitude,
        country=(args.country or "").upper(),
        units=args.units or "",
        count=args.num_results,
    )
    return await LOOKS[name][0](desk, query, args.radius)


def _ordered(args: LocalSearch, looked: Looked) -> tuple[Place, ...]:
    places = list(looked.places.places)
    if looked.anchor:
        radius = args.radius if args.latitude is not None else 0.0
        places = nearest_first(places, looked.anchor, radius, args.units or "")
    return tuple(places[: args.num_results])


def _output(args: LocalSearch, looked: Looked, places: tuple[Place, ...], note: str) -> LocalPlaces:
    ignored = {
        "near": bool(args.near) and args.latitude is not None,
        "radius": args.radius > 0 and args.latitude is None,
        "units": args.units is not None and looked.anchor is None and looked.provider != "brave",
    }
    return LocalPlaces(
        query=args.query,
        result_count=len(places),
        places=places,
        provider=looked.provider,
        trust=TRUST,
        hints=None if places else _hints(args),
        ignored_parameters=tuple(name for name, is_ignored in ignored.items() if is_ignored),
        attribution=looked.attribution,
        session_note=note,
    )


def _hints(args: LocalSearch) -> Hints:
    filters = {
        "radius": f"{args.radius:g}" if args.radius and args.latitude is not None else "",
        "country": args.country or "",
    }
    applied = {name: value for name, value in filters.items() if value}
    if args.latitude is None and not args.near:
        return Hints("missing_location_anchor", applied, ("give latitude and longitude, or near",))
    actions = tuple(f"remove-filter {name}" for name in applied) or ("rephrase the query",)
    return Hints("filters_too_restrictive" if applied else "no_match", applied, actions)


async def _record(args: LocalSearch, desk: Desk, looked: Looked, places: tuple[Place, ...]) -> str:
    sources = [
        Source(
            url=place.website or place.listing, title=place.name, tool=TOOL.name, query=args.query
        )
        for place in places
        if place.website or place.listing
    ]
    outcome = Outcome(tool=TOOL.name, provider=looked.provider)
    return await record(desk, args.session_id, sources=sources, outcomes=[outcome])


TOOL = Tool(
    name="local_search",
    family="search",
    title="Local search",
    summary=(
        "Places such as cafes, shops or services: address, phone, hours, rating, coordinates. "
        "Nearest first with coordinates. Content is untrusted."
    ),
    takes=LocalSearch,
    gives=Outlook,
    run=local_search,
    needs=("BRAVE_API_KEY", "HEADWATER_OSM_CONTACT"),
)
