from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.excerpt import (
    byte_offsets,
    estimated_tokens,
    part_of,
    size_category,
)

TEXTS = st.text(st.sampled_from("ab. \n!é中👩"), max_size=300)


@given(TEXTS, st.integers(1, 50))
def test_parts_make_up_the_whole_and_none_is_too_long(text: str, limit: int) -> None:
    pieces: list[str] = []
    start = 0
    while start >= 0:
        part = part_of(text, start, limit)
        pieces.append(part.text)
        assert len(part.text.encode()) <= max(limit, 4)  # one character at least
        assert part.next < 0 or part.next > start
        start = part.next
    assert "".join(pieces) == text


@pytest.mark.parametrize(
    ("text", "limit", "first"),
    [
        ("One.\n\nTwo is longer. And more.", 14, "One.\n\nTwo is "),
        ("First part.\n\nSecond part here", 20, "First part.\n\n"),
        ("A sentence here. Another one", 22, "A sentence here. "),
        ("no stops in this text at all", 14, "no stops in "),
        ("ééééé", 5, "éé"),
        ("這是一句。後面還有", 18, "這是一句。"),
    ],
)
def test_a_part_ends_with_a_paragraph_a_sentence_or_a_word(
    text: str, limit: int, first: str
) -> None:
    assert part_of(text, 0, limit).text == first


def test_a_start_inside_a_character_moves_to_its_beginning() -> None:
    assert part_of("é!", 1, 10).text == "é!"
    assert part_of("abc", 99, 10).text == ""


@given(TEXTS, st.data())
def test_offsets_in_characters_become_offsets_in_bytes(text: str, data: st.DataObject) -> None:
    offsets = sorted(data.draw(st.lists(st.integers(0, len(text)))))
    assert byte_offsets(text, offsets) == [len(text[:at].encode()) for at in offsets]


@pytest.mark.parametrize(
    ("length", "size"),
    [(0, "small"), (4_999, "small"), (5_000, "medium"), (20_000, "large"), (50_000, "very_large")],
)
def test_sizes_have_names(length: int, size: str) -> None:
    assert size_category(length) == size
    assert estimated_tokens(length) == length // 4
