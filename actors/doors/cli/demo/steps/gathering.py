"""A search and the pages it finds, read at once, with what they say about a claim."""

from __future__ import annotations

from headwater.actors.doors.cli.demo.pages import ARTICLE
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of
from headwater.actors.doors.cli.demo.steps.searching import CLAIM, QUESTION

GATHER = "search_and_scrape"
EVIDENCE = "Three quarters of a river's length"


def weigh_claim(stage: Stage) -> Shown:
    """Each page with its scores; the sentence that speaks of the claim, and where it is."""
    asked = {"query": QUESTION, "claim": CLAIM, "provider": "searxng"}
    answer = stage.call(GATHER, asked)
    result = result_of(answer)
    expect(not result.get("isError"), str(result["content"][:1]))
    found = result["structuredContent"]
    expect(found["status"] == "complete", f"status {found['status']}")
    best = found["sources"][0]
    expect(best["url"] == stage.site.url(ARTICLE), f"the best source is {best['url']}")
    expect(best["claimSignal"].startswith(EVIDENCE), f"the evidence is {best['claimSignal']!r}")
    places = dict(zip(best["keySentences"], best["keySentenceOffsets"], strict=True))
    start, end = places[best["claimSignal"]]
    expect(best["content"][start:end] == best["claimSignal"], "the evidence is elsewhere")
    lines = [
        f"{row['scores']['overall']:.2f}  {row['title']}  "
        f"({row['claimCoverage']:.0%} of the claim's words)"
        for row in found["sources"]
    ]
    return Shown([f"claim: {CLAIM}", *lines, f"at {start}: {best['claimSignal']}"], answer.seconds)
