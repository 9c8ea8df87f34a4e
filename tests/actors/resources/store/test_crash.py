from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

import pytest
from support.shelves import command, environment, put, run, shelf

from headwater.actors.messages.faults import StoreDamaged


def numbers(home: Path, who: str) -> list[int]:
    at = shelf(home)
    found = at.get_all("t", who)
    at.close()
    assert not [record for record in found if isinstance(record, StoreDamaged)]
    kept = [record.payload for record in found if not isinstance(record, StoreDamaged)]
    return [int(payload.rstrip(b".")) for payload in kept]


def start(home: Path, who: str) -> subprocess.Popen[str]:
    arguments = command(home, who)
    return subprocess.Popen(arguments, env=environment(), stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    chance = random.Random(5)  # noqa: S311 - repeatable chance
    for round_ in range(8):
        who = f"writer{round_}"
        with start(tmp_path, who) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0, 0.15))  # no clock of ours: the child's progress is real
            child.kill()
            said = [1, *(int(line) for line in child.stdout if line.endswith("\n"))]
        kept = numbers(tmp_path, who)
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) in {said[-1], said[-1] + 1}


@pytest.mark.slow
def test_two_processes_write_to_one_store_and_a_third_sees_all_at_once(tmp_path: Path) -> None:
    children = [start(tmp_path, who) for who in ("left", "right")]
    at = shelf(tmp_path)
    for child in children:
        assert child.stdout is not None
        assert [child.stdout.readline() for _ in range(20)][-1] == "20\n"
    seen = [len(at.get_all("t", who)) for who in ("left", "right")]
    assert min(seen) >= 20
    (tmp_path / "stop").touch()
    said = [int(["20", *child.communicate()[0].split()][-1]) for child in children]
    at.close()
    assert [numbers(tmp_path, who) for who in ("left", "right")] == [
        list(range(1, count + 1)) for count in said
    ]


@pytest.mark.slow
def test_a_write_is_seen_by_another_process_as_soon_as_it_is_acknowledged(tmp_path: Path) -> None:
    at = shelf(tmp_path)
    put(at, "ours", b"here")
    seen = run("print(get(at, 'ours').decode())\nput(at, 'theirs', b'there')", tmp_path)
    assert seen == "here\n"
    record = at.get("t", "theirs")
    assert record is not None
    assert record.payload == b"there"
    at.close()


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_writes_does_not_hold_up_the_others(
    tmp_path: Path,
) -> None:
    chance = random.Random(7)  # noqa: S311 - repeatable chance
    with start(tmp_path, "survivor") as survivor:
        assert survivor.stdout is not None
        said = [int(survivor.stdout.readline())]
        for round_ in range(5):
            with start(tmp_path, f"victim{round_}") as victim:
                assert victim.stdout is not None
                assert victim.stdout.readline()
                time.sleep(chance.uniform(0, 0.05))
                victim.kill()
            said += [int(survivor.stdout.readline()) for _ in range(20)]
        (tmp_path / "stop").touch()
        said += [int(line) for line in survivor.stdout]
    assert numbers(tmp_path, "survivor") == list(range(1, said[-1] + 1))
    for round_ in range(5):
        kept = numbers(tmp_path, f"victim{round_}")
        assert kept == list(range(1, len(kept) + 1))
