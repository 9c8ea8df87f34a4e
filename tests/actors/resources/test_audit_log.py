from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from headwater.actors.resources import audit
from headwater.actors.resources.audit import AuditLog, recording


def test_lines_are_appended_to_a_file_of_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "audit.jsonl"
    before = os.umask(0)
    try:
        for line in (b"one\n", b"two\n"):
            with recording(str(path), enabled=True) as record:
                assert record is not None
                record(line)
    finally:
        os.umask(before)
    assert path.read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_nothing_is_recorded_when_the_operator_says_so(tmp_path: Path) -> None:
    with recording(str(tmp_path / "audit.jsonl"), enabled=False) as record:
        assert record is None
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_stopped_reading_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr(audit, "_STDERR", writing)
    log = AuditLog()
    for _ in range(2_000):
        log.write(b"x" * 99 + b"\n")
    os.set_blocking(reading, False)
    os.read(reading, 1_000_000)
    log.write(b"last\n")
    assert b'"audit_gap"' in os.read(reading, 1_000_000)
    os.close(reading)
    os.close(writing)
