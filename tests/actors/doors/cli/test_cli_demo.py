from __future__ import annotations

import http.client
import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.demo import site, steps
from headwater.actors.doors.cli.demo.pages import PAGES, Page
from headwater.actors.doors.cli.demo.stage import Off, Outcome, Shown, Stage, Step, perform
from headwater.actors.doors.cli.demo.steps import citing, protocol, reading

COMMAND = [sys.executable, "-m", "headwater"]


def play(*acts: Step) -> list[Outcome]:
    return list(perform(acts, COMMAND, os.environ))


@pytest.mark.slow
def test_the_demonstration_checks_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["ok"] is True
    assert [step["title"] for step in document["steps"]] == [step.title for step in steps.STEPS]
    assert {step["state"] for step in document["steps"]} == {"ok"}


@pytest.mark.slow
def test_each_step_is_shown_with_its_result_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo"]) == 0
    said = capsys.readouterr().out
    assert all(f"✓ {step.title}" in said for step in steps.STEPS)
    assert "Where rivers begin. (2024, March 18). Upstream Notes." in said
    assert "@misc{upstream2024where," in said
    assert said.endswith(f"{len(steps.STEPS)} of {len(steps.STEPS)} steps done, 0 off\n")


@pytest.mark.slow
def test_the_operators_choice_of_form_does_not_disturb_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_RESULT", "text")
    monkeypatch.setenv("HEADWATER_OUTPUT_SCHEMAS", "no")
    monkeypatch.setenv("ALLOWED_DOMAINS", "elsewhere.test")
    assert run(["demo"]) == 0, capsys.readouterr().out


@pytest.mark.slow
def test_nothing_is_left_behind(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(passing))
    kept = home / "kept"
    monkeypatch.setenv("HEADWATER_HOME", str(kept))
    first = Step("a", protocol.greet)
    outcomes = play(first, Step("b", reading.read), Step("c", protocol.leave))
    assert [outcome.state for outcome in outcomes] == ["ok", "ok", "ok"]
    assert not kept.exists()
    assert list(passing.iterdir()) == []


@pytest.mark.slow
def test_the_server_of_the_demonstration_may_read_nothing_beyond_loopback() -> None:
    def read_elsewhere(stage: Stage) -> Shown:
        answer = stage.call("scrape_page", {"url": "http://elsewhere.test/"})
        return Shown([answer.body["content"][0]["text"]])

    _, outcome = play(Step("a", protocol.greet), Step("b", read_elsewhere))
    assert '"denial_context":{"reason":"domain_not_allowed","hop":0}' in outcome.lines[0]


@pytest.mark.slow
def test_a_server_that_does_not_start_ends_it_with_its_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_TOOLSETS", "cooking")
    assert run(["demo"]) == 1
    said = capsys.readouterr().out
    assert "✗ start to first answer" in said
    assert "no toolset 'cooking'" in said
    assert "✓" not in said


def test_a_wrong_result_is_off_and_the_next_step_goes_on() -> None:
    def fail(_: Stage) -> Shown:
        raise Off("too little")

    def stumble(stage: Stage) -> Shown:
        return Shown([stage.client.request("ping").body["no such member"]])

    outcomes = play(Step("a", fail), Step("b", stumble), Step("c", protocol.ping))
    assert [outcome.state for outcome in outcomes] == ["off", "off", "ok"]
    assert outcomes[0].lines == ["too little"]
    assert "another shape" in outcomes[1].lines[0]


def test_a_step_whose_tool_is_not_offered_is_left_out() -> None:
    (outcome,) = play(Step("a", citing.cite_apa, tool="no_such_tool"))
    assert outcome.state == "not offered"
    assert outcome.lines == ["no_such_tool is not offered in this build"]


def test_a_server_that_goes_away_ends_the_demonstration() -> None:
    def leave_and_ask(stage: Stage) -> Shown:
        stage.client.leave()
        stage.client.request("ping")
        return Shown([])

    outcomes = play(Step("a", protocol.greet), Step("b", leave_and_ask), Step("c", protocol.ping))
    assert [outcome.state for outcome in outcomes] == ["ok", "off"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_the_site_serves_its_pages(page: Page) -> None:
    with site.serving() as running:
        for method in ("GET", "HEAD"):
            connection = http.client.HTTPConnection(running.origin.removeprefix("http://"))
            connection.request(method, page.path)
            response = connection.getresponse()
            body = response.read()
            connection.close()
            assert response.status == 200
            assert response.headers["Content-Type"] == "text/html; charset=utf-8"
            assert bool(body) is (method == "GET")


def test_the_site_has_nothing_else() -> None:
    with site.serving() as running:
        connection = http.client.HTTPConnection(running.origin.removeprefix("http://"))
        connection.request("GET", "/else")
        assert connection.getresponse().status == 404
        connection.close()


def test_links_between_the_pages_lead_somewhere() -> None:
    paths = {page.path for page in PAGES}
    for page in PAGES:
        linked = {part.partition('"')[0] for part in page.body.split('href="')[1:]}
        assert linked <= paths
