"""What kinds of places are called in OpenStreetMap, and what its tags say about a place."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path

from headwater.actors.messages.places import Place

Tag = tuple[str, str]

_TABLE = Path(__file__).parents[2] / "data" / "places.tsv"
_WORD = re.compile(r"[^\W_]+")
_KINDS = ("amenity", "shop", "tourism", "leisure", "office", "healthcare", "craft", "historic")
_LONGEST = 3  # words of a phrase
SOURCE = "openstreetmap"
ATTRIBUTION = "\u00a9 OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"


def tags_for(text: str) -> tuple[Tag, ...]:
    """The tags of the kind of place that a query names; the longest phrase counts."""
    words = [_singular(word) for word in _WORD.findall(text.casefold())]
    for length in range(_LONGEST, 0, -1):
        for start in range(len(words) - length + 1):
            if found := _table().get(" ".join(words[start : start + length])):
                return found
    return ()


def place_of(
    tags: Mapping[str, str], point: tuple[float | None, float | None], identity: str
) -> Place | None:
    """A place from its tags; what has neither a name nor a kind is none."""
    kinds = [tags[kind].replace("_", " ") for kind in _KINDS if tags.get(kind)]
    name = next((tags[key] for key in ("name", "brand", "operator") if tags.get(key)), "")
    if not (name or kinds):
        return None
    cuisines = tuple(_listed(tags.get("cuisine", "")))
    return Place(
        name=name or kinds[0].capitalize(),
        id=identity,
        address=_address(tags),
        lat=point[0],
        lon=point[1],
        phone=_first(tags, "phone", "contact:phone", "contact:mobile"),
        website=_first(tags, "website", "contact:website", "url"),
        categories=tuple(kinds),
        hours=tuple(
            part.strip() for part in tags.get("opening_hours", "").split(";") if part.strip()
        ),
        description=_first(tags, "description", "description:en"),
        source=SOURCE,
        cuisines=cuisines,
        image=_first(tags, "image"),
        listing=f"https://www.openstreetmap.org/{identity}" if "/" in identity else "",
    )


def _address(tags: Mapping[str, str]) -> str:
    if full := tags.get("addr:full"):
        return full
    street = _joined(tags.get("addr:street", ""), tags.get("addr:housenumber", ""))
    town = _joined(tags.get("addr:postcode", ""), tags.get("addr:city", ""))
    return ", ".join(part for part in (street, town, tags.get("addr:country", "")) if part)


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _first(tags: Mapping[str, str], *names: str) -> str:
    return next((tags[name] for name in names if tags.get(name)), "")


def _listed(value: str) -> list[str]:
    return [part.strip().replace("_", " ") for part in value.split(";") if part.strip()]


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    plural = word.endswith("s") and not word.endswith("ss") and len(word) > 3
    return word[:-1] if plural else word


@functools.cache
def _table() -> dict[str, tuple[Tag, ...]]:
    """Phrases as queries are read: in small letters and without their plural."""
    found: dict[str, tuple[Tag, ...]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        phrases, written = line.split("\t")
        tags = tuple((tag.partition("=")[0], tag.partition("=")[2]) for tag in written.split())
        for phrase in phrases.split(","):
            words = (_singular(word) for word in _WORD.findall(phrase.casefold()))
            found[" ".join(words)] = tags
    return found
