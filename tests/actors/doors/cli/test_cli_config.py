from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.offer import used_keys
from headwater.actors.keys import KEYS


@pytest.fixture
def file(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = home / "settings.toml"
    monkeypatch.setenv("HEADWATER_CONFIG", str(path))
    return path


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    assert run(["config", "--json"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    return {row["name"]: row for row in settings}


def test_each_setting_is_shown_with_its_origin(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('headwater_asks = 12\nheadwater_result = "text"')
    monkeypatch.setenv("HEADWATER_RESULT", "structured")
    found = rows(capsys)
    assert (found["HEADWATER_CALLS"]["value"], found["HEADWATER_CALLS"]["origin"]) == (
        64,
        "default",
    )
    assert (found["HEADWATER_ASKS"]["value"], found["HEADWATER_ASKS"]["origin"]) == (12, str(file))
    assert found["HEADWATER_RESULT"]["value"] == "structured"
    assert found["HEADWATER_RESULT"]["origin"] == "environment"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_secrets_are_never_shown(
    file: Path, form: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('exa_api_key = "hush-hush"\nsearxng_url = "https://ada:hush-hush@s.test"')
    monkeypatch.setenv("BRAVE_API_KEY", "hush-hush")
    monkeypatch.setenv("OPENALEX_EMAIL", "hush-hush@ada.test")
    assert run(["config", *form]) == 0
    captured = capsys.readouterr()
    assert "hush-hush" not in captured.out + captured.err
    assert "https://…@s.test" in captured.out


def test_a_key_that_nothing_uses_yet_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = next((key.name for key in KEYS if key.name not in used_keys()), "")
    if not idle:
        pytest.skip("every key is used by now")
    monkeypatch.setenv(idle, "x")
    monkeypatch.setenv("BRAVE_API_KEY", "x")
    assert run(["config"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
    assert "set, not used yet" in lines[idle]
    assert "not used" not in lines["BRAVE_API_KEY"]
    assert "not set" in lines["EXA_API_KEY"]
    assert rows(capsys)[idle]["used"] is False


def test_the_data_folder_is_shown_where_none_is_set(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rows(capsys)["HEADWATER_HOME"]["value"].startswith(str(home))
    assert run(["config"]) == 0
    assert "~/" in capsys.readouterr().out


def test_the_path_of_the_file_is_printed_alone(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    assert run(["config", "path", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"path": str(file)}


def test_a_refused_secret_is_not_repeated(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('brave_api_key = ["hush-hush"]')
    assert run(["config"]) == 2
    said = capsys.readouterr().err
    assert "BRAVE_API_KEY" in said
    assert "hush-hush" not in said
