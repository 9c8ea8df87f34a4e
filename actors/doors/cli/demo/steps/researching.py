"""Research in several steps that survives the server, and a report of it."""

from __future__ import annotations

from typing import Any

from headwater.actors.doors.cli.demo.pages import ARTICLE
from headwater.actors.doors.cli.demo.stage import Shown, Stage
from headwater.actors.doors.cli.demo.steps.checking import expect, result_of

STEP = "sequential_search"
RECALL = "get_research_session"
EXPORT = "research_export"
GOAL = "Where do rivers begin?"
GAP = "How much of a river is small streams?"
LINES = 8  # of a report, to show


def research(stage: Stage) -> Shown:
    """Three steps, a branch, a question that is answered, and a page that becomes a source."""
    first, spent = _step(stage, 1, researchGoal=GOAL, knowledgeGap=GAP, confidence="low")
    identity = first["sessionId"]
    stage.call("scrape_page", {"url": stage.site.url(ARTICLE), "sessionId": identity})
    _step(stage, 2, sessionId=identity, branchFromStep=1, branchId="springs")
    last, _ = _step(stage, 3, sessionId=identity, resolvesGap=GAP, nextStepNeeded=False)
    expect(last["resolvedGaps"][0]["resolvedInStep"] == 3, "the question is still open")
    expect(last["sources"][0]["title"] == ARTICLE.title, "the page is not among the sources")
    stage.session = identity
    lines = [f"{entry['stepNumber']}  {entry['oneLiner']}" for entry in last["steps"]]
    return Shown([f"session {identity}", *lines, f"answered: {GAP}"], spent)


def recall(stage: Stage) -> Shown:
    """The whole trail, as after a crash or a lost context."""
    answer = stage.call(RECALL, {"sessionId": stage.session})
    view = result_of(answer)["structuredContent"]
    expect(view["stepCount"] == 3, f"{view['stepCount']} steps are there")
    return Shown([view["summary"]], answer.seconds)


def export(stage: Stage) -> Shown:
    """A report to hand on."""
    answer = stage.call(EXPORT, {"sessionId": stage.session})
    text = result_of(answer)["structuredContent"]["document"]
    expect(text.startswith(f"# {GOAL}"), "the goal is not on top")
    expect(f"[{ARTICLE.title}]" in text or ARTICLE.title in text, "the source is not cited")
    lines = [line for line in text.splitlines() if line]
    return Shown([*lines[:LINES], "…"], answer.seconds)


def _step(stage: Stage, number: int, **more: Any) -> tuple[dict[str, Any], float]:
    told = ("Read what is known", "Look at springs", "Add up the streams")[number - 1]
    start = {"searchStep": told, "stepNumber": number, "nextStepNeeded": True}
    answer = stage.call(STEP, {**start, **more})
    result = result_of(answer)
    expect(not result.get("isError"), str(result["content"][:1]))
    structured: dict[str, Any] = result["structuredContent"]
    return structured, answer.seconds
