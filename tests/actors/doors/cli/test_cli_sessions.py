from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from support.sessions import Desk, Wall

from headwater.actors.doors.cli import run
from headwater.actors.doors.cli.command import FAILED, USAGE
from headwater.kernel.environment import data_path

Said = Callable[..., str]


@pytest.fixture
def folder(home: Path) -> Path:
    return Path(data_path({"HOME": str(home)}))


@pytest.fixture
def kept(folder: Path) -> list[str]:
    """Two sessions, the last used first."""

    async def begin() -> list[str]:
        clock = Wall()
        clock.now = 4_000_000_000.0  # nothing that was used in 2096 has expired yet
        desk = Desk(folder, clock)
        first = await desk.begin(goal="why rivers\x1b[31m rise", gap="where?")
        await desk.step(first.id, 2, branch="melt", branch_from=1)
        clock.now += 1
        second = await desk.begin(goal="x", description="word " * 6000)
        desk.close()
        return [second.id, first.id]

    return trio.run(begin)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What a command prints when all goes well."""

    def printed(*arguments: str) -> str:
        assert run(["sessions", *arguments]) == 0
        return capsys.readouterr().out

    return printed


def test_without_sessions_nothing_is_wrong_and_no_store_is_made(folder: Path, said: Said) -> None:
    assert said("ls") == "there are no sessions\n"
    assert json.loads(said("ls", "--json")) == {"sessions": []}
    assert not folder.exists()


def test_ls_shows_the_last_used_first_and_obeys_no_control_characters(
    kept: list[str], said: Said
) -> None:
    lines = said("ls").splitlines()
    assert [line.split()[0] for line in lines[1:]] == kept
    assert "why rivers\\x1b[31m rise" in lines[2]
    rows = json.loads(said("ls", "--json"))["sessions"]
    assert [row["id"] for row in rows] == kept
    assert rows[1]["goal"] == "why rivers\x1b[31m rise"


def test_show_tells_where_the_research_stands(kept: list[str], said: Said) -> None:
    assert "stepCount: 2" in said("show", kept[1])
    assert json.loads(said("show", kept[1], "--step", "2", "--json"))["step"]["branchId"] == "melt"


@pytest.mark.parametrize(
    ("form", "start"), [("markdown", "# x"), ("json", '{"id"'), ("html", "<!doctype html>")]
)
def test_export_writes_a_report_whole_however_large(
    kept: list[str], said: Said, tmp_path: Path, form: str, start: str
) -> None:
    printed = said("export", kept[0], "--format", form)
    assert printed.startswith(start)
    assert printed.count("word word word") > 0
    target = tmp_path / "report"
    assert "KiB" in said("export", kept[0], "--format", form, "--output", str(target))
    assert len(target.read_bytes()) > 30_000


def test_an_id_may_be_cut_short(kept: list[str], said: Said) -> None:
    unlike = next(place for place in range(36) if kept[0][place] != kept[1][place])
    assert kept[1] in said("show", kept[1][: unlike + 1])


def test_rm_forgets_a_session(kept: list[str], said: Said) -> None:
    assert said("rm", kept[0], "--yes") == f"removed {kept[0]}\n"
    assert [row["id"] for row in json.loads(said("ls", "--json"))["sessions"]] == kept[1:]


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["ls", "x"], USAGE, "takes no ID"),
        (["show"], USAGE, "needs an ID"),
        (["rm", "x"], USAGE, "--yes"),
        (["ls", "--output", "x"], USAGE, "go with export"),
        (["export", "x", "--step", "1"], USAGE, "--step goes with show"),
        (["show", "unknown"], FAILED, "Session not found or expired"),
        (["export", "unknown"], FAILED, "Session not found or expired"),
        (["rm", "unknown", "--yes"], FAILED, "Session not found or expired"),
        (["show", ""], USAGE, "needs an ID"),
    ],
)
def test_what_cannot_be_done_is_said(
    kept: list[str],
    arguments: list[str],
    code: int,
    problem: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert kept
    assert run(["sessions", *arguments]) == code
    assert problem in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    kept: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sessions", "export", kept[1], "--output", "/nowhere/report.md"]) == FAILED
    assert "cannot write /nowhere/report.md" in capsys.readouterr().err
