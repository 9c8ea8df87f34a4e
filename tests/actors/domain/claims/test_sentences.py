# ruff: noqa: RUF001 - texts in many scripts are what is tested
from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.claims.sentences import LONGEST, sentences_of


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences_of(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Smith met J. R. Lee et al. in St. Ives. He left.",
         ["Dr. Smith met J. R. Lee et al. in St. Ives.", "He left."]),
        ("It cost 3.5 million. Really.", ["It cost 3.5 million.", "Really."]),
        ("He said “no.” She left.", ["He said “no.”", "She left."]),
        ("我来了。你呢？好！", ["我来了。", "你呢？", "好！"]),
        ("यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("هل هذا؟ نعم.", ["هل هذا؟", "نعم."]),
        ("# Title\n\nText here.\n\n- one\n- two", ["Title", "Text here.", "one", "two"]),
        ("1. First step\n2. Second step", ["First step", "Second step"]),
        ("A line that was wrapped by a program for mail and so\ngoes on here. End.",
         ["A line that was wrapped by a program for mail and so\ngoes on here.", "End."]),
        ("Short line\nAnother line", ["Short line", "Another line"]),
        ("", []),
    ],
)  # fmt: skip
def test_sentences_end_where_readers_end_them(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


@given(st.text())
def test_sentences_are_in_order_apart_and_short(text: str) -> None:
    places = list(sentences_of(text))
    assert all(start < end <= start + LONGEST for start, end in places)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(places))


@given(st.text(st.sampled_from("ab.!?。\n #")))
def test_no_word_is_lost(text: str) -> None:
    kept = "".join(split(text))
    assert sorted(set(kept) & set("ab")) == sorted(set(text) & set("ab"))
