from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shelves import get, put, run, shelf, wait

from headwater.actors.messages.faults import StoreDamaged, StoreFull, StoreUnavailable
from headwater.actors.resources.store import environment
from headwater.actors.resources.store.check import DATA
from headwater.actors.resources.store.shelf import Shelf


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


NAMES = st.sampled_from(["", "a", "b", "https://example.org/?q=ä", "x" * 3000])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), NAMES, st.binary(max_size=20_000)),
        st.tuples(st.just("soon"), NAMES, st.binary(max_size=200)),
        st.tuples(st.just("append"), NAMES, st.binary(max_size=200)),
        st.tuples(st.just("delete"), NAMES, st.none()),
        st.tuples(st.just("reopen"), st.none(), st.none()),
        st.tuples(st.just("later"), st.none(), st.binary(min_size=1, max_size=40)),
    ),
    max_size=25,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(STEPS)
def test_a_shelf_behaves_like_a_dictionary_that_forgets(
    steps: list[tuple[str, str, bytes]],
) -> None:
    clock = Clock()
    single: dict[str, tuple[bytes, float]] = {}
    lists: dict[str, list[bytes]] = {}
    with tempfile.TemporaryDirectory() as home:
        at = shelf(Path(home), clock=clock)
        for step, name, value in steps:
            if step == "put":
                put(at, name, value, expires=clock.now + 60)
                single[name] = (value, clock.now + 60)
            elif step == "soon":
                at.put("t", name, value)
                single[name] = (value, float("inf"))
            elif step == "append":
                lists.setdefault(name, []).append(value)
                assert wait(at.submit_append, "list", name, value) == len(lists[name])
            elif step == "delete":
                wait(at.submit_delete, "t", name)
                wait(at.submit_delete, "list", name)
                single.pop(name, None)
                lists.pop(name, None)
            elif step == "later":
                clock.now += len(value)
            else:
                at.close()
                at = shelf(Path(home), clock=clock)
            for known, (expected, until) in single.items():
                assert get(at, known) == (expected if until > clock.now else None)
            for known, items in lists.items():
                assert payloads(at, known) == items
        at.close()


def payloads(at: Shelf, name: str, table: str = "list") -> list[bytes]:
    found = at.get_all(table, name)
    return [record.payload for record in found if not isinstance(record, StoreDamaged)]


def test_what_is_put_can_be_read_before_it_is_written(tmp_path: Path) -> None:
    at = shelf(tmp_path, "artifacts")
    holding, held = threading.Event(), threading.Event()

    def slow(*_: object) -> None:
        held.set()
        holding.wait(60)

    at.submit_put("t", "first", b"", done=slow)  # keeps the writer busy
    held.wait(60)
    at.put("t", "second", b"value")
    assert get(at, "second") == b"value"
    holding.set()
    at.close()
    assert get(shelf(tmp_path, "artifacts"), "second") == b"value"


def test_expired_records_are_unreadable_at_once_and_gone_after_the_sweep(tmp_path: Path) -> None:
    clock = Clock()
    at = shelf(tmp_path, clock=clock)
    for number in range(600):
        at.put("t", str(number), b"x", expires=clock.now + 10)
    put(at, "kept", b"y")
    clock.now += 11
    assert get(at, "5") is None
    assert at.open().sweep() == 600
    opened = at.open()
    trees = opened.records.trees
    entries = opened.environment.read(
        lambda transaction: [transaction.stat(trees[name])["entries"] for name in environment.TREES]
    )
    assert entries == [1, 0, 1]
    assert get(at, "kept") == b"y"
    at.close()


@pytest.mark.slow
def test_the_oldest_goes_when_the_cap_is_reached(tmp_path: Path) -> None:
    cap = 4 * 1024 * 1024
    clock = Clock()
    at = shelf(tmp_path, "artifacts", cap=cap, clock=clock)
    for number in range(200):
        clock.now += 1
        put(at, str(number), os.urandom(100_000))
    put(at, "last", b"")
    at.close()
    again = shelf(tmp_path, "artifacts", cap=cap, clock=clock)
    kept = [number for number in range(200) if get(again, str(number)) is not None]
    assert kept == list(range(200 - len(kept), 200))
    assert 30 <= len(kept) <= 41
    assert (tmp_path / "artifacts" / DATA).stat().st_size < 3 * cap
    again.close()


@pytest.mark.slow
def test_the_map_grows_and_a_second_process_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "START", 256 * 1024)
    at = shelf(tmp_path)
    put(at, "early", b"1")
    run(
        "for number in range(20):\n"
        "    put(at, f'big{number}', b'%d' % number + os.urandom(200_000))\n",
        tmp_path,
    )
    before = at.others()
    assert before > 0
    assert (get(at, "big19") or b"").startswith(b"19")
    put(at, "late", os.urandom(3_000_000))
    assert get(at, "early") == b"1"
    assert at.others() == before
    at.close()


def test_a_queue_that_is_full_refuses_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.actors.resources.store.writer.QUEUED", 1000)
    at = shelf(tmp_path, "artifacts")
    holding, held = threading.Event(), threading.Event()

    def slow(*_: object) -> None:
        held.set()
        holding.wait(60)

    at.submit_put("t", "first", b"", done=slow)
    held.wait(60)
    at.put("t", "fits", b"x" * 900)
    with pytest.raises(StoreFull):
        at.put("t", "too much", b"x" * 900)
    assert get(at, "too much") is None
    holding.set()
    at.close()
    with pytest.raises(StoreUnavailable):
        at.put("t", "late", b"")
    assert get(shelf(tmp_path, "artifacts"), "fits") == b"x" * 900


def test_a_home_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    at = shelf(tmp_path / "file" / "home")
    with pytest.raises(StoreUnavailable):
        at.get("t", "a")
    with pytest.raises(StoreUnavailable):
        put(at, "a", b"")
    at.close()
