from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from headwater.actors.doors.cli import run

STARTED = {"command": sys.executable, "args": ["-m", "headwater", "serve"]}
FILES = {
    "claude-code": ("project/.mcp.json", "mcpServers", {"type": "stdio", **STARTED}),
    "claude-desktop": (".config/Claude/claude_desktop_config.json", "mcpServers", STARTED),
    "cursor": (".cursor/mcp.json", "mcpServers", STARTED),
    "vscode": ("project/.vscode/mcp.json", "servers", {"type": "stdio", **STARTED}),
}


@pytest.fixture(autouse=True)
def no_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux machine without any client's program, on which pytest started us."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.argv", ["pytest"])
    monkeypatch.setenv("PATH", "/nowhere")


def test_an_entry_is_shown_and_nothing_is_written(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for client, (path, _, _) in FILES.items():
        assert run(["install", client]) == 0
        said = capsys.readouterr().out
        assert f"This goes into {home / path}:" in said
        assert "--write" in said
        assert not (home / path).exists()


@pytest.mark.parametrize("client", FILES)
def test_only_json_is_printed_when_asked_for(
    client: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, member, entry = FILES[client]
    assert run(["install", client, "--print"]) == 0
    assert json.loads(capsys.readouterr().out) == {member: {"headwater": entry}}


@pytest.mark.parametrize("client", FILES)
def test_an_entry_is_written_where_the_client_reads_it(client: str, home: Path) -> None:
    path, member, entry = FILES[client]
    assert run(["install", client, "--write"]) == 0
    assert json.loads((home / path).read_text()) == {member: {"headwater": entry}}


def test_a_projects_cursor_has_a_file_of_its_own(home: Path) -> None:
    assert run(["install", "cursor", "--project", "--write"]) == 0
    assert (home / "project/.cursor/mcp.json").exists()


def test_the_program_that_was_started_is_the_one_that_is_written(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = home / "project" / "headwater"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", ["./headwater"])
    assert run(["install", "cursor", "--print"]) == 0
    entry = json.loads(capsys.readouterr().out)["mcpServers"]["headwater"]
    assert entry == {"command": str(program), "args": ["serve"]}


def test_variables_and_a_name_are_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--env", "A=1", "--env", "B=x=y", "--env", "C=", "--name", "research"]
    assert run(["install", "cursor", "--print", *typed]) == 0
    entry = json.loads(capsys.readouterr().out)["mcpServers"]["research"]
    assert entry["env"] == {"A": "1", "B": "x=y", "C": ""}


@pytest.mark.parametrize("typed", ["A", "=1"])
def test_a_variable_needs_a_name_and_a_value(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["install", "cursor", "--env", typed]) == 2
    assert "--env takes KEY=VALUE" in capsys.readouterr().err


@pytest.fixture
def cursor(home: Path) -> Path:
    path = home / ".cursor/mcp.json"
    path.parent.mkdir()
    return path


OTHERS: dict[str, Any] = {
    "mcpServers": {"other": {"command": "é", "args": [1, 2.5, None]}},
    "theme": {"dark": True},
}


def test_other_entries_stay_and_the_former_file_is_kept(cursor: Path) -> None:
    before = json.dumps(OTHERS, ensure_ascii=False)
    cursor.write_text(before)
    cursor.chmod(0o640)
    assert run(["install", "cursor", "--write"]) == 0
    after = json.loads(cursor.read_text())
    assert after["mcpServers"].pop("headwater") == STARTED
    assert after == OTHERS
    assert cursor.with_name("mcp.json.bak").read_text() == before
    assert stat.S_IMODE(cursor.stat().st_mode) == 0o640
    assert sorted(path.name for path in cursor.parent.iterdir()) == ["mcp.json", "mcp.json.bak"]


def test_a_file_of_our_making_is_its_owners_alone(cursor: Path) -> None:
    assert run(["install", "cursor", "--write", "--env", "BRAVE_API_KEY=hush-hush"]) == 0
    assert stat.S_IMODE(cursor.stat().st_mode) == 0o600


def test_installing_twice_changes_nothing(cursor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["install", "cursor", "--write"]) == 0
    assert "headwater added" in capsys.readouterr().out
    assert run(["install", "cursor", "--write"]) == 0
    assert "has this entry already" in capsys.readouterr().out
    assert not cursor.with_name("mcp.json.bak").exists()
    assert run(["install", "cursor", "--write", "--env", "A=1"]) == 0
    assert "headwater replaced" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", " \n", "{}", "\ufeff{}"])
def test_an_empty_file_is_as_good_as_none(cursor: Path, text: str) -> None:
    cursor.write_text(text)
    assert run(["install", "cursor", "--write"]) == 0
    assert json.loads(cursor.read_text()) == {"mcpServers": {"headwater": STARTED}}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"{oops", "is not plain JSON"),
        (b'{\n  // mine\n  "mcpServers": {}\n}', "holds comments, which would be lost"),
        (b"[]", "does not hold a JSON object"),
        (b'{"mcpServers": []}', "mcpServers is not an object"),
        (b"\xff", "cannot be read"),
    ],
)
def test_a_file_that_is_not_plain_json_is_left_alone(
    cursor: Path, text: bytes, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cursor.write_bytes(text)
    assert run(["install", "cursor", "--write"]) == 1
    assert says in capsys.readouterr().err
    assert cursor.read_bytes() == text


def test_a_link_stays_a_link(cursor: Path, home: Path) -> None:
    elsewhere = home / "dotfiles.json"
    elsewhere.write_text("{}")
    cursor.symlink_to(elsewhere)
    assert run(["install", "cursor", "--write"]) == 0
    assert cursor.is_symlink()
    assert "headwater" in elsewhere.read_text()


@pytest.fixture
def claude(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Claude Code's program, which here writes down what it is told; it ends with $CODE."""
    program = home / "bin" / "claude"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/told"\nexit "${CODE:-0}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/bin:/usr/bin")
    return home / "told"


ADDED = ["mcp", "add", "--env", "A=1 2", "--scope", "user", "--transport", "stdio", "headwater"]


def test_claude_codes_own_program_is_used_where_it_is(
    claude: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["install", "claude-code", "--env", "A=1 2"]) == 0
    assert "claude mcp add --env 'A=1 2' --scope user" in capsys.readouterr().out
    assert not claude.exists()
    assert run(["install", "claude-code", "--env", "A=1 2", "--write"]) == 0
    command = ["--", sys.executable, "-m", "headwater", "serve"]
    assert claude.read_text().splitlines() == [*ADDED, *command]


def test_a_refusal_of_claude_codes_program_is_a_failure(
    claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODE", "3")
    assert run(["install", "claude-code", "--write"]) == 1
    assert claude.exists()


def test_a_projects_file_is_written_even_where_the_program_is(claude: Path, home: Path) -> None:
    assert run(["install", "claude-code", "--project", "--write"]) == 0
    assert (home / "project/.mcp.json").exists()
    assert not claude.exists()


def test_macos_keeps_claude_desktops_file_elsewhere(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert run(["install", "claude-desktop", "--write"]) == 0
    folder = home / "Library/Application Support/Claude"
    assert (folder / "claude_desktop_config.json").exists()
