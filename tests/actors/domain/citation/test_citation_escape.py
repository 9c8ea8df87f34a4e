from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.citation.escape import address, escaped, protected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("R&D: 50% of $5 #1 a_b", r"R\&D: 50\% of \$5 \#1 a\_b"),
        ("{x}", r"\textbraceleft{}x\textbraceright{}"),
        ("~^\\", r"\textasciitilde{}\textasciicircum{}\textbackslash{}"),
        ('say "hi"', 'say {"}hi{"}'),
        ("Müller 王", "Müller 王"),
    ],
)
def test_significant_characters_are_escaped(text: str, value: str) -> None:
    assert escaped(text) == value


def test_an_address_keeps_what_latex_can_read_verbatim() -> None:
    assert address("https://x.org/a_b?c=%20&d=~#e") == "https://x.org/a_b?c=%20&d=~#e"
    assert address('a{b}c\\d"') == "a%7Bb%7Dc%5Cd%22"


@pytest.mark.parametrize(
    ("title", "value"),
    [
        ("Attention Is All You Need", "Attention Is All You Need"),
        ("The DNA of an iPhone", "The {DNA} of an {iPhone}"),
        ("Daily life in Paris with COVID-19", "Daily life in {Paris} with {COVID-19}"),
        ("A history of the AT&T company", r"A history of the {AT\&T} company"),
        ("Über die Arten der Bewegung", "Über die {Arten} der {Bewegung}"),
    ],
)
def test_capitals_that_carry_meaning_are_kept(title: str, value: str) -> None:
    assert protected(title) == value


@given(st.text())
def test_braces_balance_whatever_the_value(text: str) -> None:
    for value in (escaped(text), address(text), protected(text)):
        depth = 0
        for char in value:
            depth += (char == "{") - (char == "}")
            assert depth >= 0
        assert depth == 0
