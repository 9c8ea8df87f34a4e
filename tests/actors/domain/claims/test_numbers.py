from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.claims.finding import find
from headwater.actors.domain.claims.numbers import values_of
from headwater.actors.domain.claims.terms import terms_of_claim


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12.5", 12.5),
        ("12,5", 12.5),
        ("4,317", 4317),
        ("4.317", 4317),
        ("4 317", 4317),
        ("4\u202f317", 4317),
        ("4'317", 4317),
        ("1,234,567.89", 1234567.89),
        ("1.234.567,89", 1234567.89),
        ("12,34,567", 1234567),
        ("\u0661\u0662\u066b\u0665", 12.5),
        ("\uff13\uff13\uff10", 330),
        ("0.75", 0.75),
    ],
)
def test_a_number_is_read_as_it_is_written_anywhere(written: str, value: float) -> None:
    assert value in values_of(written)


def test_a_number_that_countries_read_differently_has_both_readings() -> None:
    assert set(values_of("1.234")) == {1234.0, 1.234}


def matches(claim: str, text: str) -> bool:
    (term,) = terms_of_claim(claim)
    return any(key in term for _, key in find(term, text))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("12,5 %", "it rose by 12.5 percent"),
        ("12.5%", "um 12,5 Prozent"),
        ("330 metres", "a height of 330m"),
        ("0.33 km", "330 m"),
        ("5 million dollars", "worth $5,000,000 today"),
        ("$5 million", "US$ 5,000,000"),
        ("3.2 billion", "3,200 million people"),
        ("330 m", "Height (m): 330"),
        ("two", "2"),
        ("19th", "19"),
        ("2020", "в 2020 году"),
        ("24 hours", "1 day"),
        ("12万", "120,000"),
        ("330米", "330 metres"),
    ],
)
def test_the_same_amount_is_found_however_it_is_written(claim: str, text: str) -> None:
    assert matches(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("330 metres", "330 kg"),
        ("12.5 %", "12 of 5"),
        ("4,317", "4 and 317"),
        ("5 million", "5 thousand"),
        ("1990", "19 90"),
    ],
)
def test_another_amount_is_not_found(claim: str, text: str) -> None:
    assert not matches(claim, text)


@given(st.integers(0, 10**12), st.sampled_from([",", ".", "'", "\u202f", " "]))
def test_grouping_does_not_change_a_number(number: int, mark: str) -> None:
    assert float(number) in values_of(f"{number:,}".replace(",", mark))
