"""What each provider is sent for what a caller may ask for, or that it is named as ignored."""

from __future__ import annotations

from typing import Any

import pytest

from headwater.actors.domain.search.plan import plan_for
from headwater.actors.messages.providers import Request
from headwater.actors.messages.search import Hits, ImageFilters, Pictures, Query
from headwater.actors.messages.web import Response
from headwater.actors.providers.provider import packaged

NOW = 1_790_000_000.0
SEARCHES = [
    (provider.name, operation)
    for provider in packaged().values()
    for operation in ("web", "news", "images")
    if operation in provider.operations and provider.operations[operation].gives in (Hits, Pictures)
]
CHANGES: dict[str, Query] = {
    "num_results": Query("x", count=7),
    "time_range": Query("x", time_range="month"),
    "hour": Query("x", time_range="hour"),
    "safe": Query("x", safe="high"),
    "language": Query("x", language="de"),
    "odd language": Query("x", language="gsw"),
    "country": Query("x", country="at"),
    "odd country": Query("x", country="zz"),
    "site": Query("x", sites=("a.org",)),
    "exact_terms": Query("x", exact_terms="old oak"),
    "exclude_terms": Query("x", exclude_terms="oak"),
    "sort_by": Query("x", sort_by="date"),
    "size": Query("x", images=ImageFilters(size="large")),
    "type": Query("x", images=ImageFilters(type="photo")),
    "color_type": Query("x", images=ImageFilters(color_type="gray")),
    "dominant_color": Query("x", images=ImageFilters(dominant_color="red")),
    "file_type": Query("x", images=ImageFilters(file_type="png")),
}
EMPTY = {"duckduckgo": b'<div class="no-results">'}


def sent(name: str, operation: str, query: Query) -> Request:
    return packaged()[name].operations[operation].request(query, NOW)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("name", "operation"), SEARCHES)
def test_nothing_a_caller_sets_is_dropped_without_a_word(
    name: str, operation: str, change: str
) -> None:
    found = packaged()[name].operations[operation]
    plain, changed = (plan_for(each, found.abilities) for each in (Query("x"), CHANGES[change]))
    response = Response("u", 200, (), EMPTY.get(name, b"{}"), fetched_at=NOW)
    answer = found.read(response, changed.queries[0])
    differs = sent(name, operation, changed.queries[0]) != sent(name, operation, plain.queries[0])
    emulated = changed.sifted != plain.sifted
    ignored = bool(changed.ignored) or bool(answer.ignored)
    cut = change == "num_results" and name in ("searxng", "duckduckgo")  # they send what they have
    assert differs or emulated or ignored or cut


FULL = Query(
    "x",
    count=4,
    time_range="month",
    safe="high",
    language="de",
    country="at",
    exact_terms="old oak",
    exclude_terms="elm",
    sort_by="date",
)
EXPECTED: list[tuple[str, str, str, dict[str, Any]]] = [
    (
        "google",
        "web",
        "/customsearch/v1",
        {"q": "x", "num": 4, "dateRestrict": "m1", "safe": "active", "lr": "lang_de"}
        | {"cr": "countryAT", "exactTerms": "old oak", "excludeTerms": "elm", "sort": "date"},
    ),
    (
        "brave",
        "web",
        "/web/search",
        {"q": 'x "old oak" -elm', "freshness": "pm", "safesearch": "strict", "country": "AT"}
        | {"search_lang": "de", "count": 8, "result_filter": "web"},
    ),
    ("brave", "news", "/news/search", {"freshness": "pm", "safesearch": "strict"}),
    (
        "serper",
        "news",
        "/news",
        {"q": 'x "old oak" -elm', "gl": "at", "hl": "de", "tbs": "qdr:m,sbd:1", "num": 4},
    ),
    (
        "searchapi",
        "web",
        "/search",
        {"engine": "google", "q": 'x "old oak" -elm', "gl": "at", "hl": "de", "safe": "active"}
        | {"time_period": "last_month"},
    ),
    ("searchapi", "news", "/search", {"engine": "google_news", "sort_by": "most_recent"}),
    (
        "searxng",
        "web",
        "/search",
        {"q": 'x "old oak" -elm', "language": "de-AT", "time_range": "month", "safesearch": 2}
        | {"format": "json", "categories": "general"},
    ),
    ("searxng", "images", "/search", {"categories": "images"}),
    (
        "tavily",
        "web",
        "/search",
        {"query": 'x "old oak"', "topic": "general", "time_range": "month", "country": "austria"},
    ),
    ("tavily", "news", "/search", {"topic": "news", "max_results": 8}),
    (
        "exa",
        "web",
        "/search",
        {"query": "x", "userLocation": "AT", "includeText": ["old oak"], "excludeText": ["elm"]}
        | {"startPublishedDate": "2026-08-21T14:13:20Z", "moderation": True, "numResults": 8},
    ),
    ("exa", "news", "/search", {"category": "news"}),
    (
        "duckduckgo",
        "web",
        "/html/",
        {"q": 'x "old oak" -elm', "kl": "at-de", "df": "m", "kp": "1"},
    ),
    (
        "hackernews",
        "news",
        "/search_by_date",
        {"query": 'x "old oak" -elm', "tags": "story", "hitsPerPage": 8}
        | {"numericFilters": "created_at_i>1787321600"},
    ),
    ("wikipedia", "web", "/w/api.php", {"srsearch": 'x "old oak" -elm', "list": "search"}),
]


@pytest.mark.parametrize(("name", "operation", "path", "fields"), EXPECTED)
def test_requests_have_the_words_of_each_service(
    name: str, operation: str, path: str, fields: dict[str, Any]
) -> None:
    plan = plan_for(FULL, packaged()[name].operations[operation].abilities)
    request = sent(name, operation, plan.queries[0])
    given = dict(request.params) | dict(request.form or {}) | dict(request.json or {})
    assert request.path == path
    assert {key: given.get(key) for key in fields} == fields


@pytest.mark.parametrize(
    ("country", "language", "region", "ignored"),
    [
        ("", "", "wt-wt", ()),
        ("us", "", "us-en", ()),
        ("gb", "", "uk-en", ()),
        ("ch", "fr", "ch-fr", ()),
        ("ch", "", "ch-de", ()),
        ("jp", "ja", "jp-jp", ()),
        ("tw", "zh", "tw-tzh", ()),
        ("", "de", "de-de", ()),
        ("", "cs", "cz-cs", ()),
        ("", "ja", "jp-jp", ()),
        ("at", "fr", "at-de", ("language",)),
        ("zz", "", "wt-wt", ("country",)),
        ("", "gsw", "wt-wt", ("language",)),
    ],
)
def test_duckduckgo_is_asked_for_regions_that_it_has(
    country: str, language: str, region: str, ignored: tuple[str, ...]
) -> None:
    query = Query("x", country=country, language=language)
    assert (sent("duckduckgo", "web", query).form or {})["kl"] == region
    response = Response("u", 200, (), EMPTY["duckduckgo"], fetched_at=NOW)
    assert packaged()["duckduckgo"].operations["web"].read(response, query).ignored == ignored


def test_sites_are_sent_where_a_service_takes_them() -> None:
    query = Query("x", sites=("a.org/docs", "b.org"))
    for name, field in (("tavily", "include_domains"), ("exa", "includeDomains")):
        plan = plan_for(query, packaged()[name].operations["web"].abilities)
        assert sent(name, "web", plan.queries[0]).json[field] == ["a.org", "b.org"]
        assert plan.sifted.sites == query.sites


def test_a_lens_sends_its_engine_and_its_goggle() -> None:
    engine = sent("google", "web", Query("x", engine="cx9"))
    assert engine.params["cx"] == "cx9"
    goggle = sent("brave", "web", Query("x", goggle="https://a.org/g"))
    assert goggle.params["goggles"] == "https://a.org/g"


def test_pictures_are_asked_for_by_their_looks() -> None:
    looks = ImageFilters("large", "photo", "gray", "red", "png")
    google = sent("google", "images", Query("x", images=looks)).params
    assert (google["imgSize"], google["imgType"], google["imgColorType"]) == (
        "large",
        "photo",
        "gray",
    )
    assert (google["imgDominantColor"], google["fileType"]) == ("red", "png")
    assert google["searchType"] == "image"
    other = sent("searchapi", "images", Query("x", images=looks)).params
    assert other["tbs"] == "isz:l,itp:photo,ic:specific,isc:red,ift:png"
    commons = sent("wikipedia", "images", Query("x", images=ImageFilters(file_type="jpg")))
    assert commons.params["gsrsearch"] == "x filemime:jpeg"
    assert commons.base == "https://commons.wikimedia.org"


def test_wikipedia_is_asked_in_the_language() -> None:
    assert sent("wikipedia", "web", Query("x", language="de-AT")).base == "https://de.wikipedia.org"
    assert sent("wikipedia", "web", Query("x", language="../")).base == "https://en.wikipedia.org"
