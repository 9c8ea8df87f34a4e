from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.bulk.item import Line, Problem
from headwater.actors.bulk.journal import Busy, Journal, NotOurs, forget_failures
from headwater.actors.bulk.reading import encode

LINES = [
    Line("http://a/1", text="one", digest="d1", simhash=7),
    Line("http://a/2", Problem("network", "no answer")),
    Line("http://a/3", digest="d1", duplicate_of="http://a/1"),
]


def written(path: Path) -> bytes:
    with Journal(path) as journal:
        for line in LINES:
            journal.write(encode(line))
    return path.read_bytes()


@given(st.data())
def test_whatever_a_kill_leaves_is_whole_lines_again(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("bulk") / "out.jsonl"
    whole = written(path)
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    with Journal(path) as journal:
        new = [line for line in LINES if journal.claim(line.url)]
        for line in new:
            journal.write(encode(line))
    lines = path.read_bytes().splitlines()
    assert sorted(lines) == sorted(whole.splitlines())


def test_what_is_done_is_not_claimed_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    written(path)
    with Journal(path) as journal:
        assert not journal.claim("http://a/1")
        assert not journal.claim("http://a/2")
        assert journal.claim("http://a/4")
        assert not journal.claim("http://a/4")
        assert journal.duplicates.same("d1") == "http://a/1"
        assert journal.duplicates.near(7) == "http://a/1"


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with Journal(path), pytest.raises(Busy), Journal(path):
        pass


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    with pytest.raises(NotOurs), Journal(path):
        pass
    assert path.read_text() == "my notes\n"


def test_errors_are_forgotten_on_demand(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    written(path)
    assert forget_failures(path) == 1
    with Journal(path) as journal:
        assert journal.claim("http://a/2")
        assert not journal.claim("http://a/1")
