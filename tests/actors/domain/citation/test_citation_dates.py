from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.citation.dates import (
    Date,
    day_first,
    month_first,
    read_date,
    year_first,
)
from headwater.actors.domain.citation.months import FULL, IEEE, MLA, NLM

DAY = Date(2024, 5, 13)
MONTH = Date(2024, 5)
YEAR = Date(2024)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024", YEAR),
        ("2024-05", MONTH),
        ("2024-05-13", DAY),
        ("2024/05/13", DAY),
        ("2024.5.13", DAY),
        ("20240513", DAY),
        ("20240513T101500Z", DAY),
        ("D:20240513101500+02'00'", DAY),
        ("202405", MONTH),
        ("2024-05-13T23:59:59-11:00", DAY),
        ("2024-05-13T00:00:00+14:00", DAY),
        ("2024-05-13 23:59:59.123456 UTC", DAY),
        ("Published: 2024-05-13", DAY),
        ("1715558400", DAY),
        ("1715558400.25", DAY),
        ("1715558400000", DAY),
        ("May 2024", MONTH),
        ("May, 2024", MONTH),
        ("13 May 2024", DAY),
        ("13th May, 2024", DAY),
        ("13th of May 2024", DAY),
        ("May 13, 2024", DAY),
        ("May 13th, 2024", DAY),
        ("MAY 13 2024", DAY),
        ("13-May-2024", DAY),
        ("2024 May 13", DAY),
        ("2024, May", MONTH),
        ("Mon, 13 May 2024 10:15:00 +0200", DAY),
        ("Mon, 13 May 2024 10:15:00 GMT", DAY),
        ("Mon May 13 10:15:00 2024", DAY),
        ("Mon May 13 2024 10:15:00 GMT+0200 (Central European Summer Time)", DAY),
        ("Published May 13, 2024. Updated June 1, 2025.", DAY),
        ("Sept. 3, 2021", Date(2021, 9, 3)),
        ("13. Mai 2024", DAY),
        ("3. März 2024", Date(2024, 3, 3)),
        ("13 mai 2024", DAY),
        ("1er août 2024", Date(2024, 8, 1)),
        ("13 de mayo de 2024", DAY),
        ("13 maggio 2024", DAY),
        ("13 de maio de 2024", DAY),
        ("1º de março de 2024", Date(2024, 3, 1)),
        ("13 mei 2024", DAY),
        ("2024年5月13日", DAY),
        ("2024년 5월", MONTH),
        ("13.05.2024", DAY),
        ("13/5/2024", DAY),
        ("5/13/2024", DAY),
        ("5/5/2024", Date(2024, 5, 5)),
        ("Spring 2024", Date(2024, season="Spring")),
        ("2024 Fall", Date(2024, season="Fall")),
        ("Herbst 2024", Date(2024, season="Autumn")),
    ],
)
def test_a_date_is_read_in_any_common_form_and_in_its_own_time_zone(text: str, date: Date) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("5/6/2024", YEAR),
        ("06-05-2024", YEAR),
        ("2024-13-45", YEAR),
        ("2024-02-30", Date(2024, 2)),
        ("2024-00-00", YEAR),
        ("5–7 May 2024", MONTH),  # noqa: RUF001 - a range
        ("May–June 2024", YEAR),  # noqa: RUF001
        ("2023-24", Date(2023)),
        ("2024-W05", YEAR),
        ("copyright © 2024 Example", YEAR),
        ("circa 1850", Date(1850)),
    ],
)
def test_what_is_not_certain_in_a_date_is_left_out(text: str, date: Date) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "n.d.", "0", "42", "12:30", "0001-01-01T00:00:00Z", "99999999", "5 May 24"],
)
def test_what_is_no_date_gives_none(text: str) -> None:
    assert read_date(text) is None


@given(st.dates())
def test_every_day_survives_its_iso_form(day: object) -> None:
    written = str(day)
    read = read_date(written + "T23:30:00-08:00")
    inside = "1500" <= written[:4] <= "2099"
    assert (read is not None) == inside
    if read:
        assert f"{read.year}-{read.month:02}-{read.day:02}" == written


@pytest.mark.parametrize(
    ("date", "printed"),
    [
        (Date(2024, 9, 3), ("3 Sept. 2024", "Sep. 3, 2024", "2024, September 3", "2024 Sep 3")),
        (Date(2024, 6), ("June 2024", "Jun. 2024", "2024, June", "2024 Jun")),
        (YEAR, ("2024", "2024", "2024", "2024")),
        (
            Date(2024, season="Fall"),
            ("Fall 2024", "Fall 2024", "2024, Fall", "2024 Fall"),
        ),
    ],
)
def test_a_date_is_printed_as_far_as_it_is_known(date: Date, printed: tuple[str, ...]) -> None:
    assert printed == (
        day_first(date, MLA),
        month_first(date, IEEE),
        year_first(date, FULL, ","),
        year_first(date, NLM),
    )
