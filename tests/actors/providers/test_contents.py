from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.actors.messages.contents import Contents
from headwater.actors.messages.faults import Empty, KeyRefused, ProviderLimited, WebFault
from headwater.actors.messages.providers import Consult, Inquire, Interpret, KeepAnswer, Request
from headwater.actors.messages.web import Response
from headwater.actors.providers.interpreting import interpret
from headwater.actors.providers.provider import packaged

URL = "https://site.test/a"


def read(body: Any, status: int = 200) -> Contents | WebFault:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = Response("u", status, (("content-type", "application/json"),), raw)
    inquiry = Inquire(Consult("exa", "contents", URL), "", Request(), left=8.0)
    provider = packaged()["exa"]
    try:
        kept = interpret(Interpret(inquiry, response), provider, provider.operations["contents"])
    except WebFault as fault:
        return fault
    assert isinstance(kept, KeepAnswer)
    assert isinstance(kept.answer, Contents)
    return kept.answer


def test_the_page_and_its_text_are_asked_for() -> None:
    request = packaged()["exa"].operations["contents"].request(URL, 0.0)
    assert request.path == "/contents"
    assert request.json["urls"] == [URL]
    assert request.json["text"] is True


@pytest.mark.parametrize(
    ("source", "tier"), [("cached", "exa:cached"), ("crawled", "exa:crawled"), (None, "exa:cached")]
)
def test_a_copy_says_where_it_is_from(source: str | None, tier: str) -> None:
    row = {"url": URL, "title": "Rivers", "author": None, "text": "# Rivers\n\nIt\u200b rose."}
    dated = row | {"publishedDate": "2024-03-18T10:00:00.000Z"}
    status = {"id": URL, "status": "success", "source": source}
    found = read({"results": [dated], "statuses": [status]})
    assert isinstance(found, Contents)
    assert (found.url, found.tier, found.text) == (URL, tier, "# Rivers\n\nIt rose.")
    assert (found.title, found.author, found.published) == ("Rivers", "", "2024-03-18")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"results": []},
        {"results": [{"url": URL, "text": " "}]},
        {"results": [], "statuses": [{"id": URL, "status": "error", "error": {"tag": "CRAWL_X"}}]},
    ],
)
def test_no_copy_is_told_as_that(body: Any) -> None:
    found = read(body)
    assert isinstance(found, Empty)
    assert "no copy" in str(found)


def test_recorded_answers_are_read(shared: Path) -> None:
    folder = shared / "fixtures" / "exa"
    composed = read((folder / "contents_doc.json").read_bytes())
    assert isinstance(composed, Contents)
    assert composed.title == "A Comprehensive Overview of Large Language Models"
    assert composed.text.startswith("Abstract Large Language Models")
    partial = read((folder / "contents_partial_error.json").read_bytes())
    assert isinstance(partial, Contents)
    assert partial.tier == "exa:cached"
    assert isinstance(read((folder / "error_401.json").read_bytes(), 401), KeyRefused)
    assert isinstance(read((folder / "error_429.json").read_bytes(), 429), ProviderLimited)
