"""Recorded copies of pages, through the whole server: what Exa has of a page that refuses us."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.standin import Client, StandIn, client_of, fixture, standing_in

pytestmark = pytest.mark.slow


@pytest.fixture
def services() -> Iterator[StandIn]:
    with standing_in() as stand_in:
        stand_in.gives("/page", b"<h1>No</h1>", status=403, media="text/html")
        yield stand_in


@pytest.fixture
def client(services: StandIn, tmp_path: Path) -> Iterator[Client]:
    settings = {"EXA_API_KEY": "exa-key-1", "HEADWATER_EXA_URL": services.root}
    with client_of(tmp_path, {**settings, "CHROME_PATH": "disabled"}) as client:
        yield client


@pytest.mark.parametrize(
    "name",
    [
        "answer_exa/contents_example.json",
        "exa/contents_doc.json",
        "exa/contents_partial_error.json",
    ],
)
def test_a_recorded_copy_stands_for_the_page(client: Client, services: StandIn, name: str) -> None:
    body = fixture(name)
    services.gives("/contents", body)
    found = client.call("scrape_page", url=f"{services.root}/page")
    row = json.loads(body)["results"][0]
    assert row["text"] in found["content"]
    assert found["extractedBy"].startswith("exa:")
    assert found["metadata"]["title"] == row["title"]
    if "author" in row:
        cited = found["citation"]["metadata"]
        assert cited["author"] == " ".join(row["author"].split(",")[0].split())  # no workplaces
        assert cited["date"] == row["publishedDate"][:10]
    asked = [one for one in services.asked if one.path == "/contents"]
    assert asked[0].json["urls"] == [f"{services.root}/page"]
    assert asked[0].headers["x-api-key"] == "exa-key-1"


@pytest.mark.parametrize(("name", "status"), [("error_401.json", 401), ("error_429.json", 429)])
def test_without_a_copy_the_page_says_why_it_cannot_be_read(
    client: Client, services: StandIn, name: str, status: int
) -> None:
    services.gives("/contents", fixture(f"exa/{name}"), status=status)
    sentence, details = client.fails("scrape_page", url=f"{services.root}/page")
    assert details["kind"] == "blocked"
    assert "html: HTTP 403" in sentence
    assert "exa: " in sentence
