"""Looking for places through one provider: the steps that each of them takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec import Struct
from msgspec.structs import replace

from headwater.actors.domain.places.distance import Point
from headwater.actors.domain.places.tags import ATTRIBUTION, SOURCE, tags_for
from headwater.actors.messages.faults import WebFault
from headwater.actors.messages.places import Around, Descriptions, PlaceQuery, Places
from headwater.actors.messages.providers import Consult, Consulted
from headwater.kernel.tool import Desk

AROUND = 3_000  # metres in which a kind of place is looked for where no radius is given
WIDEST = 50_000  # metres that Overpass is asked for


class Looked(Struct, frozen=True):
    """What one provider found, and around where."""

    provider: str
    places: Places
    anchor: Point | None = None
    attribution: str = ""
    ignored: tuple[str, ...] = ()
    cached: bool = False
    age: float = 0.0  # seconds
    max_age: float = 0.0  # seconds


Look = Callable[[Desk, PlaceQuery, float], Awaitable[Looked]]


async def through_brave(desk: Desk, query: PlaceQuery, _: float) -> Looked:
    """Places, then what is written about them, which may be missing."""
    found = await desk.ask(Consult("brave", "places", query))
    places: Places = found.answer
    ids = tuple(place.id for place in places.places if place.id)
    if ids:
        places = await _described(desk, places, ids)
    return _looked("brave", found, places, _point(query))


async def _described(desk: Desk, places: Places, ids: tuple[str, ...]) -> Places:
    try:
        told = await desk.ask(Consult("brave", "descriptions", ids))
    except WebFault:
        return places
    texts: Descriptions = told.answer
    return Places(
        tuple(
            replace(place, description=texts.texts.get(place.id, place.description))
            for place in places.places
        )
    )


async def through_openstreetmap(desk: Desk, query: PlaceQuery, radius: float) -> Looked:
    """What is tagged as such around the point; by name where it is no kind of place."""
    anchor = _point(query) or await _located(desk, query)
    tags = tags_for(query.text)
    if anchor and tags:
        metres = min(WIDEST, round(radius) if radius > 0 else AROUND)
        around = Around(tags, anchor[0], anchor[1], metres, query.count)
        found = await desk.ask(Consult("overpass", "around", around))
    else:
        found = await desk.ask(Consult("nominatim", "find_place", _by_name(query, anchor)))
    return _looked(SOURCE, found, found.answer, anchor, ATTRIBUTION)


async def _located(desk: Desk, query: PlaceQuery) -> Point | None:
    """Where the named town is."""
    if not query.near:
        return None
    town = PlaceQuery(text=query.near, country=query.country, count=1)
    found = await desk.ask(Consult("nominatim", "find_place", town))
    places: Places = found.answer
    points = ((place.lat, place.lon) for place in places.places)
    return next(((lat, lon) for lat, lon in points if lat is not None and lon is not None), None)


def _by_name(query: PlaceQuery, anchor: Point | None) -> PlaceQuery:
    """Only what changes the answer, so that equal questions are one."""
    bare = replace(query, near="", units="", latitude=None, longitude=None)
    return replace(bare, latitude=anchor[0], longitude=anchor[1]) if anchor else bare


def _point(query: PlaceQuery) -> Point | None:
    if query.latitude is None or query.longitude is None:
        return None
    return query.latitude, query.longitude


def _looked(
    name: str, found: Consulted, places: Places, anchor: Point | None, attribution: str = ""
) -> Looked:
    return Looked(
        provider=name,
        places=places,
        anchor=anchor,
        attribution=attribution,
        cached=found.cached,
        age=found.age,
        max_age=found.max_age,
    )


LOOKS: dict[str, tuple[Look, str, str]] = {  # with the provider and operation that it depends on
    "brave": (through_brave, "brave", "places"),
    SOURCE: (through_openstreetmap, "nominatim", "find_place"),
}
