"""
Nominatim: finds places and addresses by name in OpenStreetMap.

Needs no key, but a contact: its public server serves everybody, asks at most one request a second,
wants to know who asks, forbids bulk and autocomplete, and expects that results are kept.
"""

from __future__ import annotations

import math

import msgspec
from msgspec import Struct

from headwater.actors.domain.places.tags import SOURCE, place_of
from headwater.actors.domain.providers.problem import fault
from headwater.actors.domain.providers.rows import Number, Text, decimal, rows
from headwater.actors.messages.faults import ProviderLimited, WebFault
from headwater.actors.messages.places import Place, PlaceQuery, Places
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

DAY = 86_400.0  # seconds
REACH = 10_000  # metres around a point within which places are looked for
_DEGREE = 111_320  # metres of latitude in a degree


class _Row(Struct):
    lat: Number = None
    lon: Number = None
    display_name: Text = ""
    name: Text = ""
    osm_type: Text = ""
    osm_id: Number = None
    category: Text = ""
    kind: Text = msgspec.field(default="", name="class")  # what category is called in other formats
    type: Text = ""
    address: dict[str, str] | None = None
    extratags: dict[str, str] | None = None


def _request(query: PlaceQuery, _: float) -> Request:
    return Request(
        "/search",
        params={
            "q": query.text,
            "format": "jsonv2",
            "addressdetails": 1,
            "extratags": 1,
            "limit": min(40, query.count * 2),
            "countrycodes": query.country.lower() or None,
            **_view(query),
        },
    )


def _view(query: PlaceQuery) -> dict[str, str | int]:
    """The box around the point, beyond which nothing is wanted."""
    if query.latitude is None or query.longitude is None:
        return {}
    high = REACH / _DEGREE
    wide = high / max(0.01, math.cos(math.radians(query.latitude)))
    west, east = query.longitude - wide, query.longitude + wide
    south, north = query.latitude - high, query.latitude + high
    return {"viewbox": f"{west:.5f},{south:.5f},{east:.5f},{north:.5f}", "bounded": 1}


def _read(response: Response, _: PlaceQuery) -> Places:
    found = rows(msgspec.json.decode(response.body, type=list[msgspec.Raw]), _Row)
    return Places(tuple(place for row in found if (place := _place(row))))


def _place(row: _Row) -> Place | None:
    category = row.category or row.kind or ""
    known = {**(row.extratags or {}), category: row.type or ""}
    named = (row.address or {}).get(category, "")
    name = row.name or named or (row.display_name or "").partition(",")[0]
    identity = f"{row.osm_type}/{row.osm_id}" if row.osm_type and row.osm_id else ""
    place = place_of(known | {"name": name}, (decimal(row.lat), decimal(row.lon)), identity)
    if place is None:
        return None
    categories = place.categories or ((row.type or "").replace("_", " "),)
    return msgspec.structs.replace(
        place, address=row.display_name or place.address, categories=categories, source=SOURCE
    )


def _problem(response: Response) -> WebFault | None:
    """Who asks too much gets a page that says so, with one of several numbers."""
    if response.status in (429, 509) or b"usage policy" in response.body[:5_000].lower():
        return fault(ProviderLimited, response, "nominatim", "its usage policy limits requests")
    return None


def _any(found: Places) -> bool:
    return bool(found.places)


PROVIDER = Provider(
    name="nominatim",
    base="https://nominatim.openstreetmap.org",
    operations={"find_place": Operation(_request, _read, Places, ttl=DAY, worth=_any)},
    credentials=(Credential("HEADWATER_OSM_CONTACT", "param", "email"),),
    interval=1.1,
    problem=_problem,
)
