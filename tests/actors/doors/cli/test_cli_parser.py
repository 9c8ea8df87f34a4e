from __future__ import annotations

import pytest

from headwater import __version__
from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.parser import ORDER, find

COMMANDS = ["serve", "tools", "call", "extract", "install", "doctor", "config", "store", "sessions"]
COMMANDS += ["lenses", "bulk", "topology", "demo", "bench"]


def test_every_command_is_found_and_has_its_place() -> None:
    assert list(find()) == COMMANDS == list(ORDER)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_names_every_command_and_the_exit_codes(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 0
    said = capsys.readouterr().out
    assert all(f"\n  {name} " in said for name in COMMANDS)
    assert "exit codes: 0 fine; 1 the call or a check failed; 2 wrong usage" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert f"usage: headwater {name}" in capsys.readouterr().out


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"headwater {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tols"], "unknown command 'tols'; did you mean tools?"),
        (["zzz"], "there are serve, tools, call"),
        (["tools", "--jsn"], "unrecognized arguments: --jsn"),
        (["tools", "--js"], "unrecognized arguments: --js"),
        (["--verbose"], "the following arguments are required: command"),
        (["call"], "the following arguments are required: tool"),
        (["install", "emacs"], "invalid choice: 'emacs'"),
        (["install", "cursor", "--write", "--print"], "not allowed with"),
        (["config", "paths"], "invalid choice: 'paths'"),
        (["serve", "--toolsets", ","], "--toolsets takes names separated by commas"),
    ],
)
def test_wrong_usage_is_said_and_ends_with_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("command", ["tools", "config", "call echo", "serve --toolsets a"])
def test_settings_that_cannot_be_used_end_every_command_with_2(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_CONFIG", "/no/such/file")
    assert run(command.split()) == 2
    assert (
        capsys.readouterr().err == "headwater: HEADWATER_CONFIG: there is no file /no/such/file\n"
    )
