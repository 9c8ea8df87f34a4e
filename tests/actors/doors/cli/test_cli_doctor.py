from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from headwater.actors import lists
from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.checks import machine, routing, server, setup
from headwater.actors.doors.cli.checks.finding import Finding, Patient
from headwater.actors.settings import Settings
from headwater.kernel.environment import Given


def patient(**settings: Any) -> Patient:
    return Patient(dict(os.environ), {}, Settings(**settings))


def report(capsys: pytest.CaptureFixture[str]) -> tuple[bool, dict[str, dict[str, str]]]:
    document = json.loads(capsys.readouterr().out)
    return document["ok"], {finding["name"]: finding for finding in document["findings"]}


@pytest.mark.slow
def test_a_sound_installation_has_nothing_to_put_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    fine, findings = report(capsys)
    assert fine
    assert "problem" not in {finding["state"] for finding in findings.values()}
    assert "trio 0." in findings["packages"]["detail"]
    assert "first answer" in findings["server"]["detail"]


@pytest.mark.slow
def test_text_marks_each_finding_and_counts_the_problems(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROME_PATH", "/no/such/browser")
    assert run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "✓ version" in said
    assert "✗ browser" in said
    assert "fix: Set CHROME_PATH to the browser's program" in said
    assert said.endswith("\n1 to put right\n")


def test_wrong_settings_are_all_named_and_the_rest_is_still_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_CALLS", "0")
    monkeypatch.setenv("HEADWATER_RESULT", "jpeg")
    assert run(["doctor", "--json"]) == 1
    _, findings = report(capsys)
    assert findings["settings"]["state"] == "problem"
    assert "HEADWATER_CALLS" in findings["settings"]["detail"]
    assert "HEADWATER_RESULT" in findings["settings"]["detail"]
    assert findings["server"]["detail"] == "not started, because the settings are not valid"
    assert findings["native module"]["state"] == "ok"


def test_a_file_that_cannot_be_read_is_a_finding_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_CONFIG", "/no/such/file")
    assert run(["doctor", "--json"]) == 1
    assert "/no/such/file" in report(capsys)[1]["settings"]["detail"]


def test_keys_are_told_by_name_only() -> None:
    given = {"EXA_API_KEY": Given("hush-hush", "environment")}
    found = setup.keys(Patient({}, given, Settings()))
    assert found == Finding("keys", "ok", "EXA_API_KEY")


def test_no_key_is_a_note() -> None:
    assert setup.keys(patient()).state == "note"


def test_own_lenses_that_cannot_be_used_are_a_problem(home: Path) -> None:
    assert setup.lenses(patient()).state == "ok"
    (home / "mine.toml").write_text('domains = ["https://a.example"]')
    found = setup.lenses(patient(custom_lenses_path=str(home)))
    assert found.state == "problem"
    assert "mine.toml" in found.detail


def test_the_data_folder_is_not_made_by_looking_at_it(home: Path) -> None:
    found = setup.data_folder(patient(home=str(home / "deep" / "down")))
    assert found.state == "ok"
    assert not (home / "deep").exists()


def test_a_data_folder_that_others_can_read_is_a_problem(home: Path) -> None:
    folder = home / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    found = setup.data_folder(patient(home=str(folder)))
    assert (found.state, found.fix) == ("problem", f"chmod 700 {folder}")
    folder.chmod(0o700)
    assert setup.data_folder(patient(home=str(folder))).state == "ok"


@pytest.mark.parametrize("inside", ["file", "file/folder"])
def test_a_file_is_no_data_folder(home: Path, inside: str) -> None:
    (home / "file").write_text("")
    assert setup.data_folder(patient(home=str(home / inside))).state == "problem"


@pytest.fixture
def program(home: Path) -> Path:
    path = home / "bin" / "chromium"
    path.parent.mkdir()
    path.write_text("")
    path.chmod(0o755)
    return path


def test_the_chosen_browser_counts(program: Path) -> None:
    found = machine.browser(patient(chrome_path="~/bin/chromium"))
    assert (found.state, found.detail) == ("ok", f"{program} (CHROME_PATH)")


@pytest.mark.parametrize("path", ["/no/such/browser", "~"])
def test_a_chosen_browser_that_is_none_is_a_problem(path: str) -> None:
    assert machine.browser(patient(chrome_path=path)).state == "problem"


def test_a_browser_may_be_turned_off() -> None:
    assert machine.browser(patient(chrome_path="disabled")).state == "note"


def test_a_browser_is_looked_for_on_the_path(program: Path) -> None:
    found = machine.browser(Patient({"PATH": str(program.parent)}, {}, Settings()))
    assert (found.state, found.detail) == ("ok", str(program))


def test_playwrights_own_browser_is_found(home: Path, program: Path) -> None:
    folder = home / "browsers" / "chromium-1187" / "chrome-linux"
    folder.mkdir(parents=True)
    program.rename(folder / "chrome")
    environ = {"PATH": "", "HOME": str(home), "PLAYWRIGHT_BROWSERS_PATH": str(home / "browsers")}
    assert machine.browser(Patient(environ, {}, Settings())).detail == str(folder / "chrome")


def test_no_browser_is_a_note(home: Path) -> None:
    assert machine.browser(Patient({"PATH": "", "HOME": str(home)}, {}, Settings())).state == "note"


@pytest.mark.parametrize(
    ("settings", "state", "said"),
    [
        ({}, "ok", "the usual order"),
        ({"search_routing": "duckduckgo, wikipedia"}, "ok", "default: duckduckgo, wikipedia"),
        ({"search_routing": "duckduckgo,gogle"}, "problem", "'gogle' in SEARCH_ROUTING"),
        ({"search_provider": "bing"}, "problem", "'bing' in SEARCH_ROUTING or"),
        ({"search_routing": '{"webb": "brave"}'}, "problem", "'webb' in SEARCH_ROUTING is no"),
        ({"search_routing": '{"web": '}, "problem", "SEARCH_ROUTING: Input data was truncated"),
        ({"search_routing": "brave,duckduckgo"}, "note", "brave lacks BRAVE_API_KEY"),
        ({"search_routing": '{"news": "wikipedia"}'}, "note", "wikipedia has no news"),
    ],
)
def test_an_order_of_providers_is_checked_by_name_and_key(
    settings: dict[str, str], state: str, said: str
) -> None:
    found = routing.routing(patient(**settings))
    assert (found.state, said in found.detail) == (state, True), found


def test_the_packaged_lists_match_the_code() -> None:
    assert server.packaged_lists(patient()).state == "ok"


def test_stale_lists_are_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in Path(lists.FOLDER).glob("*.tsv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "prompts.tsv").write_text("old\tmodule\t{}\n")
    monkeypatch.setattr(lists, "FOLDER", str(tmp_path))
    found = server.packaged_lists(patient())
    assert (found.state, found.detail) == ("problem", "prompts differ from the code")


def test_missing_lists_are_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "FOLDER", str(tmp_path))
    assert server.packaged_lists(patient()).state == "problem"


@pytest.mark.slow
def test_a_server_that_does_not_start_is_a_problem_with_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HEADWATER_TOOLSETS", "cooking")
    found = server.answers(patient())
    assert found.state == "problem"
    assert "no toolset 'cooking'" in found.detail
