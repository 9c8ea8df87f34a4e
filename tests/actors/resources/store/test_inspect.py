from __future__ import annotations

import base64
from pathlib import Path

import pytest
from support.shelves import put, wait

from headwater.actors.resources.store import inspect
from headwater.actors.resources.store.check import DAMAGED
from headwater.actors.resources.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(str(tmp_path), megabytes=16)
    artifacts, sessions = made.shelves
    put(artifacts, "page", b"body", table="pages")
    put(artifacts, "old", b"gone", table="pages", expires=1.0)
    wait(sessions.submit_append, "steps", "s1", b"one")
    wait(sessions.submit_append, "steps", "s1", b"two")
    return made


def test_info_counts_what_is_kept(store: Store) -> None:
    artifacts, sessions = inspect.info(store)
    assert (artifacts.records, sessions.records) == ({"pages": 1}, {"steps": 2})
    assert (artifacts.cap, sessions.cap) == (16 * 1024 * 1024, None)
    assert 0 < sessions.used <= sessions.file
    store.close()


def test_ls_show_and_export_show_the_same_records(store: Store) -> None:
    rows = inspect.ls(store)
    assert [(row.table, row.name, row.bytes) for row in rows] == [
        ("steps", "s1", 3),
        ("steps", "s1", 3),
        ("pages", "page", 4),
    ]
    shown = inspect.show(store, "steps", "s1")
    assert shown is not None
    assert shown.payloads == (b"one", b"two")
    assert inspect.show(store, "steps", "s2") is None
    lines = list(inspect.export(store))
    assert sorted(base64.b64decode(line["payload"]) for line in lines) == [b"body", b"one", b"two"]
    store.close()


def test_rm_removes_everything_under_a_name(store: Store) -> None:
    assert inspect.rm(store, "steps", "s1") == 2
    assert inspect.rm(store, "steps", "s1") == 0
    assert [row.name for row in inspect.ls(store)] == ["page"]
    store.close()


def test_gc_removes_what_has_expired_and_what_was_set_aside(store: Store, tmp_path: Path) -> None:
    (tmp_path / "sessions" / DAMAGED).write_bytes(b"12345")
    cleaned = inspect.gc(store)
    assert cleaned.set_aside == 5
    assert inspect.gc(store) == inspect.Cleaned(0, 0)
    store.close()
