"""answer and structured_search through the whole server, with the services on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.standin import Client, StandIn, client_of, fixture, standing_in

pytestmark = pytest.mark.slow

KEYS = {
    "EXA_API_KEY": "exa-key-1",
    "TAVILY_API_KEY": "tvly-key-2",
    "PERPLEXITY_API_KEY": "ppl-key-3",
}
EXA: dict[str, Any] = {
    "answer": "Chalk.",
    "citations": [{"url": "https://a.example/", "title": "A", "publishedDate": "2024-01-02"}],
    "costDollars": {"total": 0.005},
}
FOUND: dict[str, Any] = {
    "results": [
        {
            "url": "https://a.example/",
            "title": "A",
            "author": None,
            "summary": '{"name": "A", "founded": null}',
            "highlights": ["A was founded."],
            "entities": [{"type": "company"}],
        },
        {"url": "https://b.example/", "title": "", "summary": "not json"},
    ],
    "costDollars": {"total": 0.011},
}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.fixture
def services() -> Iterator[StandIn]:
    with standing_in() as stand_in:
        yield stand_in


@pytest.fixture
def client(services: StandIn, tmp_path: Path) -> Iterator[Client]:
    addresses = {f"HEADWATER_{name}_URL": services.root for name in ("EXA", "TAVILY", "PERPLEXITY")}
    with client_of(tmp_path, {**KEYS, **addresses}) as client:
        yield client


def test_an_answer_comes_with_citations_provider_and_cost(
    client: Client, services: StandIn
) -> None:
    services.gives("/answer", EXA)
    found = client.call("answer", query="What is the hill made of?", provider="exa")
    assert found == {
        "answer": "Chalk.",
        "citations": [{"url": "https://a.example/", "title": "A", "publishedDate": "2024-01-02"}],
        "provider": "exa",
        "costUsd": 0.005,
        "trust": "untrusted-external-content",
    }
    asked = services.asked[0]
    assert asked.json["query"] == "What is the hill made of?"
    assert asked.headers["x-api-key"] == "exa-key-1"


def test_the_second_time_it_costs_nothing(client: Client, services: StandIn) -> None:
    services.gives("/answer", EXA)
    client.call("answer", query="What?", provider="exa")
    result = client.result("answer", query="What?", provider="exa")
    assert "costUsd" not in result["structuredContent"]
    assert result["_meta"]["cached"] is True
    assert result["_meta"]["maxAgeSeconds"] == 3600
    assert len(services.asked) == 1


@pytest.mark.parametrize("provider", ["exa", "tavily", "perplexity"])
def test_a_named_provider_is_asked_alone(client: Client, services: StandIn, provider: str) -> None:
    services.gives("/answer", EXA)
    services.gives("/search", {"answer": "By T.", "results": [{"url": "https://t.example/"}]})
    services.gives("/chat/completions", {"choices": [{"message": {"content": "By P. [1]"}}]})
    assert client.call("answer", query="What?", provider=provider)["provider"] == provider
    assert len(services.asked) == 1


def test_where_several_could_answer_one_has_to_be_named(client: Client, services: StandIn) -> None:
    sentence, details = client.fails("answer", query="What?")
    assert (details["kind"], details["field"]) == ("validation", "provider")
    assert "exa, perplexity, tavily" in sentence
    assert services.asked == []


@pytest.mark.parametrize(
    ("more", "provider"),
    [
        ({"EXA_API_KEY": "", "PERPLEXITY_API_KEY": ""}, "tavily"),
        ({"SEARCH_ROUTING": '{"answer": "tavily,exa"}'}, "tavily"),
    ],
    ids=["only one", "the operator's order"],
)
def test_without_a_name_the_only_one_or_the_operators_first_answers(
    services: StandIn, tmp_path: Path, more: dict[str, str], provider: str
) -> None:
    services.gives("/search", {"answer": "By T.", "results": [{"url": "https://t.example/"}]})
    settings = {**KEYS, "HEADWATER_TAVILY_URL": services.root, **more}
    with client_of(tmp_path, settings) as client:
        assert client.call("answer", query="What?")["provider"] == provider


@pytest.mark.parametrize(
    "case",
    [
        ("exa", "/answer", "answer_exa/error_401.json", "auth_required"),
        ("tavily", "/search", "answer_tavily/error_401.json", "auth_required"),
        ("tavily", "/search", "tavily/error_432_plan_limit.json", "rate_limited"),
        ("perplexity", "/chat/completions", "answer_perplexity/error_401.json", "auth_required"),
        ("perplexity", "/chat/completions", "answer_perplexity/error_context_length.json",
         "validation"),
    ],
)  # fmt: skip
def test_recorded_errors_become_the_right_kind(
    client: Client, services: StandIn, case: tuple[str, str, str, str]
) -> None:
    provider, path, name, kind = case
    statuses = {"error_401.json": 401, "error_432_plan_limit.json": 432}
    services.gives(path, fixture(name), status=statuses.get(name.split("/")[1], 400))
    _, details = client.fails("answer", query="What?", provider=provider)
    assert (details["kind"], details["provider"]) == (kind, provider)


@pytest.mark.parametrize(
    "case",
    [
        ("answer_exa/answer_spacex.json", "exa", "/answer", 1, 0.005),
        ("answer_exa/answer_capital_of_france.json", "exa", "/answer", 1, None),
        ("exa/answer_doc.json", "exa", "/answer", 1, 0.005),
        ("answer_tavily/search_include_answer.json", "tavily", "/search", 1, 0.008),
        ("tavily/search_semantic_kernel.json", "tavily", "/search", 4, 0.008),
        ("answer_perplexity/sonar_citations.json", "perplexity", "/chat/completions", 6, 0.00519),
        ("answer_perplexity/sonar_basic.json", "perplexity", "/chat/completions", 4, 0.00502),
    ],
)
def test_recorded_answers_come_out_whole(
    client: Client, services: StandIn, case: tuple[str, str, str, int, float | None]
) -> None:
    name, provider, path, citations, cost = case
    body = fixture(name)
    services.gives(path, body)
    found = client.call("answer", query="What?", provider=provider)
    recorded = json.loads(body)
    said = recorded.get("answer") or recorded["choices"][0]["message"]["content"].strip()
    assert found["answer"] == said
    assert len(found["citations"]) == citations
    assert all(one["title"] for one in found["citations"])
    assert found.get("costUsd") == cost


def test_no_answer_is_told_as_such(client: Client, services: StandIn) -> None:
    services.gives("/search", fixture("answer_tavily/search_test_basic_search.json"))
    _, details = client.fails("answer", query="What?", provider="tavily")
    assert (details["kind"], details["suggestedAction"]) == ("content_empty", "broaden_query")


def test_a_schema_takes_fields_from_each_result(client: Client, services: StandIn) -> None:
    services.gives("/search", FOUND)
    found = client.call(
        "structured_search", query="A", category="company", num_results=2, schema=SCHEMA
    )
    first, second = found["results"]
    assert first["summary"] == {"name": "A", "founded": None}
    assert first["highlights"] == ["A was founded."]
    assert first["entities"] == [{"type": "company"}]
    assert second["summary"] == "not json"
    assert (found["category"], found["resultCount"], found["provider"]) == ("company", 2, "exa")
    assert found["costUsd"] == 0.011
    sent = services.asked[0].json
    assert (sent["category"], sent["numResults"]) == ("company", 2)
    assert sent["contents"]["summary"]["schema"] == SCHEMA


def test_without_a_schema_the_summary_is_text(client: Client, services: StandIn) -> None:
    services.gives("/search", FOUND)
    found = client.call("structured_search", query="A")
    assert found["results"][0]["summary"] == '{"name": "A", "founded": null}'
    assert found["category"] == ""
    assert "category" not in services.asked[0].json


@pytest.mark.parametrize(
    ("arguments", "field", "said"),
    [
        ({"category": "recipe"}, "category", "company, people, research paper"),
        ({"schema": {"type": "array"}}, "schema", "object at the root"),
        ({"schema": {"type": "object"}}, "schema", "names no fields"),
        (
            {"schema": {"type": "object", "properties": {str(n): {} for n in range(11)}}},
            "schema",
            "at most 10",
        ),
        (
            {
                "schema": {
                    "type": "object",
                    "properties": {
                        "a": {
                            "type": "object",
                            "properties": {"b": {"type": "object", "properties": {}}},
                        }
                    },
                }
            },
            "schema",
            "a.b is nested too deeply",
        ),
        (
            {
                "schema": {
                    "type": "object",
                    "properties": {"a": {"type": "array", "items": {"type": "object"}}},
                }
            },
            "schema",
            "primitive items",
        ),
        ({"num_results": 11}, "num_results", "10"),
        ({"provider": "nobody"}, "provider", "exa"),
    ],
)
def test_what_would_be_refused_costs_nothing(
    client: Client, services: StandIn, arguments: dict[str, Any], field: str, said: str
) -> None:
    sentence, details = client.fails("structured_search", query="A", **arguments)
    assert (details["kind"], details["field"]) == ("validation", field)
    assert said in sentence
    assert services.asked == []


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("answer_exa/search_company_schema_entities.json", 2),
        ("answer_exa/search_full_example.json", 1),
        ("exa/search_doc.json", 1),
        ("exa/search_neural_text_1.json", 5),
    ],
)
def test_recorded_results_come_out_whole(
    client: Client, services: StandIn, name: str, count: int
) -> None:
    body = fixture(name)
    services.gives("/search", body)
    found = client.call("structured_search", query="A", num_results=10, schema=SCHEMA)
    rows = json.loads(body)["results"]
    assert found["resultCount"] == len(rows) >= min(count, len(rows))
    for row, result in zip(rows, found["results"], strict=True):
        for field in ("url", "title", "publishedDate", "author", "entities"):
            assert result.get(field) == (row.get(field) or None)
        assert result.get("highlights", []) == row.get("highlights", [])


def test_tools_are_listed_where_somebody_can_answer(tmp_path: Path) -> None:
    with client_of(tmp_path / "a", {}) as client:
        assert not client.tools() & {"answer", "structured_search", "local_search"}
    with client_of(tmp_path / "b", {"TAVILY_API_KEY": "x" * 12}) as client:
        assert client.tools() & {"answer", "structured_search"} == {"answer"}
        sentence, details = client.fails("answer", query="A", provider="exa")
        assert details["kind"] == "config"
        assert "EXA_API_KEY" in sentence


def test_the_record_of_a_call_has_its_provider_and_cost(services: StandIn, tmp_path: Path) -> None:
    services.gives("/answer", EXA)
    path = tmp_path / "audit.jsonl"
    settings = {"AUDIT_OUTPUT_PATH": str(path), "HEADWATER_EXA_URL": services.root}
    with client_of(tmp_path, {**settings, "EXA_API_KEY": "x" * 12}) as client:
        client.call("answer", query="What?")
        client.server.end()
    metadata = json.loads(path.read_text().splitlines()[0])["metadata"]
    assert (metadata["provider"], metadata["cost_usd"]) == ("exa", 0.005)
