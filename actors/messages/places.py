"""Places: shops, sights, services, and where they are."""

from __future__ import annotations

from msgspec import Struct


class PlaceQuery(Struct, frozen=True):
    """What is looked for, and around where. Coordinates count before `near`."""

    text: str
    near: str = ""
    latitude: float | None = None
    longitude: float | None = None
    country: str = ""  # ISO 3166-1 alpha-2, upper case
    units: str = ""  # metric, imperial
    count: int = 5


class Around(Struct, frozen=True):
    """What is tagged like this around a point."""

    tags: tuple[tuple[str, str], ...]  # of which one has to fit
    latitude: float
    longitude: float
    radius: int  # metres
    count: int


class Place(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One place; what the source does not say is left out."""

    name: str
    id: str = ""  # of the provider, and soon forgotten by it
    address: str = ""
    lat: float | None = None
    lon: float | None = None
    phone: str = ""
    website: str = ""
    categories: tuple[str, ...] = ()
    rating: float | None = None
    best_rating: float | None = None
    rating_count: int | None = None
    hours: tuple[str, ...] = ()
    description: str = ""
    source: str = ""
    price_range: str = ""
    cuisines: tuple[str, ...] = ()
    timezone: str = ""
    image: str = ""
    listing: str = ""  # where the provider found it
    distance_meters: int | None = None
    distance: str = ""  # the same in the units that were asked for


class Places(Struct, frozen=True):
    """Places in the provider's order."""

    places: tuple[Place, ...] = ()


class Descriptions(Struct, frozen=True):
    """What is written about places, by id."""

    texts: dict[str, str] = {}
