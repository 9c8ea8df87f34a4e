from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.doors.cli.render import printable, render

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ({"style": "apa", "count": 3}, ["style: apa", "count: 3"]),
        ({"found": True, "lost": False, "none": None}, ["found: yes", "lost: no", "none: none"]),
        ({"text": "one\ntwo"}, ["text:", "  one", "  two"]),
        ({"outer": {"inner": 1}}, ["outer:", "  inner: 1"]),
        ({"names": ["a", "b"]}, ["names: a, b"]),
        ({"names": []}, ["names: none"]),
        ({"texts": ["a\nb", "c"]}, ["texts:", "  - a", "    b", "  - c"]),
        (
            {"hits": [{"url": "x", "score": 1}, {"url": "yy", "note": "n"}]},
            ["hits:", "  url  score  note", "  x    1", "  yy          n"],
        ),
        (
            {"hits": [{"url": "x", "text": "a\nb"}, {"url": "y", "text": "c"}]},
            ["hits:", "  - url: x", "    text:", "      a", "      b", "  - url: y", "    text: c"],
        ),
        ("plain", ["plain"]),
        ({}, []),
    ],
)
def test_a_result_reads_like_notes(value: Any, lines: list[str]) -> None:
    assert render(value) == lines


def test_objects_that_are_too_wide_for_a_table_are_listed() -> None:
    wide = [{"url": "https://example.org/" + "a" * 40, "title": "b" * 60}]
    assert render(wide, 80)[0].startswith("- url: ")


def test_long_values_are_wrapped_and_indented() -> None:
    assert render({"about": "one two three four five six"}, 22) == [
        "about: one two three",
        "  four five six",
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a\\x1b[31mred"),
        ("a\rb", "a\\x0db"),
        ("a\r\nb", "a\nb"),
        ("\x9b2J", "\\x9b2J"),
        ("abc\u202edef", "abc\\u202edef"),
        ("tab\tstays, so does é", "tab\tstays, so does é"),
    ],
)
def test_text_from_outside_cannot_steer_the_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(JSON, st.none() | st.integers(20, 100))
def test_anything_can_be_shown_and_nothing_steers(value: Any, width: int | None) -> None:
    assert not any("\x1b" in line or "\n" in line for line in render(value, width))
