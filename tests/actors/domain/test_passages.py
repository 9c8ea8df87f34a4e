from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.passages import passages_of

TEXT = """# Rivers

Rivers carry water from hills to the sea.

## Chalk streams

Chalk streams are fed by groundwater and stay at a constant temperature.

Their trout are well known.

## Deserts

Deserts have little water, and camels.
"""


def test_only_passages_about_the_question_come_back_in_order() -> None:
    found = passages_of(TEXT, "What feeds a chalk stream? groundwater")
    assert [passage.text.splitlines()[0] for passage in found] == ["## Chalk streams"]
    assert all(TEXT[one.offset : one.offset + len(one.text)] == one.text for one in found)


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    found = passages_of(TEXT, "water camels")
    best = max(found, key=lambda passage: passage.score)
    assert "camels" in best.text
    assert [one.offset for one in found] == sorted(one.offset for one in found)


@pytest.mark.parametrize("query", ["volcano", "the of and", "", "?!"])
def test_a_question_that_the_text_does_not_touch_finds_nothing(query: str) -> None:
    assert passages_of(TEXT, query) == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Ein Café am Fluss.\n\nAnderes.", "CAFE"),
        ("我们研究了河流。\n\n別的。", "河流"),
        ("Streams flooded.\n\nOther.", "stream flooding"),
    ],
)
def test_words_match_without_case_accents_and_endings(text: str, query: str) -> None:
    assert passages_of(text, query)[0].offset == 0


@given(st.text(st.sampled_from("ab #\n中é")), st.text(st.sampled_from("ab 中é"), max_size=8))
def test_every_passage_is_a_piece_of_the_text(text: str, query: str) -> None:
    for one in passages_of(text, query):
        assert text[one.offset : one.offset + len(one.text)] == one.text


def test_a_long_text_takes_time_in_proportion() -> None:
    began = time.thread_time()
    passages_of("word and stream " * 20_000, "stream")
    assert time.thread_time() - began < 2
