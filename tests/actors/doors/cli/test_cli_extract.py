from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.standin import standing_in

from headwater.actors.doors.cli import run

PROSE = "The river rises where rain has soaked through chalk, and it runs clear all year. " * 4
PAGE = (
    f"<nav><a href=/>Home</a></nav><main><h1>Chalk</h1><p>{PROSE}<a href=/mill>Mill</a></p></main>"
)


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    return str(file)


def test_a_file_is_printed_as_markdown(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extract", page, "--url", "https://h.test/a/b"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Chalk\n\nThe river rises")
    assert "[Mill](https://h.test/mill)" in out
    assert "Home" not in out


def test_a_page_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(PAGE.encode())))
    assert run(["extract", "-", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["outline"] == [[1, "Chalk", 0]]


def test_every_block_is_explained(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extract", page, "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("drop") and "unlikely" in line and "Home" in line for line in lines)
    assert any(line.startswith("keep") and "likely" in line and "rises" in line for line in lines)
    assert lines[-1].endswith("% right")


def test_the_explanation_is_there_for_programs(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["extract", page, "--explain", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"document", "blocks"}
    assert [len(block) for block in told["blocks"]] == [5] * len(told["blocks"])


def test_a_file_that_cannot_be_read_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extract", "no/such/file.html"]) == 2
    assert "cannot read no/such/file.html" in capsys.readouterr().err


def test_a_private_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extract", "http://127.0.0.1/"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "127.0.0.1" in captured.err


@pytest.mark.slow
def test_an_address_is_fetched_as_the_server_fetches_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLOW_PRIVATE_IPS", "true")
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path))
    with standing_in() as site:
        site.gives("/chalk", PAGE.encode(), media="text/html")
        assert run(["extract", f"{site.root}/chalk"]) == 0
        assert f"[Mill]({site.root}/mill)" in capfd.readouterr().out
