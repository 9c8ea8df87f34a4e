from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headwater import _native

texts = st.binary(max_size=200)
marks = st.lists(st.binary(min_size=1, max_size=3), max_size=4).map(tuple)


@given(texts, marks, st.integers(0, 250))
def test_the_first_mark_in_the_beginning_is_named(
    text: bytes, wanted: tuple[bytes, ...], within: int
) -> None:
    there = [place for place, mark in enumerate(wanted) if mark in text[:within]]
    assert _native.find_mark(text, wanted, within) == (there[0] if there else None)


@given(st.text("rRefFsSHh<", max_size=60), st.integers(0, 80))
def test_a_word_is_found_in_whatever_case(text: str, within: int) -> None:
    found = b"refresh" in text.encode()[:within].lower()
    assert _native.holds_word(text.encode(), b"refresh", within) == found
