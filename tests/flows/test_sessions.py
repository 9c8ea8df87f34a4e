"""Research sessions through the stdio door, with the real store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.replay import Recorded, replaying
from support.researcher import ARTICLE, Researcher, Result, open_home, step
from support.server import serving


@pytest.fixture
def researcher(tmp_path: Path) -> Iterator[Researcher]:
    with serving(environment={"HEADWATER_HOME": str(tmp_path)}) as server:
        yield Researcher(server)


def test_a_first_step_answers_in_full_with_the_promised_fields(researcher: Researcher) -> None:
    answer = researcher.step(1, researchGoal="why rivers", totalStepsEstimate=3)
    identity, started = answer.pop("sessionId"), answer.pop("startedAt")
    assert len(identity) == 36
    assert identity[14] == "4"
    assert started.endswith("Z")
    assert answer.pop("lastSteps")[0].pop("timestamp") >= started
    assert answer == {
        "responseMode": "full",
        "researchGoal": "why rivers",
        "currentStep": 1,
        "totalStepsEstimate": 3,
        "isComplete": False,
        "trust": "untrusted-external-content",
        "steps": [{"stepNumber": 1, "oneLiner": "step 1", "branchId": "", "confidence": ""}],
    }


@pytest.mark.parametrize(
    ("field", "value", "shown", "as_"),
    [
        ("searchStep", "read the gauges", "description", "read the gauges"),
        ("reasoning", "because", "reasoning", "because"),
        ("confidence", "low", "confidence", "low"),
        ("rejectedApproaches", ["guess", "ask"], "rejectedApproaches", ["guess", "ask"]),
        ("isRevision", True, "isRevision", True),
        ("revisesStep", 1, "revisesStep", 1),
        ("branchFromStep", 1, "branchFromStep", 1),
        ("branchId", "delta", "branchId", "delta"),
        ("knowledgeGap", "the mouth", "knowledgeGap", "the mouth"),
        ("resolvesGap", "gap-1", "resolvesGap", "gap-1"),
        ("sources", ["https://a.test/"], "sources", ["https://a.test/"]),
    ],
)
def test_what_a_step_says_is_kept_with_it(
    researcher: Researcher, field: str, value: object, shown: str, as_: object
) -> None:
    session = researcher.step(1)["sessionId"]
    answer = researcher.step(2, session, **{field: value})
    assert answer["lastSteps"][1][shown] == as_
    kept = researcher.call("get_research_session", sessionId=session, stepId=2)
    assert kept["responseMode"] == "step"
    assert kept["step"][shown] == as_


@pytest.mark.parametrize(
    ("field", "value", "shown", "as_"),
    [
        ("researchGoal", "another goal", "researchGoal", "another goal"),
        ("sessionSummary", "so far so good", "summary", "so far so good"),
        ("totalStepsEstimate", 7, "totalStepsEstimate", 7),
        ("nextStepNeeded", False, "isComplete", True),
        ("responseMode", "full", "responseMode", "full"),
        ("knowledgeGap", "x", "gaps", [{"id": "gap-1", "description": "x", "foundInStep": 2}]),
    ],
)
def test_what_a_step_says_of_the_session_is_in_the_answer(
    researcher: Researcher, field: str, value: object, shown: str, as_: object
) -> None:
    session = researcher.step(1)["sessionId"]
    answer = researcher.step(2, session, **{"responseMode": "summary", field: value})
    assert answer[shown] == as_
    assert ("completedAt" in answer) == (field == "nextStepNeeded")


def test_summary_mode_comes_with_the_ninthstep(researcher: Researcher) -> None:
    session = researcher.step(1, researchGoal="rivers")["sessionId"]
    for number in range(2, 9):
        answer = researcher.step(number, session)
    assert answer["responseMode"] == "full"
    assert [entry["stepNumber"] for entry in answer["steps"]] == list(range(1, 9))
    answer = researcher.step(9, session)
    assert answer["responseMode"] == "summary"
    assert "steps" not in answer
    assert len(answer["stepIndex"]) == 9
    assert answer["summary"].startswith("rivers. Progress: step 1; step 2")
    assert [step["stepNumber"] for step in answer["lastSteps"]] == [7, 8, 9]


def test_standard_depth_adds_coverage_and_what_to_search_next(researcher: Researcher) -> None:
    quick = researcher.step(1, researchGoal="alpine floods", knowledgeGap="the worst year")
    assert {"depth", "coverage", "refinementQueries"}.isdisjoint(quick)
    pages = ["https://a.test/1", "https://a.test/2", "https://a.test/3"]
    answer = researcher.step(2, quick["sessionId"], depth="standard", sources=pages)
    assert answer["depth"] == "standard"
    assert answer["coverage"]["dominantDomain"] == "a.test"
    assert answer["coverage"]["sourceTypes"] == {"unknown": 3}
    assert answer["refinementQueries"][0] == "worst year alpine floods"


def test_a_gap_closes_when_a_later_step_names_it(researcher: Researcher) -> None:
    session = researcher.step(1, knowledgeGap="Where is the mouth?")["sessionId"]
    wrong = researcher.step(2, session, resolvesGap="gap-9")
    assert wrong["warning"] == ("resolvesGap names no open gap. Open: gap-1 (Where is the mouth?).")
    right = researcher.step(3, session, resolvesGap="where is  the MOUTH?")
    assert "gaps" not in right
    assert right["resolvedGaps"] == [
        {"id": "gap-1", "description": "Where is the mouth?", "foundInStep": 1, "resolvedInStep": 3}
    ]


def test_a_revised_step_says_what_took_its_place(researcher: Researcher) -> None:
    session = researcher.step(1)["sessionId"]
    answer = researcher.step(2, session, revisesStep=1)
    assert answer["steps"][0]["supersededBy"] == 2
    assert answer["lastSteps"][1]["isRevision"] is True
    alone = researcher.step(3, session, isRevision=True)
    assert "no step was marked" in alone["warning"]


def test_a_number_used_again_shows_the_later_step_and_keeps_the_earlier(
    researcher: Researcher,
) -> None:
    session = researcher.step(1)["sessionId"]
    researcher.step(1, session, searchStep="again")
    kept = researcher.call("get_research_session", sessionId=session, stepId=1)
    assert kept["step"]["description"] == "again"
    assert [step["description"] for step in kept["earlierVersions"]] == ["step 1"]


def test_a_later_step_without_a_session_is_refused_with_guidance(researcher: Researcher) -> None:
    text = researcher.refused("sequential_search", **step(2))
    assert text.startswith("sessionId: missing for stepNumber > 1.")
    assert "get_research_session" in text
    assert "stepNumber 1" in text


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("sequential_search", step(2, "unknown")),
        ("get_research_session", {"sessionId": "unknown"}),
    ],
)
def test_an_unknown_session_is_said_to_be_so(
    researcher: Researcher, tool: str, arguments: Result
) -> None:
    line, _, details = researcher.refused(tool, **arguments).partition("\n\n")
    assert line.startswith(
        "Session not found or expired. Sessions last 4 hours from last activity."
    )
    assert json.loads(details)["error"]["kind"] == "session_not_found"


def test_an_unknown_step_is_named(researcher: Researcher) -> None:
    session = researcher.step(1)["sessionId"]
    text = researcher.refused("get_research_session", sessionId=session, stepId=5)
    assert text.startswith("Step 5 not found; this session has steps 1-1.")


def test_the_operator_sets_how_much_a_session_may_hold(tmp_path: Path) -> None:
    home = {"HEADWATER_HOME": str(tmp_path), "SESSION_MAX_STEPS": "1", "SESSION_TTL": "1h30m"}
    with serving(environment=home) as server:
        researcher = Researcher(server)
        session = researcher.step(1)["sessionId"]
        assert "not recorded" in researcher.step(2, session)["warning"]
        text = researcher.refused("get_research_session", sessionId="unknown")
        assert "Sessions last 1.5 hours" in text


def test_a_session_survives_the_server_and_is_seen_by_another(tmp_path: Path) -> None:
    home = {"HEADWATER_HOME": str(tmp_path)}
    with serving(environment=home) as first, serving(environment=home) as second:
        one, two = Researcher(first), Researcher(second)
        session = one.step(1)["sessionId"]
        two.step(2, session)
        first.process.kill()
        assert two.step(3, session)["steps"][-1]["stepNumber"] == 3
        second.process.kill()
    with serving(environment=home) as third:
        found = Researcher(third).call("get_research_session", sessionId=session)
    assert found["stepCount"] == 3


def test_living_sessions_are_counted(researcher: Researcher) -> None:
    researcher.step(1)
    researcher.step(1)
    answer = researcher.server.request("resources/read", uri="stats://sessions")
    assert json.loads(answer["result"]["contents"][0]["text"]) == {"activeSessions": 2}


def test_pages_that_are_read_become_sources_that_can_be_cited(tmp_path: Path) -> None:
    with replaying(ARTICLE) as site, serving(environment=open_home(tmp_path)) as server:
        researcher = Researcher(server)
        session = researcher.step(1)["sessionId"]
        read = researcher.call("scrape_page", url=f"{site.root}/article", sessionId=session)
        assert "sessionNote" not in read.get("metadata", {})
        assert researcher.raw("scrape_page", url=f"{site.root}/missing", sessionId=session)[
            "isError"
        ]
        found = researcher.call("get_research_session", sessionId=session)
        (source,) = found["sources"]
        assert source["url"] == f"{site.root}/article"
        assert source["title"] == "How rivers rise"
        assert source["afterStep"] == 1
        assert "foundInStep" not in source
        cited = researcher.call("format_bibliography", sessionId=session)
        assert (cited["entryCount"], cited["sessionId"]) == (1, session)
        assert "How rivers rise" in cited["bibliography"]
        tied = researcher.step(2, session, sources=[f"{site.root}/article"])
        assert tied["sources"][0]["foundInStep"] == 2
        assert tied["sources"][0]["title"] == "How rivers rise"


def test_an_error_that_keeps_coming_back_is_a_pattern(tmp_path: Path) -> None:
    with replaying(ARTICLE) as site, serving(environment=open_home(tmp_path)) as server:
        researcher = Researcher(server)
        session = researcher.step(1)["sessionId"]
        for number in range(3):
            assert "errorPatterns" not in researcher.call("get_research_session", sessionId=session)
            researcher.raw("scrape_page", url=f"{site.root}/missing/{number}", sessionId=session)
        found = researcher.call("get_research_session", sessionId=session)
        (pattern,) = found["errorPatterns"]
        assert (pattern["kind"], pattern["count"]) == ("not_found", 3)
        assert pattern["affectedUrls"][0] == f"{site.root}/missing/2"
        assert pattern["suggestion"]


def test_a_page_read_for_an_unknown_session_is_not_lost(tmp_path: Path) -> None:
    with replaying(ARTICLE) as site, serving(environment=open_home(tmp_path)) as server:
        read = Researcher(server).call(
            "scrape_page", url=f"{site.root}/article", sessionId="unknown"
        )
        assert "How rivers rise" in read["content"]
        assert "Session not found or expired" in read["metadata"]["sessionNote"]


def test_thorough_depth_runs_what_it_suggests_and_keeps_what_it_finds(tmp_path: Path) -> None:
    pages = [{"title": f"Page {n}", "url": f"https://p{n}.test/", "content": "x"} for n in range(7)]
    body = json.dumps({"query": "q", "results": pages}).encode()
    with replaying({"/search": Recorded(body)}) as site:
        home = {"HEADWATER_HOME": str(tmp_path), "SEARXNG_URL": site.root}
        home["SEARCH_ROUTING"] = "searxng"
        with serving(environment=home) as server:
            researcher = Researcher(server)
            session = researcher.step(1, researchGoal="floods", knowledgeGap="first")["sessionId"]
            for number in (2, 3, 4):
                researcher.step(number, session, knowledgeGap=f"question {number}")
            answer = researcher.step(5, session, depth="thorough")
            found = researcher.call("get_research_session", sessionId=session)
    assert answer["depth"] == "thorough"
    assert len(answer["refinementQueries"]) > 3
    assert (
        answer["refinementNote"]
        == f"Ran 3 of {len(answer['refinementQueries'])} suggested queries."
    )
    results = answer["refinementResults"]
    assert [result["query"] for result in results] == answer["refinementQueries"][:3]
    assert [result["resultCount"] for result in results] == [5, 5, 5]
    assert results[0]["results"][0] == {
        "title": "Page 0",
        "url": "https://p0.test/",
        "snippet": "x",
    }
    assert len(site.seen) == 3
    assert [source["foundInStep"] for source in answer["sources"]] == [5] * 5
    assert found["sources"] == answer["sources"]
    assert found["providerStats"] == {"searxng": {"attempts": 3, "successes": 3}}


def test_a_refinement_that_fails_says_why_and_the_step_is_kept(tmp_path: Path) -> None:
    with replaying({"/search": Recorded(b"broken", status=500)}) as site:
        home = {"HEADWATER_HOME": str(tmp_path), "SEARXNG_URL": site.root}
        home["SEARCH_ROUTING"] = "searxng"
        with serving(environment=home) as server:
            researcher = Researcher(server)
            answer = researcher.step(1, researchGoal="floods", depth="thorough")
            found = researcher.call("get_research_session", sessionId=answer["sessionId"])
    (result,) = answer["refinementResults"]
    assert result["query"] == "floods"
    assert "500" in result["error"]
    assert found["stepCount"] == 1
    assert found["providerStats"] == {"searxng": {"attempts": 1, "successes": 0}}
