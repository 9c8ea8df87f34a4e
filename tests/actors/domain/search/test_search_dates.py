from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.actors.domain.search.ages import seconds_since
from headwater.actors.domain.search.dates import leading_date, moment_of, published, written_as

NOW = datetime(2026, 9, 21, 14, 13, 20, tzinfo=UTC).timestamp()
HOUR, DAY = 3_600, 86_400


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2 hours ago", 2 * HOUR),
        ("48 minutes ago", 48 * 60),
        ("an hour ago", HOUR),
        ("2 hr. ago", 2 * HOUR),
        ("13 hours ago | Some paper", 13 * HOUR),
        ("3 weeks ago", 21 * DAY),
        ("vor 3 Tagen", 3 * DAY),
        ("vor einer Stunde", HOUR),
        ("hace 2 horas", 2 * HOUR),
        ("hace un mes", 30 * DAY),
        ("il y a 3 jours", 3 * DAY),
        ("il y a un an", 365 * DAY),
        ("3 giorni fa", 3 * DAY),
        ("há 2 dias", 2 * DAY),
        ("12 uur geleden", 12 * HOUR),
        ("för 3 dagar sedan", 3 * DAY),
        ("1 godzinę temu", HOUR),
        ("3 gün önce", 3 * DAY),
        ("2 päivää sitten", 2 * DAY),
        ("2 часа назад", 2 * HOUR),
        ("3日前", 3 * DAY),
        ("1 週間前", 7 * DAY),
        ("3か月前", 90 * DAY),
        ("3 小时前", 3 * HOUR),
        ("3시간 전", 3 * HOUR),
        ("2 ngày trước", 2 * DAY),
        ("3 hari yang lalu", 3 * DAY),
        ("منذ 3 أيام", 3 * DAY),
        ("2 दिन पहले", 2 * DAY),
        ("yesterday", DAY),
        ("Gestern", DAY),
        ("昨天", DAY),
        ("today", 0),
        ("3d", 3 * DAY),
        ("5mo", 150 * DAY),
        ("1y", 365 * DAY),
    ],
)
def test_ages_are_understood_in_many_languages(text: str, seconds: int) -> None:
    assert seconds_since(text) == seconds
    assert published(text, NOW) == written_as(NOW - seconds, NOW)


@pytest.mark.parametrize(
    "text", ["", "in 3 days", "3 hours", "ago", "a while ago", "tomorrow", "x"]
)
def test_what_is_no_age_is_none(text: str) -> None:
    assert seconds_since(text) is None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-12-31T17:09:03", "2024-12-31T17:09:03Z"),
        ("2024-12-31T17:09:03+02:00", "2024-12-31T15:09:03Z"),
        ("2024-12-31 17:09:03.123 UTC", "2024-12-31T17:09:03Z"),
        ("2025-12-29T00:00:00.000Z", "2025-12-29T00:00:00Z"),
        ("20240102T101112Z", "2024-01-02T10:11:12Z"),
        ("2026-09-21", "2026-09-21T00:00:00Z"),
        ("Tue, 03 Jan 2023 10:00:00 GMT", "2023-01-03T10:00:00Z"),
        ("Tue, 03 Jan 2023 10:00:00 -0500", "2023-01-03T15:00:00Z"),
        ("Jan 29, 2023", "2023-01-29T00:00:00Z"),
        ("29 Jan 2023", "2023-01-29T00:00:00Z"),
        ("January 5, 2023", "2023-01-05T00:00:00Z"),
        ("5. Januar 2023", "2023-01-05T00:00:00Z"),
        ("2023年1月5日", "2023-01-05T00:00:00Z"),
    ],
)
def test_dates_come_in_one_form(text: str, moment: str) -> None:
    assert published(text, NOW) == moment


@pytest.mark.parametrize(
    "text",
    [None, "", "2024", "2024-05", "01/02/2006", "2031-01-01", "2024-13-45T10:00:00", "x" * 99],
)
def test_what_is_no_day_that_has_been_is_left_out(text: str | None) -> None:
    assert published(text, NOW) == ""


@pytest.mark.parametrize(
    ("snippet", "date"),
    [
        ("Jun 24, 2024 ... In this article", "Jun 24, 2024"),
        ("3 days ago ... Something", "3 days ago"),
        ("Rivers rise ... and fall", "Rivers rise"),
        ("No dots here", ""),
    ],
)
def test_a_snippet_may_begin_with_its_date(snippet: str, date: str) -> None:
    assert leading_date(snippet) == date
    if "Rivers" in snippet:
        assert published(date, NOW) == ""


@given(st.text(max_size=80))
def test_any_text_is_a_moment_that_has_been_or_nothing(text: str) -> None:
    found = published(text, NOW)
    assert found == "" or moment_of(found) <= NOW + 2 * DAY


@given(st.datetimes(datetime(1000, 1, 1), datetime(2026, 9, 20)))  # noqa: DTZ001 - zones added
def test_iso_dates_survive(moment: datetime) -> None:
    written = moment.replace(microsecond=0, tzinfo=UTC)
    assert published(written.isoformat(), NOW) == written.strftime("%Y-%m-%dT%H:%M:%SZ")
