from __future__ import annotations

import io
import json
from typing import Any

import pytest
import trio
from support.screen import Screen
from trio.testing import MockClock

from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.caller import NobodyToAsk, Watcher
from headwater.actors.doors.cli.console import Console
from headwater.kernel.client import Question

pytestmark = pytest.mark.usefixtures("tools")


def test_a_result_is_shown_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["call", "echo", "text=hello ", "times=2", "mood=loud"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "text: HELLO HELLO \n"
    assert captured.err == ""


def test_json_is_the_result_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["call", "echo", "--json", "text=é"]) == 0
    assert capsys.readouterr().out == '{"text":"é"}\n'


def test_options_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["call", "--json", "echo", "text=a", "--args", '{"times": 3}']) == 0
    assert json.loads(capsys.readouterr().out) == {"text": "aaa"}
    assert run(["call", "echo", "text=a", "--json", "times=2"]) == 0
    assert json.loads(capsys.readouterr().out) == {"text": "aa"}


def test_arguments_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"text": "from afar"}'))
    assert run(["call", "echo", "--args", "-"]) == 0
    assert capsys.readouterr().out == "text: from afar\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["call", "sulk"], "not today. Be nicer."),
        (["call", "echo"], "text: is required"),
        (["call", "echo", "text=a", "times=eleven"], "times: expected a whole number, got text"),
        (["call", "echo", "text=a", "tims=1"], "did you mean times?"),
        (["call", "ask_client"], "elicitation/create needs somebody to ask"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_failed_call_is_told_on_standard_error_and_ends_with_1(
    arguments: list[str], says: str, form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments + form) == 1
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.out == ""


def test_a_bug_is_told_without_its_details(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["call", "stumble"]) == 1
    said = capsys.readouterr()
    assert "internal error (trace " in said.err
    assert "a secret detail" not in said.out + said.err.splitlines()[-1]


def test_content_beside_the_structure_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["call", "show"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "text: shown",
        "a note",
        "[image/png, 3 bytes]",
        "[note: note://1]",
    ]


@pytest.fixture
def screen() -> Screen:
    return Screen(terminal=True)


@pytest.fixture
def watcher(screen: Screen) -> Watcher:
    return Watcher("echo", Console(screen, screen, {}))


def progress(done: float, **more: Any) -> tuple[str, dict[str, Any]]:
    return "notifications/progress", {"progressToken": "t", "progress": done, **more}


def test_progress_is_shown_on_a_line_that_changes(watcher: Watcher, screen: Screen) -> None:
    watcher.notify(*progress(1, total=2, message="half\x1b[2J"))
    watcher.notify(*progress(2, total=2))
    assert screen.text == "\r\x1b[Kecho: 1 of 2 half\\x1b[2J\r\x1b[Kecho: 2 of 2"


async def test_a_slow_call_shows_its_time(
    watcher: Watcher, screen: Screen, autojump_clock: MockClock
) -> None:
    with trio.move_on_after(2.5):
        await watcher.tick()
    assert autojump_clock.current_time() >= 2.5
    assert screen.text == "\r\x1b[Kecho: working (1 s)\r\x1b[Kecho: working (2 s)"


def test_a_tools_words_are_printed_between(watcher: Watcher, screen: Screen) -> None:
    watcher.notify("notifications/message", {"level": "warning", "data": "slow \x07source"})
    assert screen.text == "warning: slow \\x07source\n"
    assert watcher.wants_log("info")
    assert not watcher.wants_log("debug")


async def test_whoever_types_a_command_is_not_asked_back(watcher: Watcher) -> None:
    with pytest.raises(NobodyToAsk, match="sampling/createMessage"):
        await watcher.inquire({"sample": Question("sampling/createMessage")})
    assert not watcher.offers("sampling/createMessage")
