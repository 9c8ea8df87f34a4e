"""Programs beside us fail in ways of their own; a run goes on without them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.benchmarks import peers, suite
from headwater.benchmarks.case import Case, Measured, Plan
from headwater.benchmarks.client import Call, started
from headwater.benchmarks.peers.peer import LeftOut, Peer
from headwater.benchmarks.report import terminal

WITH = Plan(peers=True)
SILENT = "import sys\nfor line in sys.stdin: pass"


def measure_or_fail(peer: Peer) -> float:
    problems: dict[str, Exception] = {
        "absent": LeftOut("cannot be installed: no matching distribution"),
        "wrong": AssertionError("not the answer that was expected"),
        "slow": subprocess.TimeoutExpired(["slow"], 120.0),
    }
    if peer.name in problems:
        raise problems[peer.name]
    return 2.0


def test_a_peer_that_fails_is_left_out_with_its_reason() -> None:
    some = [Peer(name, "1") for name in ("absent", "wrong", "slow", "good")]
    found = peers.beside(WITH, some, measure_or_fail)
    assert found.found == {"good": 2.0}
    assert found.left_out == {
        "absent": "cannot be installed: no matching distribution",
        "wrong": "AssertionError: not the answer that was expected",
        "slow": "took longer than 120 s",
    }
    row = suite.Row("a/case", "", Measured(1.0, peers=found.found, left_out=found.left_out))
    assert "slow left out: took longer than 120 s" in terminal.cells(row)[-1]


def test_peers_are_not_touched_unless_asked_for() -> None:
    assert peers.beside(Plan(), [Peer("absent", "1")], measure_or_fail) == peers.Beside()


def test_a_package_that_does_not_exist_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("venv.create", lambda *_, **__: None)
    with pytest.raises(LeftOut, match="cannot be installed"):
        Peer("no-such-package", "0").script("extract.py")


def test_a_server_that_never_answers_is_ended() -> None:
    with (
        pytest.raises(AssertionError, match="took too long"),
        started([sys.executable, "-c", SILENT], lifetime=0.2),
    ):
        pass


def fails() -> Measured:
    raise AssertionError("wrong")


def found() -> Measured:
    return Measured(1.0)


@pytest.mark.parametrize(("work", "fine"), [(fails, False), (found, True)])
def test_a_case_that_fails_is_shown_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, *, work: Callable[[], Measured], fine: bool
) -> None:
    cases = [Case("a/first", "", work), Case("a/second", "", found)]
    monkeypatch.setattr(suite, "find", lambda *_: iter(cases))
    results = suite.run(Plan(), [], lambda _: None)
    assert results.is_fine is fine
    assert results.rows[1].measured == Measured(1.0)
    assert (terminal.cells(results.rows[0])[-2] == "ok") is fine


def interrupted() -> Measured:
    raise KeyboardInterrupt


def test_an_interrupted_run_shows_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [Case("a/first", "", found), Case("a/second", "", interrupted), Case("a/3", "", found)]
    monkeypatch.setattr(suite, "find", lambda *_: iter(cases))
    results = suite.run(Plan(), [], lambda _: None)
    assert [row.name for row in results.rows] == ["a/first"]
    assert not results.whole
    assert not results.is_fine


def test_an_answer_without_its_proof_does_not_count() -> None:
    with started() as client, pytest.raises(AssertionError, match="not the answer"):
        client.many("format_bibliography", [Call({"sources": []}, b"absent words")], 1)
