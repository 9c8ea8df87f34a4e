from __future__ import annotations

import pytest
from support.screen import Screen

from headwater.actors.doors.cli.console import Console


@pytest.mark.parametrize(
    ("terminal", "environ", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    *, terminal: bool, environ: dict[str, str], coloured: bool
) -> None:
    screen = Screen(terminal=terminal)
    Console(screen, screen, environ).table(["a"], [["b"]])
    assert ("\x1b[1m" in screen.text) is coloured


def test_a_status_line_is_for_terminals() -> None:
    screen = Screen(terminal=False)
    Console(screen, screen, {}).status("working")
    assert screen.text == ""


def test_a_complaint_takes_the_status_line_away() -> None:
    screen = Screen(terminal=True)
    console = Console(screen, screen, {})
    console.status("working")
    console.complain("broken")
    assert screen.text == "\r\x1b[Kworking\r\x1b[Kbroken\n"


def test_marks_and_text_survive_a_terminal_that_knows_only_ascii() -> None:
    screen = Screen(terminal=False, encoding="ascii")
    console = Console(screen, screen, {})
    console.say(console.mark("ok"), console.mark("problem"), "é")
    assert screen.text == "+\nx\n\\xe9\n"


def test_json_is_utf_8_whatever_the_terminal_knows() -> None:
    screen = Screen(terminal=False, encoding="ascii")
    Console(screen, screen, {}).json({"a": "é"})
    assert screen.bytes.getvalue() == '{\n  "a": "é"\n}\n'.encode()


def test_rows_are_wrapped_only_where_a_width_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    wide, narrow = Screen(terminal=False), Screen(terminal=False)
    Console(wide, wide, {}).table(["a"], [["word " * 30]])
    monkeypatch.setenv("COLUMNS", "40")
    Console(narrow, narrow, {"COLUMNS": "40"}).table(["a"], [["word " * 30]])
    assert wide.text.count("\n") == 2
    assert all(len(line) <= 40 for line in narrow.text.splitlines())
