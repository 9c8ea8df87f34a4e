from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.citation.text import clean, fold, sort_key


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("  two\t words \n", "two words"),
        ("A title\r\nER  - \r\nTY  - BOOK", "A title ER - TY - BOOK"),
        ("line\u2028separator\x85here", "line separator here"),
        ("zero\u200bwidth\ufeff and so\u00adft", "zerowidth and soft"),
        ("\u202eesrever\u202c \u2066isolate\u2069", "esrever isolate"),
        ("nul\x00 bell\x07 \x1b[31mred\x1b[0m", "nul bell red"),
        ("tag\U000e0041\U000e0042 characters", "tag characters"),
        ("e\u0301", "é"),
        ("نمی\u200cخواهم", "نمی\u200cخواهم"),  # noqa: RUF001 - Persian needs the joiner
        ("ab\u200ccd\u200d", "abcd"),  # Latin does not
        ("中文标题", "中文标题"),
    ],
)
def test_a_value_is_one_line_of_visible_characters(written: str, printed: str) -> None:
    assert clean(written) == printed


@given(st.text())
def test_cleaning_twice_is_cleaning_once_and_leaves_no_controls(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert not any(unicodedata.category(char) in {"Cc", "Zl", "Zp", "Cs"} for char in once)


@pytest.mark.parametrize(
    ("written", "compared"),
    [("Ångström", "angstrom"), ("STRASSE", "strasse"), ("straße", "strasse"), ("Øyvind", "oyvind")],
)
def test_folding_takes_case_and_accents_away(written: str, compared: str) -> None:
    assert fold(written) == compared


def test_sorting_ignores_case_accents_and_an_opening_quotation_mark() -> None:
    lines = ["zeta", "“Beta”", "Álpha", "[Gamma]", "alpine"]
    assert sorted(lines, key=sort_key) == ["Álpha", "alpine", "“Beta”", "[Gamma]", "zeta"]
