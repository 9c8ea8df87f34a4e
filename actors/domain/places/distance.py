"""How far places are from a point, and in which order that puts them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec.structs import replace

from headwater.actors.messages.places import Place

EARTH = 6_371_008.8  # metres, its mean radius
_MILE = 1609.344  # metres
_FOOT = 0.3048  # metres

Point = tuple[float, float]
"""Latitude and longitude, in degrees."""


def metres(one: Point, other: Point) -> float:
    """Along the surface of a sphere (haversine)."""
    (lat1, lon1), (lat2, lon2) = (tuple(map(math.radians, point)) for point in (one, other))
    half = math.sin((lat2 - lat1) / 2) ** 2
    half += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH * math.asin(math.sqrt(min(1.0, half)))


def nearest_first(
    places: Iterable[Place], anchor: Point, radius: float = 0.0, units: str = ""
) -> list[Place]:
    """
    Places by their distance, which each then says; those without a place on the map come last.

    With a radius only what is known to be within it.
    """
    placed = [_measured(place, anchor, units) for place in places]
    if radius > 0:
        placed = [one for one in placed if one[0] <= radius]
    return [place for _, place in sorted(placed, key=lambda one: one[0])]


def _measured(place: Place, anchor: Point, units: str) -> tuple[float, Place]:
    if place.lat is None or place.lon is None:
        return math.inf, place
    away = metres(anchor, (place.lat, place.lon))
    return away, replace(place, distance_meters=round(away), distance=written(away, units))


def written(away: float, units: str) -> str:
    """As people say it."""
    if units == "imperial":
        feet = away / _FOOT
        return f"{feet:.0f} ft" if feet < 1000 else f"{away / _MILE:.1f} mi"
    return f"{away:.0f} m" if away < 1000 else f"{away / 1000:.1f} km"
