"""Every recorded answer of a search provider, through the whole server over stdio."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.recorded import Recorded, recorded
from support.server import Server, serving

# Provider, what it needs besides its address, and for each tool where its rows are with the names
# of their title, address and text. An oracle of its own: it knows the bodies, not our code.
TABLE: dict[str, tuple[str, dict[str, str], dict[str, tuple[str, ...]]]] = {
    "google_cse": (
        "google",
        {"GOOGLE_CUSTOM_SEARCH_API_KEY": "k3y-of-google", "GOOGLE_CUSTOM_SEARCH_ID": "cx1"},
        {"web_search": ("items", "title", "link", "snippet")},
    ),
    "brave": (
        "brave",
        {"BRAVE_API_KEY": "k3y-of-brave"},
        {
            "web_search": ("web.results", "title", "url", "description"),
            "news_search": ("results", "title", "url", "description"),
            "image_search": ("results", "title", "properties.url", ""),
        },
    ),
    "serper": (
        "serper",
        {"SERPER_API_KEY": "k3y-of-serper"},
        {
            "web_search": ("organic", "title", "link", "snippet"),
            "news_search": ("news", "title", "link", "snippet"),
            "image_search": ("images", "title", "imageUrl", ""),
        },
    ),
    "searchapi": (
        "searchapi",
        {"SEARCHAPI_API_KEY": "k3y-of-searchapi"},
        {
            "web_search": ("organic_results", "title", "link", "snippet"),
            "news_search": ("organic_results", "title", "link", "snippet"),
            "image_search": ("images", "title", "original.link", ""),
        },
    ),
    "searxng": (
        "searxng",
        {},
        {
            "web_search": ("results", "title", "url", "content"),
            "news_search": ("results", "title", "url", "content"),
            "image_search": ("results", "title", "img_src", ""),
        },
    ),
    "tavily": (
        "tavily",
        {"TAVILY_API_KEY": "k3y-of-tavily"},
        {"web_search": ("results", "title", "url", "content")},
    ),
    "exa": ("exa", {"EXA_API_KEY": "k3y-of-exa"}, {"web_search": ("results", "title", "url", "")}),
    "duckduckgo": ("duckduckgo", {}, {"web_search": ("", "", "", "")}),
    "hackernews_algolia": ("hackernews", {}, {"web_search": ("hits", "title", "url", "")}),
    "wikipedia": ("wikipedia", {}, {"web_search": ("query.search", "title", "", "snippet")}),
}
OTHER = re.compile(  # answers to questions that these tools do not ask
    r"videos|places|patents|local_|extract_(?!error)|contents|answer_|findsimilar|query_|parse_|geosearch|page_"
)
FAULTS = {
    400: "validation",
    401: "auth_required",
    402: "rate_limited",
    403: "auth_required",
    422: "auth_required",
    429: "rate_limited",
    432: "rate_limited",
    433: "rate_limited",
}
ACTIONS = {
    "validation": {"correct_arguments"},
    "auth_required": {"check_api_key"},
    "rate_limited": {"retry_after_delay", "try_different_provider"},
    "blocked": {"try_different_provider"},
    "upstream_unavailable": {"try_different_provider"},
}
NAMES = {"web_search": "results", "news_search": "articles", "image_search": "images"}


@contextmanager
def searching(folder: str, tmp_path: Path) -> Iterator[tuple[Recorded, Server]]:
    name, keys, _ = TABLE[folder]
    with recorded() as provider:
        variable = "SEARXNG_URL" if name == "searxng" else f"HEADWATER_{name.upper()}_URL"
        given = {**keys, variable: provider.url, "HEADWATER_HOME": str(tmp_path)}
        with serving(environment=given) as server:
            server.shake_hands()
            yield provider, server


def rows_of(shared: Path, folder: str) -> Iterator[tuple[dict[str, Any], bytes, str]]:
    """Each recording with the tool whose question it answers."""
    place = shared / "fixtures" / folder
    for line in (place / "INDEX.jsonl").read_text().splitlines():
        row = json.loads(line)
        if OTHER.search(row["file"]):
            continue
        tool = "image_search" if "image" in row["file"] else "web_search"
        tool = "news_search" if "news" in row["file"] and folder != "hackernews_algolia" else tool
        yield row, (place / row["file"]).read_bytes(), tool


def call(server: Server, folder: str, tool: str, **more: Any) -> dict[str, Any]:
    most = {"web_search": 10, "news_search": 50, "image_search": 200}[tool]
    arguments = {"query": "q", "num_results": most, "provider": TABLE[folder][0], **more}
    if tool == "news_search":
        arguments.setdefault("time_range", "year")
    result: dict[str, Any] = server.request("tools/call", name=tool, arguments=arguments)["result"]
    return result


def pick(value: Any, path: str) -> Any:
    for name in path.split(".") if path else ():
        value = value.get(name) if isinstance(value, dict) else None
    return value


def plain(text: str | None) -> str:
    found = html.unescape(re.sub(r"</?\w[^<>]*>", "", text or ""))
    return " ".join(re.sub("[\ue000\ue001\u200b\u00ad]", "", found).split())


@pytest.mark.slow
@pytest.mark.parametrize("folder", [name for name in TABLE if name != "duckduckgo"])
def test_what_was_recorded_comes_out(folder: str, shared: Path, tmp_path: Path) -> None:
    with searching(folder, tmp_path) as (provider, server):
        for number, (row, body, tool) in enumerate(rows_of(shared, folder)):
            if row["status"] != 200 or "unresponsive" in row["file"]:
                continue
            provider.answer(body, content_type=row["content_type"])
            result = call(server, folder, tool, query=f"question {number}")
            assert not result.get("isError"), (row["file"], result["content"][0]["text"])
            compare(folder, tool, json.loads(body), result["structuredContent"])
            assert_secret(folder, json.dumps(result))


def compare(folder: str, tool: str, body: Any, output: dict[str, Any]) -> None:
    where, title, url, text = TABLE[folder][2][tool]
    found = output[NAMES[tool]]
    link = "link" if tool == "image_search" else "url"
    by_address = {row[link].rstrip("/"): row for row in found}
    expected = [row for row in pick(body, where) or [] if pick(row, url) or not url]
    assert len(found) == output["resultCount"] <= len(expected)
    if expected:
        assert found, "rows were recorded, and none came out"
    for row in expected[: len(found)]:
        address = pick(row, url) if url else None
        if address is None or address.rstrip("/") not in by_address:
            continue  # the same page twice, tracking taken off, or no address to compare
        came = by_address[address.rstrip("/")]
        assert came["title"] == plain(pick(row, title))
        if text:
            assert came["snippet"] == plain(pick(row, text))
    if url and expected:
        assert len(by_address.keys() & {str(pick(row, url)).rstrip("/") for row in expected}) >= (
            0.8 * len(found)
        )
    if not expected:
        assert output["hints"]["reason"] in ("no_match", "filters_too_restrictive")


@pytest.mark.slow
@pytest.mark.parametrize("folder", TABLE)
def test_an_error_is_of_the_right_kind_and_says_what_to_do(
    folder: str, shared: Path, tmp_path: Path
) -> None:
    for number, (row, body, tool) in enumerate(rows_of(shared, folder)):
        if row["status"] == 200 and "unresponsive" not in row["file"]:
            continue
        with searching(folder, tmp_path / str(number)) as (provider, server):
            provider.answer(body, row["status"], content_type=row["content_type"])
            result = call(server, folder, tool)
            text = result["content"][0]["text"]
            assert result["isError"] is True, row["file"]
            error = json.loads(text.partition("\n\n")[2])["error"]
            assert error["kind"] == kind_of(row), row["file"]
            assert error["suggestedAction"] in ACTIONS[error["kind"]]
            assert error["provider"] == TABLE[folder][0]
            assert_secret(folder, text)


def kind_of(row: dict[str, Any]) -> str:
    if "unresponsive" in row["file"]:
        return "upstream_unavailable"
    if row["status"] == 202 or row["file"].endswith(".html"):
        return "blocked"
    return FAULTS.get(row["status"], "upstream_unavailable")


def assert_secret(folder: str, text: str) -> None:
    assert all(key not in text for key in TABLE[folder][1].values() if key.startswith("k3y"))


@pytest.mark.slow
def test_the_page_of_duckduckgo_is_read(shared: Path, tmp_path: Path) -> None:
    with searching("duckduckgo", tmp_path) as (provider, server):
        for number, (row, body, tool) in enumerate(rows_of(shared, "duckduckgo")):
            if row["status"] != 200:
                continue
            provider.answer(body, content_type=row["content_type"])
            result = call(server, "duckduckgo", tool, query=f"question {number}")
            output = result["structuredContent"]
            anchors = len(re.findall(rb"class=\"result(?:__a|-link)\"", body))
            assert output["resultCount"] == min(10, anchors), row["file"]
            assert all("duckduckgo.com" not in found["url"] for found in output["results"])
            assert all(found["title"] and found["snippet"] for found in output["results"])
