"""Answers that were written for these tests, and answers that are broken in any way."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.actors.messages.faults import (
    KeyRefused,
    ProviderBlocked,
    ProviderFailed,
    ProviderLimited,
    ProviderRefused,
    QuotaSpent,
    WebFault,
)
from headwater.actors.messages.providers import Consult, Inquire, Interpret, KeepAnswer, Request
from headwater.actors.messages.search import Hits, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.interpreting import interpret
from headwater.actors.providers.provider import packaged

NOW = 1_790_000_000.0


def read(
    name: str,
    operation: str,
    body: Any,
    status: int = 200,
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),),
) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = Response("u", status, headers, raw, fetched_at=NOW)
    inquiry = Inquire(Consult(name, operation, Query("x")), "key", Request(), left=8.0)
    provider = packaged()[name]
    kept = interpret(Interpret(inquiry, response), provider, provider.operations[operation])
    assert isinstance(kept, KeepAnswer)
    return kept.answer


def tried(name: str, operation: str, body: Any) -> Any:
    try:
        return read(name, operation, body)
    except WebFault as fault:
        return fault


PAGE = {"title": "A <b>bold</b> title", "url": "https://a.org/1", "link": "https://a.org/1"}
BODIES: list[tuple[str, str, Any]] = [
    (
        "google",
        "web",
        {"items": [PAGE | {"snippet": "s", "pagemap": {"metatags": [{"Date": "2024-01-02"}]}}]},
    ),
    (
        "google",
        "images",
        {"items": [PAGE | {"image": {"width": "10", "height": 20, "byteSize": 5}}]},
    ),
    (
        "brave",
        "web",
        {"web": {"results": [PAGE | {"age": "2 days ago", "extra_snippets": ["more"]}]}},
    ),
    ("brave", "news", {"results": [PAGE | {"page_age": "2024-01-02T10:00:00"}]}),
    ("brave", "images", {"results": [PAGE | {"properties": {"url": "https://a.org/1.png"}}]}),
    ("serper", "web", {"organic": [PAGE | {"date": "Jan 5, 2023"}]}),
    ("serper", "news", {"news": [PAGE | {"date": "2 hours ago", "source": "Paper"}]}),
    ("serper", "images", {"images": [PAGE | {"imageUrl": "https://a.org/1.png", "imageWidth": 4}]}),
    ("searchapi", "web", {"organic_results": [PAGE | {"source": "A"}]}),
    (
        "searchapi",
        "news",
        {"top_stories": [PAGE | {"source": {"name": "A"}, "iso_date": "2024-01-02"}]},
    ),
    ("searchapi", "images", {"images_results": [PAGE | {"original": "https://a.org/1.png"}]}),
    (
        "searxng",
        "web",
        {"results": [PAGE | {"content": "c", "publishedDate": "2024-01-02T00:00:00"}]},
    ),
    (
        "searxng",
        "images",
        {"results": [PAGE | {"img_src": "https://a.org/1.png", "resolution": "4 x 5"}]},
    ),
    ("tavily", "news", {"results": [PAGE | {"published_date": "Tue, 02 Jan 2024 10:00:00 GMT"}]}),
    (
        "exa",
        "web",
        {"results": [PAGE | {"highlights": ["best", "second"], "publishedDate": "2024-01-02"}]},
    ),
    (
        "hackernews",
        "web",
        {"hits": [PAGE | {"objectID": "1", "points": 3, "created_at_i": 1_700_000_000}]},
    ),
    ("wikipedia", "web", {"query": {"search": [PAGE | {"ns": 0, "snippet": "<span>s</span>"}]}}),
    (
        "wikipedia",
        "images",
        {
            "query": {
                "pages": [{"title": "File:A.png", "imageinfo": [{"url": "https://a.org/1.png"}]}]
            }
        },
    ),
    (
        "duckduckgo",
        "web",
        (
            b'<a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.org%2F1">'
            b"A <b>bold</b> title</a>"
            b'<span> 2024-01-02T00:00:00.0000000</span><a class="result__snippet" href="x">s</a>'
            b'<a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=x">Advertisement</a>'
        ),
    ),
]
IDS = [f"{name}-{operation}" for name, operation, _ in BODIES]


@pytest.mark.parametrize(("name", "operation", "body"), BODIES, ids=IDS)
def test_rows_are_read(name: str, operation: str, body: Any) -> None:
    answer = read(name, operation, body)
    if isinstance(answer, Pictures):
        (picture,) = answer.pictures
        assert picture.url in ("https://a.org/1.png", "https://a.org/1")
        return
    (hit,) = answer.hits
    assert hit.url.startswith("https://")
    marked = name not in ("google", "serper", "searchapi", "tavily", "exa", "wikipedia")
    assert ("<b>" in hit.title) is not marked
    if name != "wikipedia" and (name, operation) != ("searchapi", "web"):
        assert hit.published.endswith("Z")


@pytest.mark.parametrize(("name", "operation", "body"), BODIES, ids=IDS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_broken_answer_is_read_or_a_fault(
    name: str, operation: str, body: Any, data: st.DataObject
) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = data.draw(st.integers(start, min(len(raw), start + 12)))
        raw = raw[:start] + data.draw(st.binary(max_size=6)) + raw[end:]
    outcome = tried(name, operation, raw)
    if isinstance(outcome, WebFault):
        assert outcome.provider == name
    else:
        assert isinstance(outcome, Hits | Pictures)
        msgspec.msgpack.encode(outcome)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(("name", "operation", "body"), BODIES[:-1], ids=IDS[:-1])
@settings(max_examples=25)
@given(data=st.data())
def test_a_field_of_any_other_type_is_read_or_a_fault(
    name: str, operation: str, body: Any, data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(body))
    places = list(_places(changed))
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places))
        holder[key] = data.draw(VALUES)
    outcome = tried(name, operation, changed)
    assert not isinstance(outcome, WebFault) or outcome.provider == name


def _places(value: Any) -> Any:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield value, number
            yield from _places(inner)


@pytest.mark.parametrize(
    ("name", "status", "body", "kind"),
    [
        (
            "google",
            400,
            {"error": {"message": "API key not valid.", "status": "INVALID_ARGUMENT"}},
            KeyRefused,
        ),
        ("google", 403, {"error": {"errors": [{"reason": "dailyLimitExceeded"}]}}, QuotaSpent),
        ("google", 403, {"error": {"errors": [{"reason": "accessNotConfigured"}]}}, KeyRefused),
        (
            "google",
            429,
            {"error": {"message": "limit 'Queries per day'", "status": "RESOURCE_EXHAUSTED"}},
            QuotaSpent,
        ),
        (
            "google",
            429,
            {"error": {"status": "RESOURCE_EXHAUSTED", "message": "per minute"}},
            ProviderLimited,
        ),
        ("google", 400, {"error": {"message": "Invalid Value"}}, ProviderRefused),
        ("google", 500, b"<html>", ProviderFailed),
        ("brave", 422, {"errors": [{"code": "SUBSCRIPTION_TOKEN_INVALID"}]}, KeyRefused),
        ("brave", 422, {"error": {"code": "VALIDATION", "detail": "bad"}}, ProviderRefused),
        (
            "brave",
            429,
            {"error": {"code": "RATE_LIMITED", "meta": {"quota_limit": 5, "quota_current": 5}}},
            QuotaSpent,
        ),
        ("brave", 429, {"error": {"code": "RATE_LIMITED"}}, ProviderLimited),
        ("brave", 429, b"", ProviderLimited),
        ("serper", 400, {"message": "Not enough credits"}, QuotaSpent),
        ("serper", 429, {}, ProviderLimited),
        ("searchapi", 401, {"error": "Invalid API key."}, KeyRefused),
        ("tavily", 433, {}, QuotaSpent),
        ("exa", 402, {"error": "no credits", "tag": "NO_MORE_CREDITS"}, QuotaSpent),
        ("duckduckgo", 403, b"", ProviderBlocked),
        ("duckduckgo", 418, b"", ProviderBlocked),
        ("duckduckgo", 429, b"", ProviderLimited),
        ("duckduckgo", 202, b'<div class="anomaly-modal__title">', ProviderBlocked),
        ("searxng", 429, b"Too Many Requests", ProviderLimited),
        ("searxng", 401, b"", KeyRefused),
        ("wikipedia", 200, {"error": {"code": "maxlag", "info": "Waiting"}}, ProviderLimited),
        ("wikipedia", 200, {"error": {"code": "nosrsearch", "info": "x"}}, ProviderRefused),
        ("hackernews", 500, b"", ProviderFailed),
    ],
)
def test_each_vendors_errors_mean_what_they_say(
    name: str, status: int, body: Any, kind: type[WebFault]
) -> None:
    with pytest.raises(kind) as caught:
        read(name, "web", body, status)
    assert caught.value.provider == name


def test_braves_limits_are_followed() -> None:
    limits = packaged()["brave"].limits
    assert limits is not None
    headers = (("x-ratelimit-limit", "20, 15000"), ("x-ratelimit-remaining", "19, 0"))
    assert limits(Response("u", 200, headers, b"")) == 0.05
    assert limits(Response("u", 200, (), b"")) is None
    with pytest.raises(QuotaSpent):
        read("brave", "web", b"{}", 429, headers)


def test_a_story_leads_to_its_thread_and_a_comment_is_one() -> None:
    story = {"objectID": "1", "title": "t", "url": "https://a.org/", "points": 3}
    comment = {"objectID": "2", "title": None, "story_title": "on t", "comment_text": "<p>so</p>"}
    first, second = read("hackernews", "web", {"hits": [story, comment]}).hits
    assert first.engagement.discussion == "https://news.ycombinator.com/item?id=1"
    assert (second.title, second.url) == ("on t", "https://news.ycombinator.com/item?id=2")
    assert second.snippet == "so"


def test_google_knows_dates_from_what_pages_say_of_themselves() -> None:
    maps = {"article": [{"datePublished": "2024-01-02"}], "metatags": [{"og:site_name": "A"}]}
    (hit,) = read("google", "web", {"items": [PAGE | {"pagemap": maps}]}).hits
    assert (hit.published, hit.source) == ("2024-01-02T00:00:00Z", "A")
    (dated,) = read("google", "web", {"items": [PAGE | {"snippet": "Jun 24, 2024 ... x"}]}).hits
    assert dated.published == "2024-06-24T00:00:00Z"


def test_one_row_that_is_wrong_does_not_cost_the_others() -> None:
    rows = [{"title": 7, "link": []}, PAGE, "row", None]
    assert [hit.url for hit in read("serper", "web", {"organic": rows}).hits] == ["https://a.org/1"]
    with pytest.raises(ProviderFailed):
        read("serper", "web", {"organic": ["row"]})
