"""Reports of sessions through the stdio door."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.replay import Recorded, replaying
from support.researcher import ARTICLE, Researcher, open_home
from support.server import serving

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def researcher(tmp_path: Path) -> Iterator[Researcher]:
    with serving(environment={"HEADWATER_HOME": str(tmp_path)}) as server:
        yield Researcher(server)


def trail(researcher: Researcher) -> str:
    """A session with a branch, a revision, a question asked and answered, and a source."""
    identity: str = researcher.step(
        1, researchGoal="Why *rivers* <b>rise</b>", knowledgeGap="Who measures?", confidence="low"
    )["sessionId"]
    researcher.step(2, identity, branchFromStep=1, branchId="melt", reasoning="snow first")
    researcher.step(3, identity, revisesStep=1, rejectedApproaches=["guessing"])
    sources = ["https://www.nature.com/articles/x"]
    researcher.step(4, identity, resolvesGap="gap-1", sources=sources, nextStepNeeded=False)
    return identity


def test_the_markdown_report_tells_the_whole_story(researcher: Researcher) -> None:
    identity = trail(researcher)
    answer = researcher.call("research_export", sessionId=identity)
    text = answer.pop("document")
    assert STAMP.fullmatch(answer.pop("startedAt"))
    exported = answer.pop("exportedAt")
    assert answer == {
        "sessionId": identity,
        "format": "markdown",
        "researchGoal": "Why *rivers* <b>rise</b>",
        "stepCount": 4,
        "sourceCount": 1,
        "tenantId": "local",
        "trust": "untrusted-external-content",
    }
    assert text.startswith(r"# Why \*rivers\* \<b\>rise\</b\>")
    for line in (
        f"- **Session:** {identity}",
        "- **Steps:** 4",
        "### Step 1 (superseded by step 3)",
        "- **Confidence:** low",
        "### Step 2 (branch melt from step 1)",
        "- **Reasoning:** snow first",
        "### Step 3 (revises step 1)",
        "- **Rejected:** guessing",
        "- **Answers:** Who measures?",
        "- **Sources:** [1]",
        "- ~~Who measures?~~ (step 1, answered in 4)",
        "   peer reviewed, high authority; step 4",
    ):
        assert line in text.splitlines()
    assert "1. \\[Untitled web page\\]. (n.d.). nature.com." in text
    assert f"Exported {exported}" in text


@pytest.mark.parametrize("form", ["markdown", "json", "html"])
def test_the_same_session_gives_the_same_report(researcher: Researcher, form: str) -> None:
    identity = trail(researcher)
    one, two = (
        researcher.call("research_export", sessionId=identity, format=form) for _ in range(2)
    )
    # The later stamp alone is replaced: the earlier one may be the second of a step as well.
    assert json.dumps(one) == json.dumps(two).replace(two["exportedAt"], one["exportedAt"])


def test_the_json_report_is_the_whole_session(researcher: Researcher) -> None:
    identity = trail(researcher)
    document = researcher.call("research_export", sessionId=identity, format="json")["document"]
    assert document["id"] == identity
    assert document["completed"] is True
    assert [step["stepNumber"] for step in document["steps"]] == [1, 2, 3, 4]
    assert document["gaps"][0]["resolvedInStep"] == 4
    assert document["sources"][0]["foundInStep"] == 4


def test_a_large_report_is_a_link_to_read(researcher: Researcher) -> None:
    identity = researcher.step(1, searchStep="word " * 6000)["sessionId"]
    for form, media in (
        ("markdown", "text/markdown"),
        ("json", "application/json"),
        ("html", "text/html"),
    ):
        result = researcher.raw("research_export", sessionId=identity, format=form)
        answer = result["structuredContent"]
        assert answer["linked"] is True
        assert "document" not in answer
        assert answer["mimeType"] == media
        (link,) = [block for block in result["content"] if block["type"] == "resource_link"]
        assert link["uri"] == answer["resource"]
        read = researcher.server.request("resources/read", uri=link["uri"])
        body = read["result"]["contents"][0]["text"]
        assert len(body.encode()) == answer["bytes"] == link["size"]
        assert "word word word" in body


def test_links_are_checked_and_dead_ones_get_an_archived_copy(tmp_path: Path) -> None:
    closest = {"available": True, "url": "http://web.archive.org/web/2020/x", "status": "200"}
    snapshots = {"archived_snapshots": {"closest": {**closest, "timestamp": "2020"}}}
    answers = {
        **ARTICLE,
        "/wayback/available": Recorded(json.dumps(snapshots).encode()),
        "/broken": Recorded(b"", status=500),
    }
    with replaying(answers) as site:
        home = {**open_home(tmp_path), "HEADWATER_WAYBACK_URL": site.root}
        with serving(environment=home) as server:
            researcher = Researcher(server)
            urls = [f"{site.root}/{name}" for name in ("article", "gone", "broken")]
            urls.append("ftp://old.test/")
            identity = researcher.step(1, sources=urls)["sessionId"]
            plain = researcher.call("research_export", sessionId=identity, format="json")
            assert not site.seen
            checked = researcher.call(
                "research_export", sessionId=identity, format="json", verify_links=True
            )
            page = researcher.call(
                "research_export", sessionId=identity, format="html", verify_links=True
            )["document"]
    assert all("linkStatus" not in source for source in plain["document"]["sources"])
    live, gone, broken, old = checked["document"]["sources"]
    assert live["linkStatus"] == "live"
    assert (gone["linkStatus"], gone["archivedUrl"]) == (
        "dead",
        "https://web.archive.org/web/2020/x",
    )
    assert broken["linkStatus"] == old["linkStatus"] == "unverified"
    assert "archivedUrl" not in broken
    assert 'href="https://web.archive.org/web/2020/x"' in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"sessionId": "unknown"}, "Session not found or expired. Sessions last 4 hours"),
        ({}, "sessionId"),
        ({"sessionId": "x", "format": "pdf"}, "format: "),
    ],
)
def test_what_cannot_be_exported_is_said(
    researcher: Researcher, arguments: dict[str, Any], said: str
) -> None:
    assert said in researcher.refused("research_export", **arguments)
