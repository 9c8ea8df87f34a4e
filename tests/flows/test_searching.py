"""The search tools with their providers on loopback: who is asked, in which order, with what."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio
from support.consulting import consulting
from support.site import Site

from headwater.actors.desk import QuietDesk
from headwater.actors.domain.search.routing import Routing
from headwater.actors.messages.faults import (
    ProviderFailed,
    ProviderLimited,
    Unconfigured,
)
from headwater.actors.messages.lenses import Lens, Lenses, ReadLenses
from headwater.actors.tools.search import image_search, news_search, web_search
from headwater.kernel.actor import Actor, handle
from headwater.kernel.faults import BadInput

BRAVE = {"BRAVE_API_KEY": "k"}
LENSES = {
    "wide": Lens("wide", "", tuple(f"s{number}.org" for number in range(20))),
    "engine": Lens("engine", "", ("a.org",), cx="cx-of-lens"),
    "goggle": Lens("goggle", "", goggle="https://a.org/g.goggle"),
}


class Catalog(Actor):
    @handle
    async def read(self, _: ReadLenses) -> Lenses:
        return Lenses(LENSES)


@asynccontextmanager
async def searching(
    folder: Path, given: Mapping[str, str] = {}, **orders: str
) -> AsyncIterator[tuple[Site, QuietDesk]]:
    hedge = float(orders.pop("hedge", "0"))
    routing = Routing(
        {name: tuple(names.split(",")) for name, names in orders.items()}, hedge=hedge
    )
    async with consulting(folder, given=given, routing=routing, more=[Catalog()]) as (site, kernel):
        yield site, QuietDesk(kernel)


def page(*urls: str) -> bytes:
    """As SearXNG answers."""
    rows = [{"url": url, "title": f"Title of {url}", "content": "About rivers."} for url in urls]
    return json.dumps({"results": rows}).encode()


async def ask(desk: QuietDesk, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    made = msgspec.convert({"query": "rivers", **arguments}, web_search.WebSearch)
    reply = await web_search.web_search(made, desk)
    return msgspec.json.decode(msgspec.json.encode(reply.structured)), reply.meta or {}


async def test_a_failing_provider_leads_to_the_next_and_the_answer_says_so(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/res/v1/web/search", b"{}", status=500)
        site.page("/search", page("https://a.org/1"))
        output, meta = await ask(desk)
        assert output["urls"] == ["https://a.org/1"]
        assert output["trust"] == "untrusted-external-content"
        assert (meta["cached"], meta["maxAgeSeconds"], meta["freshness"]) == (False, 1800, "fresh")
        routing = meta["routing"]
        assert routing["provider_used"] == "searxng"
        assert routing["providers_attempted"] == ("brave", "searxng")
        assert (routing["fallback"], routing["fallback_reason"]) == (True, "primary_unavailable")
        assert routing["cache_hit"] is False
        assert isinstance(routing["latency_ms"], int)
        assert "brave" not in json.dumps(output)


async def test_the_operators_records_hold_the_way_that_was_taken(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/search", page("https://a.org/1"))
        reply = await web_search.web_search(web_search.WebSearch("rivers"), desk)
        assert reply.meta is not None
        assert reply.audit == {"routing": reply.meta["routing"]}


async def test_an_open_breaker_is_passed_by_and_named(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/res/v1/web/search", b"{}", status=429, headers={"Retry-After": "60"})
        site.page("/search", page("https://a.org/1"))
        await ask(desk)
        _, meta = await ask(desk, query="other")
        assert meta["routing"]["fallback_reason"] == "circuit_open"
        assert len([target for target in site.seen if target.startswith("/res")]) == 1


async def test_an_empty_answer_falls_through_and_a_cached_one_tells_no_provider(
    tmp_path: Path,
) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/res/v1/web/search", b'{"web": {"results": []}}')
        site.page("/search", page("https://a.org/1"))
        output, _ = await ask(desk)
        assert output["resultCount"] == 1
        _, meta = await ask(desk)
        assert meta["cached"] is True
        assert meta["routing"] == {
            "cache_hit": True,
            "fallback": False,
            "latency_ms": meta["routing"]["latency_ms"],
        }


async def test_nothing_found_anywhere_gives_hints_and_no_fault(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/res/v1/web/search", b"{}", status=500)
        site.page("/search", json.dumps({"results": [], "suggestions": ["river"]}).encode())
        output, _ = await ask(desk, site="a.org", time_range="day")
        assert output["hints"] == {
            "reason": "filters_too_restrictive",
            "filtersApplied": {"site": "a.org", "time_range": "day"},
            "providersAttempted": ["brave", "searxng"],
            "suggestedActions": [
                {"action": "rephrase", "query": "river"},
                {"action": "remove-filter", "filter": "site"},
                {"action": "remove-filter", "filter": "time_range"},
            ],
        }


async def test_when_all_fail_the_first_is_the_fault_and_all_are_named(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng") as (site, desk):
        site.page("/res/v1/web/search", b"{}", status=429)
        site.page("/search", b"{}", status=500)
        with pytest.raises(ProviderLimited) as caught:
            await ask(desk)
        assert caught.value.provider == "brave"
        assert caught.value.tiers == ("brave: rate_limited", "searxng: upstream_unavailable")


async def test_a_named_provider_is_asked_alone(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE) as (site, desk):
        site.page("/res/v1/web/search", b"{}", status=500)
        site.page("/search", page("https://a.org/1"))
        with pytest.raises(ProviderFailed):
            await ask(desk, provider="brave")
        assert len(site.seen) == 1
        _, meta = await ask(desk, provider="searxng")
        assert "routing" not in meta
        with pytest.raises(BadInput, match="unknown provider 'bing'"):
            await ask(desk, provider="bing")
        with pytest.raises(Unconfigured, match="tavily needs TAVILY_API_KEY"):
            await ask(desk, provider="tavily")


async def test_a_second_is_asked_beside_a_slow_one(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, web="brave,searxng", hedge="0.01") as (site, desk):

        async def stall(_: trio.abc.Stream) -> None:
            await trio.sleep_forever()

        site.script("/res/v1/web/search", stall)
        site.page("/search", page("https://a.org/1"))
        output, meta = await ask(desk)
        assert output["resultCount"] == 1
        assert meta["routing"]["provider_used"] == "searxng"
        assert meta["routing"]["providers_attempted"] == ("brave", "searxng")
        assert meta["routing"]["fallback_reason"] == "primary_unavailable"


async def test_a_lens_asks_for_all_of_its_domains(tmp_path: Path) -> None:
    async with searching(tmp_path, web="searxng") as (site, desk):
        site.page("/search", page("https://s19.org/x", "https://elsewhere.org/"))
        output, _ = await ask(desk, lens="wide")
        assert output["urls"] == ["https://s19.org/x"]
        assert len(site.seen) == 3
        assert all(f"s{number}.org" in "".join(site.seen) for number in range(20))
        with pytest.raises(BadInput, match="cannot be combined with lens"):
            await ask(desk, lens="wide", site="a.org")
        with pytest.raises(BadInput, match=r"unknown lens 'x'\. Accepted: .*goggle"):
            await ask(desk, lens="x")


async def test_a_lens_with_an_engine_goes_to_google_and_falls_back_on_its_domains(
    tmp_path: Path,
) -> None:
    keys = {"GOOGLE_CUSTOM_SEARCH_API_KEY": "k", "GOOGLE_CUSTOM_SEARCH_ID": "own"}
    async with searching(tmp_path, keys, web="searxng,google") as (site, desk):
        site.page("/customsearch/v1", b'{"items": [{"link": "https://b.org/", "title": "b"}]}')
        output, _ = await ask(desk, lens="engine")
        assert output["urls"] == ["https://b.org/"]
        assert "cx=cx-of-lens" in site.seen[0]
        assert "site%3A" not in site.seen[0]
        site.page("/customsearch/v1", b"{}", status=500)
        site.page("/search", page("https://a.org/1", "https://b.org/"))
        output, _ = await ask(desk, lens="engine", query="other")
        assert output["urls"] == ["https://a.org/1"]


async def test_a_goggle_goes_to_brave(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE) as (site, desk):
        body = {"web": {"results": [{"url": "https://b.org/", "title": "b"}]}}
        site.page("/res/v1/web/search", json.dumps(body).encode())
        output, _ = await ask(desk, lens="goggle")
        assert output["urls"] == ["https://b.org/"]
        assert "goggles=https%3A//a.org/g.goggle" in site.seen[0].replace("%2F", "/")


async def test_what_cannot_be_honoured_is_named(tmp_path: Path) -> None:
    async with searching(tmp_path, web="searxng") as (site, desk):
        site.page("/search", page("https://a.org/1"))
        output, _ = await ask(desk, country="at")
        assert output["ignoredParameters"] == ["country"]
        output, _ = await ask(desk)
        assert "ignoredParameters" not in output


@pytest.mark.parametrize("tool", [web_search, image_search])
async def test_what_was_said_is_named_and_what_is_usual_is_not(tmp_path: Path, tool: Any) -> None:
    orders = {"web": "serper", "images": "serper"}
    async with searching(tmp_path, {"SERPER_API_KEY": "k"}, **orders) as (site, desk):
        site.page("/search", b'{"organic": [{"link": "https://a.org/1", "title": "a"}]}')
        picture = {"imageUrl": "https://a.org/a.png", "title": "a", "link": "https://a.org/"}
        site.page("/images", json.dumps({"images": [picture]}).encode())
        for given, ignored in (({}, ()), ({"safe": "medium"}, ("safe",))):
            args = msgspec.convert({"query": "rivers", **given}, tool.TOOL.takes)
            reply = await tool.TOOL.run(args, desk)
            assert reply.structured.ignored_parameters == ignored


async def test_a_claim_gives_every_result_a_signal(tmp_path: Path) -> None:
    async with searching(tmp_path, web="searxng") as (site, desk):
        rows = [
            {
                "url": "https://a.org/1",
                "title": "a",
                "content": "Rivers carry 4,317 tons. So it is.",
            },
            {"url": "https://a.org/2", "title": "b", "content": "Nothing of the kind."},
        ]
        site.page("/search", json.dumps({"results": rows}).encode())
        output, _ = await ask(desk, claim="rivers carry 4317 tons")
        signals = [result["claimSignal"] for result in output["results"]]
        assert signals == ["Rivers carry 4,317 tons.", ""]


async def test_news_have_publishers_and_dates(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, news="brave") as (site, desk):
        row = {
            "url": "https://www.reuters.com/x",
            "title": "n",
            "age": "2 hours ago",
            "meta_url": {"hostname": "www.reuters.com"},
        }
        site.page("/res/v1/news/search", json.dumps({"results": [row]}).encode())
        args = news_search.NewsSearch(
            "rivers", news_source="https://Reuters.com/", sort_by="date", safe="strict"
        )
        reply = await news_search.news_search(args, desk)
        (article,) = reply.structured.articles
        assert article.source == "www.reuters.com"
        assert article.published_at.endswith("Z")
        assert article.source_reputation.tier == "high"
        target = site.seen[0]
        assert "site%3Areuters.com" in target
        assert "freshness=pw" in target
        assert "safesearch=strict" in target
        assert reply.meta is None


async def test_pictures_name_the_filters_that_brave_does_not_know(tmp_path: Path) -> None:
    async with searching(tmp_path, BRAVE, images="brave") as (site, desk):
        row = {
            "url": "https://a.org/page",
            "title": "p",
            "properties": {"url": "https://a.org/p.png", "width": 4, "height": 5},
            "thumbnail": {"src": "https://a.org/t.png"},
            "source": "a.org",
        }
        site.page("/res/v1/images/search", json.dumps({"results": [row]}).encode())
        args = image_search.ImageSearch("rivers", size="large", file_type="png", safe="off")
        reply = await image_search.image_search(args, desk)
        assert reply.structured.ignored_parameters == ("size", "file_type")
        (image,) = reply.structured.images
        assert (image.link, image.context_link) == ("https://a.org/p.png", "https://a.org/page")
        assert (image.width, image.height, image.display_link) == (4, 5, "a.org")
        assert "safesearch=off" in site.seen[0]


@pytest.mark.parametrize("query", [" ", "\n\t"])
async def test_a_query_of_blanks_is_refused(tmp_path: Path, query: str) -> None:
    async with searching(tmp_path) as (_, desk):
        with pytest.raises(BadInput, match="has no words"):
            await ask(desk, query=query)


@pytest.mark.parametrize("site", ["nonsense", "a b.org", "ftp://a.org", "user@a.org"])
async def test_a_site_that_is_no_domain_is_refused(tmp_path: Path, site: str) -> None:
    async with searching(tmp_path) as (_, desk):
        with pytest.raises(BadInput, match="is not a domain"):
            await ask(desk, site=site)
