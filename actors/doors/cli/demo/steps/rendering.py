"""A page that only a browser makes; without one, what is said instead."""

from __future__ import annotations

import msgspec

from headwater.actors.doors.cli.demo.pages import LIVE, LIVE_TEXT
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of
from headwater.actors.doors.cli.demo.steps.reading import SCRAPE

WITHOUT = ("browser_unavailable", "content_empty")  # there is none, or it is turned off


def render(stage: Stage) -> Shown:
    """Started for this page, behind a proxy that checks every address."""
    answer = stage.call(SCRAPE, {"url": stage.site.origin + LIVE})
    result = result_of(answer)
    if result.get("isError"):
        said, _, document = result["content"][0]["text"].partition("\n\n")
        kind = msgspec.json.decode(document)["error"]["kind"]
        expect(kind in WITHOUT, f"it failed as {kind}: {said}")
        return Shown(["off here, and said so:", said], answer.seconds)
    page = result["structuredContent"]
    expect(page["extractedBy"] == "browser", f"it was read by {page['extractedBy']}")
    expect(LIVE_TEXT in page["content"], "what the script wrote is missing")
    expect("never shown" not in page["content"], "hidden text is in it")
    expect(page["removed"] == {"display": 1}, f"removed is {page.get('removed')}")
    lines = [line for line in page["content"].splitlines() if line]
    return Shown([*lines, "removed: 1 text that its style hides"], answer.seconds)
