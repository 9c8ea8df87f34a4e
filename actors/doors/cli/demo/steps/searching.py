"""A search through two engines: the first is broken, the second answers."""

from __future__ import annotations

from headwater.actors.doors.cli.demo.pages import ARTICLE
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of

SEARCH = "web_search"
QUESTION = "where does a river begin"
CLAIM = "three quarters of a river's length is small streams"


def fall_back(stage: Stage) -> Shown:
    """The caller gets results; who failed is told to the operator, beside them."""
    answer = stage.call(SEARCH, {"query": QUESTION, "claim": CLAIM})
    result = result_of(answer)
    expect(not result.get("isError"), str(result["content"][:1]))
    found, routing = result["structuredContent"], result["_meta"]["routing"]
    expect(found["urls"][0] == stage.site.url(ARTICLE), f"found {found['urls']}")
    expect(found["results"][0]["publishedAt"] == f"{ARTICLE.date}T00:00:00Z", "no date came along")
    expect(routing["providers_attempted"] == ["brave", "searxng"], f"asked {routing}")
    expect(routing["fallback_reason"] == "primary_unavailable", f"because of {routing}")
    expect("brave" not in result["content"][0]["text"], "the result tells who failed")
    lines = [f"{row['title']}  {row['url']}  {row['publishedAt'][:10]}" for row in found["results"]]
    way = " → ".join(routing["providers_attempted"])
    return Shown(
        [f"{QUESTION}?", *lines, f"_meta.routing: {way} (the first is broken)"], answer.seconds
    )
