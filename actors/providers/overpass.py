"""
Overpass: everything in OpenStreetMap that is tagged as a kind of place, around a point.

Needs no key, but a contact. Its public server gives each address few slots at a time, answers 429
when they are taken and 504 when it is busy; a query that took too long is a 200 with a remark.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from headwater.actors.domain.places.tags import place_of
from headwater.actors.domain.providers.rows import Number, Raws, Text, rows
from headwater.actors.messages.faults import ProviderFailed
from headwater.actors.messages.places import Around, Place, Places
from headwater.actors.messages.providers import Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Credential, Operation, Provider

DAY = 86_400.0  # seconds
SECONDS = 20  # that the server may take
MOST = 200  # places, of which the nearest are chosen
_PLAIN = re.compile(r"[\w:. -]+")


class _Center(Struct):
    lat: float
    lon: float


class _Row(Struct):
    type: str
    id: Number = None
    lat: float | None = None
    lon: float | None = None
    center: _Center | None = None
    tags: dict[str, str] | None = None


class _Payload(Struct):
    elements: Raws = None
    remark: Text = ""


def _request(query: Around, _: float) -> Request:
    around = f"(around:{query.radius},{query.latitude:.6f},{query.longitude:.6f})"
    parts = "".join(
        f'nwr{around}["{key}"="{value}"];' for key, value in query.tags if _safe(key, value)
    )
    text = f"[out:json][timeout:{SECONDS}];({parts});out center tags {MOST};"
    return Request("/api/interpreter", form={"data": text})


def _safe(*words: str) -> bool:
    """Nothing that would end a text in the language of its queries."""
    return all(_PLAIN.fullmatch(word) for word in words)


def _read(response: Response, _: Around) -> Places:
    payload = msgspec.json.decode(response.body, type=_Payload)
    if payload.remark and not payload.elements:
        raise ProviderFailed(f"overpass gave up: {payload.remark[:200]}", provider="overpass")
    found = (_place(row) for row in rows(payload.elements, _Row) if row.tags)
    return Places(tuple(place for place in found if place))


def _place(row: _Row) -> Place | None:
    at = row.center or row
    return place_of(row.tags or {}, (at.lat, at.lon), f"{row.type}/{row.id}")


def _any(found: Places) -> bool:
    return bool(found.places)


PROVIDER = Provider(
    name="overpass",
    base="https://overpass-api.de",
    operations={
        "around": Operation(_request, _read, Places, ttl=DAY, seconds=SECONDS + 5.0, worth=_any)
    },
    credentials=(Credential("HEADWATER_OSM_CONTACT", "header", "From"),),
    interval=2.0,
)
