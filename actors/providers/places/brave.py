"""
Places from Brave: a search gives ids, the ids give details, and these ids give descriptions.

Ids live for about eight hours. Coordinates go as headers, so they are in no address and no log.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from headwater.actors.domain.places.header import header_text
from headwater.actors.domain.providers.rows import Number, Raws, Text, decimal, rows, whole
from headwater.actors.messages.places import Descriptions, Place, PlaceQuery, Places
from headwater.actors.messages.providers import Parameter, Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import Operation

KEPT = 6 * 3600.0  # seconds
MOST = 20  # ids in one request


class _Located(Struct):
    id: str


class _Locations(Struct):
    results: Raws = None


class _Search(Struct):
    locations: _Locations | None = None


class _Address(Struct):
    displayAddress: Text = ""  # noqa: N815 - as it is written there
    streetAddress: Text = ""  # noqa: N815
    addressLocality: Text = ""  # noqa: N815
    addressRegion: Text = ""  # noqa: N815
    postalCode: Text = ""  # noqa: N815
    country: Text = ""


class _Contact(Struct):
    telephone: Text = ""


class _Rating(Struct):
    ratingValue: Number = None  # noqa: N815 - as above
    bestRating: Number = None  # noqa: N815
    reviewCount: Number = None  # noqa: N815


class _Opens(Struct):
    full_name: Text = ""
    abbr_name: Text = ""
    opens: Text = ""
    closes: Text = ""


class _Hours(Struct):
    current_day: Any = None
    days: Any = None


class _Picture(Struct):
    src: Text = ""
    original: Text = ""


class _Row(Struct):
    title: str
    id: Text = ""
    url: Text = ""
    provider_url: Text = ""
    postal_address: _Address | None = None
    contact: _Contact | None = None
    thumbnail: _Picture | None = None
    rating: _Rating | None = None
    opening_hours: _Hours | None = None
    coordinates: tuple[float, float] | None = None
    categories: Any = None
    price_range: Text = ""
    serves_cuisine: Any = None
    timezone: Text = ""
    description: Text = ""


class _Described(Struct):
    id: Text = ""
    description: Text = ""


class _List(Struct):
    results: list[msgspec.Raw] | None = None


def _find(query: PlaceQuery, _: float) -> Request:
    params: dict[str, Parameter] = {
        "q": query.text,
        "result_filter": "locations",
        "count": MOST,
        "country": query.country or None,
        "units": query.units or None,
    }
    return Request("/web/search", params=params, headers=_anchor(query))


def _anchor(query: PlaceQuery) -> dict[str, str]:
    """Coordinates, or else the names of a town and a country."""
    if query.latitude is not None and query.longitude is not None:
        return {"X-Loc-Lat": f"{query.latitude:.6f}", "X-Loc-Long": f"{query.longitude:.6f}"}
    named = {"X-Loc-City": header_text(query.near), "X-Loc-Country": query.country}
    return {name: value for name, value in named.items() if value}


def _read_ids(response: Response, query: PlaceQuery) -> Request | Places:
    payload = msgspec.json.decode(response.body, type=_Search)
    found = rows(payload.locations.results if payload.locations else None, _Located)
    ids = [located.id for located in found][:MOST]
    if not ids:
        return Places()
    params: dict[str, Parameter] = {"ids": ids, "units": query.units or None}
    return Request("/local/pois", params=params, then=partial(_read_places, tuple(ids)))


def _read_places(ids: tuple[str, ...], response: Response, _: PlaceQuery) -> Places:
    """In the order of the search; the details may come in another."""
    payload = msgspec.json.decode(response.body, type=_List)
    found = [_place(row) for row in rows(_present(payload), _Row)]
    order = {identity: place for place, identity in enumerate(ids)}
    found.sort(key=lambda place: order.get(place.id, len(order)))
    return Places(tuple(found))


def _present(payload: _List) -> list[msgspec.Raw]:
    """Rows may be null."""
    return [raw for raw in payload.results or () if bytes(raw).strip() != b"null"]


def _place(row: _Row) -> Place:
    rating = row.rating or _Rating()
    lat, lon = row.coordinates or (None, None)
    return Place(
        name=row.title,
        id=row.id or "",
        address=_address(row.postal_address),
        lat=lat,
        lon=lon,
        phone=(row.contact.telephone or "") if row.contact else "",
        website=row.url or "",
        categories=_texts(row.categories),
        rating=decimal(rating.ratingValue),
        best_rating=decimal(rating.bestRating),
        rating_count=None if rating.reviewCount is None else whole(rating.reviewCount),
        hours=_hours(row.opening_hours),
        description=row.description or "",
        source="brave",
        price_range=row.price_range or "",
        cuisines=_texts(row.serves_cuisine),
        timezone=row.timezone or "",
        image=(row.thumbnail.original or row.thumbnail.src or "") if row.thumbnail else "",
        listing=row.provider_url or "",
    )


def _texts(value: Any) -> tuple[str, ...]:
    """One text or several, in whatever lists they come."""
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(text for one in value for text in _texts(one)) if isinstance(value, list) else ()


def _address(address: _Address | None) -> str:
    if address is None:
        return ""
    town = " ".join(part for part in (address.addressRegion, address.postalCode) if part)
    parts = (address.streetAddress, address.addressLocality, town, address.country)
    return address.displayAddress or ", ".join(part for part in parts if part)


def _hours(hours: _Hours | None) -> tuple[str, ...]:
    """The week, or at least today: a list of lists, one for a day, or a flat one."""
    if hours is None:
        return ()
    spans = _spans(hours.days) or _spans(hours.current_day)
    return tuple(
        f"{span.full_name or span.abbr_name}: {span.opens}-{span.closes}" for span in spans
    )


def _spans(days: Any) -> list[_Opens]:
    if isinstance(days, dict):
        return [msgspec.convert(days, _Opens)]
    return [span for day in days or () for span in _spans(day)] if isinstance(days, list) else []


def _describe(ids: tuple[str, ...], _: float) -> Request:
    return Request("/local/descriptions", params={"ids": list(ids)})


def _read_descriptions(response: Response, _: tuple[str, ...]) -> Descriptions:
    payload = msgspec.json.decode(response.body, type=_List)
    found = rows(_present(payload), _Described)
    return Descriptions({row.id: row.description for row in found if row.id and row.description})


def _any(found: Places) -> bool:
    return bool(found.places)


PLACES = Operation(_find, _read_ids, Places, ttl=KEPT, worth=_any)
DESCRIPTIONS = Operation(_describe, _read_descriptions, Descriptions, ttl=KEPT)
