from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.markdown import (
    Emphasis,
    Span,
    escape,
    fenced,
    guarded,
    inline,
    link,
    table,
)

BOLD: frozenset[Emphasis] = frozenset({"bold"})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("snake_case", "snake_case"),
        ("_x_", "\\_x\\_"),
        ("2 * 3", "2 * 3"),
        ("*x*", "\\*x\\*"),
        ("a<b", "a\\<b"),
        ("1 < 2", "1 < 2"),
        ("[1](x)", "[1]\\(x)"),
        ("[1] and (x)", "[1] and (x)"),
        ("C:\\data", "C:\\data"),
        ("\\*", "\\\\\\*"),
    ],
)
def test_only_what_would_be_a_mark_is_escaped(text: str, written: str) -> None:
    assert escape(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [("# x", "\\# x"), ("- x", "\\- x"), ("1. x", "1\\. x"), ("1.5 x", "1.5 x"), ("> x", "\\> x"),
     ("---", "\\---"), ("x", "x")],
)  # fmt: skip
def test_a_paragraph_is_not_mistaken_for_anything_else(text: str, written: str) -> None:
    assert guarded(text) == written


def test_neighbours_in_the_same_manner_share_their_marks() -> None:
    spans = [Span("a", BOLD), Span(" ", BOLD), Span("b ", BOLD), Span("c")]
    assert inline(spans) == "**a b** c"


@pytest.mark.parametrize(
    ("words", "target", "written"),
    [
        (" a ", "https://x.test/(1)", " [a](https://x.test/%281%29) "),
        ("a", "javascript:alert(1)", "a"),
        ("a", "data:text/html,x", "a"),
        ("a", "file:///etc/passwd", "a"),
        ("a", "https://x.test/ b", "a"),
        ("  ", "https://x.test/", "  "),
        ("a", "https://x.test/" + "y" * 3000, "a"),
    ],
)
def test_a_link_leads_only_where_it_may(words: str, target: str, written: str) -> None:
    assert link(words, target) == written


def test_a_table_has_no_empty_rows_or_columns_and_its_bars_are_no_borders() -> None:
    rows = [["a", "", "b|c"], ["", "", ""], ["x\ny", "", "\\|"]]
    assert table(rows) == "| a | b\\|c |\n| --- | --- |\n| x y | \\| |"
    assert table([["", ""]]) == ""


def test_a_fence_is_longer_than_any_inside() -> None:
    assert fenced("x\n````\ny") == "`````\nx\n````\ny\n`````"


@given(st.lists(st.lists(st.text(max_size=8), max_size=5), max_size=6))
def test_every_line_of_a_table_has_as_many_cells(rows: list[list[str]]) -> None:
    lines = table(rows).splitlines()
    bars = {len(line.replace("\\|", "").replace("\\\\", "").split("|")) for line in lines}
    assert len(bars) <= 1
