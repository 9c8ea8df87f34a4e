"""search_and_scrape through the whole server: a SearXNG and the pages it finds, on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.standin import Client, StandIn, client_of, standing_in

pytestmark = pytest.mark.slow

SHARED = (
    "Chalk streams are fed by springs, and so their water stays at about eleven degrees in summer "
    "and in winter, which is why trout and watercress do well in them."
)
CLAIM = "Chalk streams stay at 11 degrees"


def page(title: str, *paragraphs: str, date: str = "") -> bytes:
    dated = f'<meta property="article:published_time" content="{date}">' if date else ""
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = f"<html><head><title>{title}</title>{dated}</head>"
    return f"{html}<body><article><h1>{title}</h1>{body}</article></body></html>".encode()


def prose(subject: str, count: int = 4) -> list[str]:
    return [
        f"The {subject} number {number} was seen by many people, who wrote down what they saw of "
        f"the {subject} and told it to others in the town of {subject} {number}."
        for number in range(count)
    ]


@pytest.fixture
def web() -> Iterator[StandIn]:
    with standing_in() as stand_in:
        yield stand_in


def finds(web: StandIn, *paths: str) -> None:
    rows = [{"url": web.root + path, "title": path, "content": "found"} for path in paths]
    web.gives("/search", {"query": "q", "results": rows})


def shows(web: StandIn, path: str, body: bytes, status: int = 200) -> None:
    web.gives(path, body, status=status, media="text/html; charset=utf-8")


@pytest.fixture
def client(web: StandIn, tmp_path: Path) -> Iterator[Client]:
    with client_of(tmp_path, {"SEARXNG_URL": web.root, "SEARCH_ROUTING": "searxng"}) as client:
        yield client


def ask(client: Client, **arguments: Any) -> dict[str, Any]:
    return client.call("search_and_scrape", query="chalk streams", provider="searxng", **arguments)


def test_pages_come_ranked_with_scores_and_all_fields(client: Client, web: StandIn) -> None:
    shows(web, "/bread", page("Bread", *prose("bread"), date="2001-02-03"))
    shows(web, "/chalk", page("Chalk streams", SHARED, *prose("trout"), date="2024-05-06"))
    finds(web, "/bread", "/chalk")
    found = ask(client, num_results=2)
    assert found["status"] == "complete"
    first, second = found["sources"]
    assert [first["url"], second["url"]] == [web.root + "/chalk", web.root + "/bread"]
    assert first["title"] == "Chalk streams"
    assert first["published"].startswith("2024-05-06")
    assert first["scores"]["relevance"] == 1.0
    assert second["scores"]["freshness"] == 0.3
    assert second["scores"]["relevance"] < 0.3
    assert {"overall", "relevance", "freshness", "authority", "contentQuality"} == set(
        first["scores"]
    )
    assert (first["contentType"], first["sourceType"]) == ("html", "unknown")
    assert (first["authorityTier"], first["domainCategory"]) == ("medium", "general")
    assert first["trust"] == found["trust"] == "untrusted-external-content"
    assert SHARED in found["combinedContent"]
    summary = found["summary"]
    assert (summary["urlsSearched"], summary["urlsScraped"], summary["urlsFailed"]) == (2, 2, 0)
    assert summary["processingTimeMs"] > 0
    size = found["sizeMetadata"]
    assert size["contentLength"] == len(found["combinedContent"].encode())
    assert size["estimatedTokens"] == size["contentLength"] // 4
    assert found["recommendations"][0]["url"] == first["url"]
    assert found["recommendations"][0]["reason"]
    assert "claimSignal" not in first
    assert "components" not in found
    assert web.asked[0].params["q"] == "chalk streams"


def test_a_claim_gives_evidence_with_its_places(client: Client, web: StandIn) -> None:
    denial = "It is a myth that chalk streams stay at 11 degrees."
    shows(web, "/a", page("Chalk", *prose("trout"), "Chalk streams stay at eleven degrees."))
    shows(web, "/b", page("Myths", *prose("myth"), denial))
    shows(web, "/c", page("Bread", *prose("bread")))
    finds(web, "/a", "/b", "/c")
    sources = {row["url"][-1]: row for row in ask(client, claim=CLAIM)["sources"]}
    assert sources["a"]["claimSignal"] == "Chalk streams stay at eleven degrees."
    assert sources["a"]["claimCoverage"] == 1.0
    assert "contrastSignal" not in sources["a"]
    assert sources["b"]["claimSignal"] == denial
    assert sources["b"]["contrastSignal"] is True
    assert "claimSignal" not in sources["c"]
    for row in (sources["a"], sources["b"]):
        (start, end) = row["keySentenceOffsets"][-1]
        assert row["content"][start:end] == row["keySentences"][-1]


def test_what_several_pages_say_is_sent_once(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    shows(web, "/b", page("Rivers of chalk", *prose("river"), SHARED))
    finds(web, "/a", "/b")
    assert ask(client)["combinedContent"].count(SHARED) == 1
    assert ask(client, deduplicate=False)["combinedContent"].count(SHARED) == 2


def test_a_page_that_is_a_copy_is_named_and_left_out(client: Client, web: StandIn) -> None:
    for path in ("/a", "/b"):
        shows(web, path, page("Chalk streams", SHARED, *prose("trout")))
    finds(web, "/a", "/b")
    found = ask(client)
    assert len(found["sources"]) == 1
    assert found["duplicates"] == [{"url": web.root + "/b", "duplicateOf": web.root + "/a"}]
    assert found["summary"]["urlsScraped"] == 2
    assert len(ask(client, deduplicate=False)["sources"]) == 2


def test_pages_beside_the_query_are_dropped_on_demand(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    shows(web, "/b", page("Bread", *prose("bread")))
    finds(web, "/a", "/b")
    found = ask(client, filter_by_query=True)
    assert [row["url"] for row in found["sources"]] == [web.root + "/a"]
    assert found["filtered"] == [web.root + "/b"]
    assert "bread" not in found["combinedContent"]
    assert len(ask(client)["sources"]) == 2


def test_budgets_hold_in_bytes_and_cut_no_character(client: Client, web: StandIn) -> None:
    for path in ("/a", "/b"):
        shows(
            web,
            path,
            page(
                f"Straße {path}", *(f"Fünf Füße für Ähren {path} {n}, über Öl." for n in range(80))
            ),
        )
    finds(web, "/a", "/b")
    found = ask(client, max_length_per_source=333, total_max_length=500)
    assert len(found["combinedContent"].encode()) <= 500
    lengths = [len(row["content"].encode()) for row in found["sources"]]
    assert 150 < lengths[0] <= 333
    assert 0 < lengths[1] < 167
    assert all(row["truncated"] for row in found["sources"])
    assert found["sizeMetadata"]["truncated"] is True
    assert "\ufffd" not in json.dumps(found, ensure_ascii=False)


def test_a_failed_page_is_told_with_its_kind_and_what_to_do(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    shows(web, "/gone", b"<p>gone</p>", status=404)
    finds(web, "/a", "/gone")
    found = ask(client)
    assert found["status"] == "partial"
    (failure,) = found["scrapeFailures"]
    assert failure["url"] == web.root + "/gone"
    assert (failure["kind"], failure["retryable"]) == ("not_found", False)
    assert failure["suggestedAction"]
    assert failure["reason"]
    assert found["summary"]["urlsFailed"] == 1


def test_nothing_read_is_failed_with_a_note(client: Client, web: StandIn) -> None:
    shows(web, "/gone", b"", status=404)
    finds(web, "/gone")
    found = ask(client)
    assert (found["status"], found["sources"], found["combinedContent"]) == ("failed", [], "")
    assert "scrapeFailures" in found["note"]


def test_nothing_found_is_failed_with_hints(client: Client, web: StandIn) -> None:
    finds(web)
    found = ask(client)
    assert found["status"] == "failed"
    assert found["hints"]["reason"] == "no_match"
    assert found["note"]


def test_the_number_of_pages_is_the_caller_s(client: Client, web: StandIn) -> None:
    for number in range(4):
        shows(web, f"/{number}", page(f"Page {number}", *prose(f"subject{number}")))
    finds(web, *(f"/{number}" for number in range(4)))
    assert len(ask(client)["sources"]) == 3
    assert len(ask(client, num_results=1)["sources"]) == 1


def test_sources_can_be_left_out(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    finds(web, "/a")
    found = ask(client, include_sources=False)
    assert found["sources"] == []
    assert SHARED in found["combinedContent"]


def test_a_large_result_is_linked_and_can_be_read(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout", 300)))
    finds(web, "/a")
    result = client.result(
        "search_and_scrape", query="chalk streams", provider="searxng", claim="trout"
    )
    found = result["structuredContent"]
    assert (found["linked"], found["sourceCount"], found["status"]) == (True, 1, "complete")
    assert found["mimeType"] == "application/json"
    assert found["expiresAt"].endswith("+00:00")
    assert found["sources"][0]["claimSignal"]
    (link,) = [block for block in result["content"] if block["type"] == "resource_link"]
    assert link["uri"] == found["resource"]
    body = client.server.request("resources/read", uri=link["uri"])["result"]["contents"][0]["text"]
    assert len(body.encode()) == found["bytes"]
    assert SHARED in json.loads(body)["combinedContent"]


def test_sources_and_failures_are_written_into_the_session(client: Client, web: StandIn) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout"), date="2024-05-06"))
    shows(web, "/gone", b"", status=404)
    finds(web, "/a", "/gone")
    begun = client.call(
        "sequential_search",
        searchStep="begin",
        stepNumber=1,
        totalStepsEstimate=2,
        nextStepNeeded=True,
    )
    found = ask(client, sessionId=begun["sessionId"])
    assert "sessionNote" not in found
    session = client.call("get_research_session", sessionId=begun["sessionId"])
    assert web.root + "/a" in json.dumps(session)
    lost = ask(client, sessionId="no-such-session")
    assert lost["status"] == "partial"
    assert lost["sessionNote"]


def test_advice_can_be_switched(web: StandIn, tmp_path: Path) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    finds(web, "/a")
    settings = {"SOURCE_RECOMMENDATIONS": "false", "GENERATIVE_UI_ENABLED": "true"}
    with client_of(tmp_path, {"SEARXNG_URL": web.root, **settings}) as client:
        found = ask(client)
    assert "recommendations" not in found
    card, table = found["components"]
    assert (card["type"], table["type"]) == ("card", "table")
    assert card["autoFormatted"] is table["autoFormatted"] is True
    assert card["label"] == table["label"] == "mcp-auto-formatted"
    assert card["sourceRefs"] == [web.root + "/a"]
    assert card["card"]["url"] == web.root + "/a"
    assert table["table"]["rows"][0][1] == found["sources"][0]["scores"]["overall"]


def test_an_unknown_provider_is_refused_with_those_there_are(client: Client) -> None:
    sentence, details = client.fails("search_and_scrape", query="a", provider="nobody")
    assert (details["kind"], details["field"]) == ("validation", "provider")
    assert "searxng" in sentence


def test_beside_the_result_is_who_was_asked_and_nothing_about_a_cache(
    web: StandIn, tmp_path: Path
) -> None:
    shows(web, "/a", page("Chalk streams", SHARED, *prose("trout")))
    finds(web, "/a")
    routing = {"SEARCH_ROUTING": "searxng,wikipedia", "HEADWATER_WIKIPEDIA_URL": web.root}
    with client_of(tmp_path, {"SEARXNG_URL": web.root, **routing}) as client:
        for _ in range(2):
            result = client.result("search_and_scrape", query="chalk streams")
            assert set(result["_meta"]) == {"routing"}
            assert "routing" not in result["structuredContent"]
