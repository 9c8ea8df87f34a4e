from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.doors.cli.table import GAP, NARROWEST, cells, table, wrap

ROWS = [["one", "a short text"], ["two", "a text that is quite a bit longer than the other"]]


def test_a_row_is_one_line_where_no_width_is_known() -> None:
    assert table(["name", "about"], ROWS) == [
        "name  about",
        "one   a short text",
        "two   a text that is quite a bit longer than the other",
    ]


def test_cells_are_wrapped_to_the_width() -> None:
    assert table(["name", "about"], ROWS, 30) == [
        "name  about",
        "one   a short text",
        "two   a text that is quite a",
        "      bit longer than the",
        "      other",
    ]


def test_wide_and_combining_characters_are_measured_as_terminals_do() -> None:
    assert cells("日本") == 4
    assert cells("e\u0301") == 1
    assert table(["a", "b"], [["日本", "x"], ["ab", "y"]]) == ["a     b", "日本  x", "ab    y"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two", 10, ["one two"]),
        ("one two three", 8, ["one two", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("a abcdefghij", 4, ["a", "abcd", "efgh", "ij"]),
        ("one\n\ntwo", 10, ["one", "", "two"]),
        ("日本語", 3, ["日", "本", "語"]),
    ],
)
def test_text_is_broken_at_spaces_where_it_can_be(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


@given(st.lists(st.lists(st.text(max_size=40), min_size=3, max_size=3)), st.integers(30, 120))
def test_no_line_is_wider_than_asked_for(rows: list[list[str]], width: int) -> None:
    rows = [[" ".join(cell.split()) for cell in row] for row in rows]
    lines = table(["first", "second", "third"], rows, width)
    narrowest = NARROWEST * 3 + 2 * len(GAP)
    assert all(cells(line) <= max(width, narrowest) for line in lines)


@given(st.text(), st.integers(2, 40))
def test_wrapping_loses_nothing_but_spaces(text: str, width: int) -> None:
    assert "".join("".join(wrap(text, width)).split()) == "".join(text.split())
