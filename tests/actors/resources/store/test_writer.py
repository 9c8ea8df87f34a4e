from __future__ import annotations

import threading
from typing import Any

import pytest

from headwater.actors.resources.store import writer
from headwater.actors.resources.store.writer import PLENTY, Apply, Operation, Writer
from headwater.kernel.faults import Fault


class Commits:
    """Notes how many operations each commit held; `done` says when that many were written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(writer, "LINGER", 2.0)  # longer than a busy machine pauses a thread
        self.sizes: list[int] = []
        self.writer = Writer("test", self._commit, lambda: False)
        self._written = threading.Semaphore(0)

    def _commit(self, work: list[Apply]) -> list[Any]:
        self.sizes.append(len(work))
        return [None] * len(work)

    def submit(self, *, hurry: bool, size: int = 0) -> None:
        def done(_: Any, fault: Fault | None) -> None:
            assert fault is None
            self._written.release()

        self.writer.submit(Operation(lambda: lambda _: None, done, size, hurry=hurry))

    def wait(self, count: int) -> bool:
        return all(self._written.acquire(timeout=60) for _ in range(count))


def test_what_has_no_hurry_is_written_together_and_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    commits = Commits(monkeypatch)
    for _ in range(20):
        commits.submit(hurry=False)
    assert commits.wait(20)
    assert sum(commits.sizes) == 20
    assert len(commits.sizes) < 20
    commits.writer.close()


def test_what_has_hurry_takes_along_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    commits = Commits(monkeypatch)
    commits.submit(hurry=False)
    commits.submit(hurry=False)
    commits.submit(hurry=True)
    assert commits.wait(3)
    assert sum(commits.sizes) == 3
    assert len(commits.sizes) < 3
    commits.writer.close()


def test_a_plenty_of_bytes_is_written_at_once_and_the_rest_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commits = Commits(monkeypatch)
    commits.submit(hurry=False, size=PLENTY)
    assert commits.wait(1)
    commits.submit(hurry=False)
    commits.writer.close()
    assert commits.sizes == [1, 1]
