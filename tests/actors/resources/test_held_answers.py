from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from headwater.actors.messages.providers import Request
from headwater.actors.providers.provider import Operation
from headwater.actors.resources.answers import MEMORY, Answers, Known
from headwater.actors.resources.store.store import Store


def operation(ttl: float = 60.0, gives: Any = list[str]) -> Operation:
    return Operation(lambda _, __: Request(), lambda _, __: [], gives=gives, ttl=ttl)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = Store(str(tmp_path), clock=lambda: 1000.0)
    yield made
    made.close()


async def test_an_answer_is_good_until_its_time_is_up(store: Store) -> None:
    answers = Answers(store)
    answers.save("k", Known(["a"], 1000.0), operation())
    found = await answers.find("k", operation(), 1059.0)
    assert found is not None
    assert found.answer == ["a"]
    assert await answers.find("k", operation(), 1060.0) is None
    assert await answers.find("k", operation(), 999.0) is None  # the clock was set back
    assert await answers.find("other", operation(), 1000.0) is None


async def test_what_is_not_to_be_kept_is_not(store: Store) -> None:
    answers = Answers(store)
    answers.save("k", Known(["a"], 1000.0), operation(ttl=0))
    assert await answers.find("k", operation(), 1000.0) is None


async def test_another_run_finds_it_unless_its_shape_has_changed(store: Store) -> None:
    Answers(store).save("k", Known(["a"], 1000.0), operation())
    found = await Answers(store).find("k", operation(), 1000.0)
    assert found is not None
    assert found.answer == ["a"]
    assert await Answers(store).find("k", operation(gives=dict[str, int]), 1000.0) is None


async def test_memory_is_bounded_and_large_answers_come_from_the_store(store: Store) -> None:
    answers = Answers(store)
    large = ["x" * (MEMORY + 1)]
    answers.save("large", Known(large, 1000.0), operation())
    for number in range(8):
        answers.save(str(number), Known(["y" * (MEMORY // 4)], 1000.0), operation())
    assert answers._recent.size <= MEMORY
    found = await answers.find("large", operation(), 1000.0)
    assert found is not None
    assert found.answer == large
