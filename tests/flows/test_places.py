"""local_search through the whole server, with Brave and OpenStreetMap on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from support.standin import Client, StandIn, client_of, fixture, standing_in

pytestmark = pytest.mark.slow

BRAVE = {"BRAVE_API_KEY": "brave-key-1"}
STREETS = {"HEADWATER_OSM_CONTACT": "maps@example.org"}
HERE = {"latitude": 47.6, "longitude": -122.3}


def ids(*names: str) -> dict[str, Any]:
    return {"locations": {"results": [{"id": name} for name in names]}}


def poi(name: str, *at: float) -> dict[str, Any]:
    return {"id": name, "title": name.upper(), "coordinates": list(at) or None}


@pytest.fixture
def services() -> Iterator[StandIn]:
    with standing_in() as stand_in:
        yield stand_in


def addresses(services: StandIn) -> dict[str, str]:
    return {f"HEADWATER_{name}_URL": services.root for name in ("BRAVE", "NOMINATIM", "OVERPASS")}


@pytest.fixture
def brave(services: StandIn, tmp_path: Path) -> Iterator[Client]:
    with client_of(tmp_path, {**BRAVE, **addresses(services)}) as client:
        yield client


@pytest.fixture
def streets(services: StandIn, tmp_path: Path) -> Iterator[Client]:
    with client_of(tmp_path, {**STREETS, **addresses(services)}) as client:
        yield client


def test_three_steps_give_places_with_every_field(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", fixture("brave_local/web_search_locations_step1.json"))
    services.gives("/res/v1/local/pois", fixture("brave_local/pois_example.json"))
    services.gives("/res/v1/local/descriptions", fixture("brave_local/descriptions_example.json"))
    found = brave.call("local_search", query="coffee", country="us", units="imperial")
    (place,) = found["places"]
    assert place == {
        "id": "loc4CQWMJWLD4VBEBZ62XQLJTGK6YCJEEJDNAAAAAAA=",
        "name": "Park Mediterranean Grill",
        "address": "123 Main St, San Francisco, CA 94102",
        "lat": 37.7749,
        "lon": -122.4194,
        "phone": "+1 415-555-0123",
        "website": "https://yelp.com/biz/park-mediterranean-grill-sf",
        "listing": "https://yelp.com/biz/park-mediterranean-grill-sf",
        "categories": ["Mediterranean", "Greek"],
        "cuisines": ["Mediterranean", "Greek"],
        "rating": 4.5,
        "bestRating": 5.0,
        "ratingCount": 234,
        "hours": ["Monday: 07:00-21:00"],
        "description": place["description"],
        "source": "brave",
        "priceRange": "$$",
        "timezone": "America/Los_Angeles",
        "image": "https://example.com/original.jpg",
    }
    assert "artisanal coffee" in place["description"]
    assert (found["provider"], found["resultCount"]) == ("brave", 1)
    search, details, texts = services.asked
    assert search.params["result_filter"] == "locations"
    assert search.params["country"] == "US"
    assert search.headers["x-loc-country"] == "US"
    assert search.headers["x-subscription-token"] == "brave-key-1"
    assert len(details.lists["ids"]) == 2
    assert details.params["units"] == "imperial"
    assert texts.path == "/res/v1/local/descriptions"
    assert not any(name.startswith("x-loc") for name in details.headers | texts.headers)


def test_coordinates_go_as_headers_and_order_by_distance(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("far", "near", "lost", "there"))
    rows = [
        poi("far", 48.6, -122.3),
        poi("near", 47.601, -122.3),
        poi("lost"),
        poi("there", 47.6, -122.3),
    ]
    services.gives("/res/v1/local/pois", {"results": rows})
    found = brave.call("local_search", query="tea", near="Paris", units="imperial", **HERE)
    assert [place["name"] for place in found["places"]] == ["THERE", "NEAR", "FAR", "LOST"]
    assert found["places"][1]["distanceMeters"] == 111
    assert found["places"][1]["distance"] == "365 ft"
    assert found["ignoredParameters"] == ["near"]
    sent = services.asked[0]
    assert (sent.headers["x-loc-lat"], sent.headers["x-loc-long"]) == ("47.600000", "-122.300000")
    assert "x-loc-city" not in sent.headers
    assert "47.6" not in json.dumps(sent.params)
    within = brave.call("local_search", query="tea", radius=500, units="imperial", **HERE)
    assert [place["name"] for place in within["places"]] == ["THERE", "NEAR"]
    one = brave.call("local_search", query="tea", num_results=1, units="imperial", **HERE)
    assert len(one["places"]) == 1


@pytest.mark.parametrize(
    ("near", "header"), [("Zürich", "Zurich"), ("東京", "%E6%9D%B1%E4%BA%AC"), ("Bath", "Bath")]
)
def test_a_town_is_named_in_a_header_and_the_query_stays(
    brave: Client, services: StandIn, near: str, header: str
) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives("/res/v1/local/pois", {"results": [poi("a", 1.0, 2.0)]})
    found = brave.call("local_search", query="tea", near=near, radius=5)
    assert services.asked[0].headers["x-loc-city"] == header
    assert services.asked[0].params["q"] == "tea"
    assert found["ignoredParameters"] == ["radius"]


def test_a_failure_of_descriptions_costs_only_them(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives("/res/v1/local/pois", {"results": [None, poi("a", 1.0, 2.0)]})
    services.gives("/res/v1/local/descriptions", {"error": "no"}, status=500)
    (place,) = brave.call("local_search", query="tea")["places"]
    assert "description" not in place


def test_numbers_written_as_text_and_lists_in_lists_cost_no_place(
    brave: Client, services: StandIn
) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    rating = {"ratingValue": "4.5", "bestRating": "nan", "reviewCount": "many"}
    row = {**poi("a", 1.0, 2.0), "rating": rating, "categories": [["Tea"], "Cake", None]}
    services.gives("/res/v1/local/pois", {"results": [row]})
    (place,) = brave.call("local_search", query="tea")["places"]
    assert (place["rating"], place["ratingCount"]) == (4.5, 0)
    assert place["categories"] == ["Tea", "Cake"]
    assert "bestRating" not in place


def test_descriptions_may_be_null(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives("/res/v1/local/pois", {"results": [poi("a", 1.0, 2.0)]})
    services.gives(
        "/res/v1/local/descriptions", fixture("brave_local/descriptions_null_entries.json")
    )
    assert brave.call("local_search", query="tea")["resultCount"] == 1


def test_nothing_found_is_an_empty_list_with_hints_and_not_kept(
    brave: Client, services: StandIn
) -> None:
    services.gives("/res/v1/web/search", fixture("brave_local/web_search_no_locations.json"))
    found = brave.call("local_search", query="zzqqxx")
    assert (found["places"], found["hints"]["reason"]) == ([], "missing_location_anchor")
    found = brave.call("local_search", query="zzqqxx", country="DE", near="Ulm")
    assert found["hints"]["reason"] == "filters_too_restrictive"
    brave.call("local_search", query="zzqqxx")
    assert len(services.asked) == 3


def test_places_are_kept_for_six_hours(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives("/res/v1/local/pois", {"results": [poi("a", 1.0, 2.0)]})
    services.gives("/res/v1/local/descriptions", {"results": []})
    brave.call("local_search", query="tea")
    result = brave.result("local_search", query="tea")
    assert result["_meta"]["maxAgeSeconds"] == 6 * 3600
    assert len(services.asked) == 3


@pytest.mark.parametrize(
    ("hours", "shown"),
    [
        ({"days": [[{"full_name": "Monday", "opens": "07:00", "closes": "12:00"}],
                   [{"full_name": "Tuesday", "opens": "08:00", "closes": "12:00"}]]},
         ["Monday: 07:00-12:00", "Tuesday: 08:00-12:00"]),
        ({"days": [{"abbr_name": "Mon", "opens": "07:00", "closes": "12:00"}]},
         ["Mon: 07:00-12:00"]),
        ({"current_day": [{"full_name": "Friday", "opens": "1", "closes": "2"}]}, ["Friday: 1-2"]),
    ],
)  # fmt: skip
def test_hours_are_read_from_every_form(
    brave: Client, services: StandIn, hours: dict[str, Any], shown: list[str]
) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives(
        "/res/v1/local/pois", {"results": [{**poi("a", 1.0, 2.0), "opening_hours": hours}]}
    )
    (place,) = brave.call("local_search", query="tea")["places"]
    assert place["hours"] == shown


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"latitude": 1.0}, "longitude"),
        ({"longitude": 1.0}, "latitude"),
        ({"latitude": 91.0, "longitude": 1.0}, "latitude"),
        ({"latitude": 1.0, "longitude": 181.0}, "longitude"),
        ({"radius": -1}, "radius"),
        ({"country": "Germany"}, "country"),
        ({"num_results": 21}, "num_results"),
        ({"units": "miles"}, "units"),
        ({"provider": "nobody"}, "provider"),
    ],
)
def test_wrong_arguments_are_refused_before_anybody_is_asked(
    brave: Client, services: StandIn, arguments: dict[str, Any], field: str
) -> None:
    _, details = brave.fails("local_search", query="tea", **arguments)
    assert (details["kind"], details["field"]) == ("validation", field)
    assert services.asked == []


def test_a_provider_that_is_not_set_up_is_told_what_it_needs(brave: Client) -> None:
    sentence, details = brave.fails("local_search", query="tea", provider="openstreetmap")
    assert details["kind"] == "config"
    assert "HEADWATER_OSM_CONTACT" in sentence


def test_a_refusal_of_brave_is_told(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    services.gives("/res/v1/local/pois", fixture("brave_local/error_422.json"), status=422)
    _, details = brave.fails("local_search", query="tea")
    assert (details["kind"], details["provider"]) == ("validation", "brave")


def test_a_kind_of_place_is_looked_for_around_the_point(streets: Client, services: StandIn) -> None:
    tags = {
        "name": "Tea & Co",
        "amenity": "cafe",
        "cuisine": "tea;cake_shop",
        "addr:street": "Main St",
        "addr:housenumber": "1",
        "addr:postcode": "98101",
        "addr:city": "Seattle",
        "contact:phone": "+1 206",
        "website": "https://tea.example/",
        "opening_hours": "Mo-Fr 08:00-18:00; Sa 10:00-16:00",
    }
    elements = [
        {
            "type": "way",
            "id": 7,
            "center": {"lat": 47.61, "lon": -122.3},
            "tags": {"amenity": "cafe"},
        },
        {"type": "node", "id": 5, "lat": 47.601, "lon": -122.3, "tags": tags},
        {"type": "node", "id": 6, "lat": 47.6, "lon": -122.3},
    ]
    services.gives("/api/interpreter", {"elements": elements})
    found = streets.call("local_search", query="best coffee shops", radius=2000, **HERE)
    first, second = found["places"]
    assert first == {
        "id": "node/5",
        "name": "Tea & Co",
        "address": "Main St 1, 98101 Seattle",
        "lat": 47.601,
        "lon": -122.3,
        "phone": "+1 206",
        "website": "https://tea.example/",
        "categories": ["cafe"],
        "cuisines": ["tea", "cake shop"],
        "hours": ["Mo-Fr 08:00-18:00", "Sa 10:00-16:00"],
        "source": "openstreetmap",
        "listing": "https://www.openstreetmap.org/node/5",
        "distanceMeters": 111,
        "distance": "111 m",
    }
    assert (second["name"], second["lat"]) == ("Cafe", 47.61)
    assert "OpenStreetMap contributors" in found["attribution"]
    asked = services.asked[0]
    data = parse_qs(asked.body.decode())["data"][0]
    assert 'nwr(around:2000,47.600000,-122.300000)["amenity"="cafe"];' in data
    assert asked.headers["from"] == "maps@example.org"
    assert "Headwater" in asked.headers["user-agent"]


def test_a_town_is_found_first_and_then_what_is_in_it(streets: Client, services: StandIn) -> None:
    services.gives("/search", fixture("nominatim/search_palais_royal_5.json"))
    services.gives("/api/interpreter", fixture("overpass/ways.json"))
    found = streets.call("local_search", query="museum", near="Brussels", country="BE")
    town, around = services.asked
    assert (town.params["q"], town.params["countrycodes"]) == ("Brussels", "be")
    assert town.params["email"] == "maps@example.org"
    assert "around:3000,50.841992,4.361989" in parse_qs(around.body.decode())["data"][0]
    assert found["provider"] == "openstreetmap"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("search_palais_royal_5.json", 5),
        ("search_downing_street.json", 2),
        ("search_hamburg_way.json", 1),
        ("search_no_osm_type_postcode.json", 1),
        ("search_madison_square_garden.json", 1),
        ("search_empty.json", 0),
    ],
)
def test_recorded_names_are_found(
    streets: Client, services: StandIn, name: str, count: int
) -> None:
    body = fixture(f"nominatim/{name}")
    services.gives("/search", body)
    found = streets.call("local_search", query="Palais Royal")
    assert found["resultCount"] == count
    for place, row in zip(found["places"], json.loads(body), strict=False):
        assert place["address"] == row["display_name"]
        assert (place["lat"], place["lon"]) == (float(row["lat"]), float(row["lon"]))
        assert place["name"]


@pytest.mark.parametrize(
    ("name", "count"), [("areas.json", 4), ("nodes.json", 0), ("ways.json", 0)]
)
def test_recorded_maps_are_read_also_where_they_hold_no_place(
    streets: Client, services: StandIn, name: str, count: int
) -> None:
    services.gives("/api/interpreter", fixture(f"overpass/{name}"))
    found = streets.call("local_search", query="cafe", **HERE)
    assert found["resultCount"] == count, found
    assert all("lat" not in place for place in found["places"])  # an area has no point
    assert ("hints" in found) is not bool(count)


def test_names_are_looked_for_within_reach_of_the_point(streets: Client, services: StandIn) -> None:
    services.gives("/search", fixture("nominatim/search_empty.json"))
    streets.call("local_search", query="Palais Royal", **HERE)
    params = services.asked[0].params
    assert params["bounded"] == "1"
    west, south, east, north = map(float, params["viewbox"].split(","))
    assert west < -122.3 < east
    assert south < 47.6 < north


@pytest.mark.parametrize(
    "case",
    [
        ("/search", "nominatim/error_over_limit.html", 509, "rate_limited"),
        ("/api/interpreter", "overpass/remark_runtime_error.json", 200, "upstream_unavailable"),
        ("/api/interpreter", "overpass/error_400.html", 400, "validation"),
        ("/api/interpreter", "overpass/nodes.xml", 200, "upstream_unavailable"),
        ("/api/interpreter", "overpass/nodes.json", 504, "upstream_unavailable"),
        ("/api/interpreter", "overpass/nodes.json", 429, "rate_limited"),
    ],
)
def test_recorded_troubles_become_the_right_kind(
    streets: Client, services: StandIn, case: tuple[str, str, int, str]
) -> None:
    path, name, status, kind = case
    services.gives(path, fixture(name), status=status, media="text/html")
    query = "cafe" if path != "/search" else "Palais Royal"
    _, details = streets.fails("local_search", query=query, **HERE)
    assert details["kind"] == kind


def test_where_brave_has_nothing_the_map_is_asked(services: StandIn, tmp_path: Path) -> None:
    services.gives("/res/v1/web/search", {"type": "search"})
    node = {"type": "node", "id": 1, "lat": 47.6, "lon": -122.3, "tags": {"amenity": "cafe"}}
    services.gives("/api/interpreter", {"elements": [node]})
    with client_of(tmp_path, {**BRAVE, **STREETS, **addresses(services)}) as client:
        assert client.call("local_search", query="cafe", **HERE)["provider"] == "openstreetmap"
        named = client.call("local_search", query="cafe", provider="brave", **HERE)
        assert (named["provider"], named["places"]) == ("brave", [])


def test_places_are_written_into_the_session(brave: Client, services: StandIn) -> None:
    services.gives("/res/v1/web/search", ids("a"))
    row = {**poi("a", 1.0, 2.0), "url": "https://tea.example/"}
    services.gives("/res/v1/local/pois", {"results": [row]})
    begun = brave.call(
        "sequential_search",
        searchStep="begin",
        stepNumber=1,
        totalStepsEstimate=2,
        nextStepNeeded=True,
    )
    found = brave.call("local_search", query="tea", sessionId=begun["sessionId"])
    assert "sessionNote" not in found
    session = brave.call("get_research_session", sessionId=begun["sessionId"])
    assert "https://tea.example/" in json.dumps(session)
    assert brave.call("local_search", query="tea", sessionId="no-such-one")["sessionNote"]
