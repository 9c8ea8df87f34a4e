from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.places.distance import EARTH, metres, nearest_first, written
from headwater.actors.domain.places.tags import place_of, tags_for
from headwater.actors.messages.places import Place

POINTS = st.tuples(st.floats(-90, 90), st.floats(-180, 180))


@pytest.mark.parametrize(
    ("one", "other", "away"),
    [
        ((0.0, 0.0), (0.0, 0.0), 0),
        ((0.0, 0.0), (0.0, 1.0), 111_195),
        ((52.52, 13.405), (48.8566, 2.3522), 877_464),
        ((0.0, 179.5), (0.0, -179.5), 111_195),
    ],
)
def test_distances_are_those_of_a_sphere(
    one: tuple[float, float], other: tuple[float, float], away: int
) -> None:
    assert round(metres(one, other)) == pytest.approx(away, rel=1e-4)


@given(POINTS, POINTS)
def test_no_place_is_further_than_half_way_round(
    one: tuple[float, float], other: tuple[float, float]
) -> None:
    assert 0 <= metres(one, other) <= math.pi * EARTH * 1.0000001
    assert metres(one, other) == pytest.approx(metres(other, one), abs=1e-3)


def test_places_come_nearest_first_and_the_unplaced_last() -> None:
    places = [Place("far", lat=1.0, lon=0.0), Place("lost"), Place("near", lat=0.1, lon=0.0)]
    ordered = nearest_first(places, (0.0, 0.0))
    assert [place.name for place in ordered] == ["near", "far", "lost"]
    assert [place.name for place in nearest_first(places, (0.0, 0.0), 20_000)] == ["near"]


@pytest.mark.parametrize(
    ("away", "units", "said"),
    [
        (999, "", "999 m"),
        (1500, "metric", "1.5 km"),
        (100, "imperial", "328 ft"),
        (3218.7, "imperial", "2.0 mi"),
    ],
)
def test_a_distance_is_written_as_people_say_it(away: float, units: str, said: str) -> None:
    assert written(away, units) == said


@pytest.mark.parametrize(
    ("query", "tag"),
    [
        ("best coffee shops near downtown", ("amenity", "cafe")),
        ("Bakeries", ("shop", "bakery")),
        ("gas station", ("amenity", "fuel")),
        ("Thai restaurants open late", ("cuisine", "thai")),
        ("Apotheke", ("amenity", "pharmacy")),
        ("churches", ("amenity", "place_of_worship")),
    ],
)
def test_kinds_of_places_are_known_by_their_usual_names(query: str, tag: tuple[str, str]) -> None:
    assert tags_for(query)[0] == tag


def test_a_name_is_no_kind_and_what_has_neither_is_no_place() -> None:
    assert tags_for("Palais Royal") == ()
    assert place_of({"height": "3"}, (1.0, 2.0), "node/1") is None
