"""Dates as pages and providers write them, in any common form."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from msgspec import Struct

from headwater.actors.domain.citation.months import MONTH_OF, SEASON_OF
from headwater.actors.domain.citation.text import fold
from headwater.actors.domain.lazy import pattern


class Date(Struct, frozen=True):
    """A day, a month, a season or only a year; zero and empty mean not known."""

    year: int
    month: int = 0
    day: int = 0
    season: str = ""


_SECONDS = pattern(r"\d{9,10}(?:\.\d{1,9})?")
_MILLISECONDS = pattern(r"\d{12,13}")
_COMPACT = pattern(r"(?:D:)?((?:1[5-9]|20)\d\d)(\d\d)(?:(\d\d)(?:[T ]?\d{4}(?:\d\d)?)?)?(?!\d)")
_YEAR_FIRST = pattern(r"(?<!\d)(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?!\d)")
_YEAR_LAST = pattern(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_EAST_ASIAN = pattern(r"(\d{4})\s?[年년]\s?(?:(\d{1,2})\s?[月월]\s?(?:(\d{1,2})\s?[日일])?)?")
_YEAR = pattern(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")

_TIME = pattern(r"\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?")
_WORD = r"(?<![a-z–-])([a-z]{3,12})"  # noqa: RUF001 - the second month of a range is not the date
_DAY_MONTH_YEAR = pattern(
    r"(?<![\d–-])(\d{1,2})(?:st|nd|rd|th|er|o|a|º|\.)?[\s-]{1,3}(?:de |of )?"  # noqa: RUF001
    r"([a-z]{3,12})\.?,?[\s-]{1,3}(?:de |del )?(\d{4})(?!\d)"
)
_MONTH_DAY_YEAR = pattern(_WORD + r"\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4})(?!\d)")
_YEAR_MONTH_DAY = pattern(
    r"(?<!\d)(\d{4})[\s,-]{1,3}([a-z]{3,12})\.?(?:[\s-]{1,3}(\d{1,2}))?(?![a-z\d])"
)
_MONTH_YEAR = pattern(_WORD + r"\.?,?[\s-]{1,3}(?:de |of )?(\d{4})(?!\d)")


def read_date(text: str) -> Date | None:
    """
    The date as written: a time zone never moves it to another day.

    Numbers such as 5/6/2024, which two countries read differently, give only the year, and so does
    any text that holds a year between 1500 and 2099 and nothing else that is understood.
    """
    written = text.strip()
    if not any(map(str.isdigit, written)):
        return None
    for reader in (_from_number, _from_digits, _from_words):
        date = reader(written)
        if date:
            return date
    found = _YEAR.search(written)
    return Date(int(found[0])) if found else None


def _from_number(text: str) -> Date | None:
    """Digits without separators: 20240501, 202405, or Unix time in seconds or milliseconds."""
    if not text.removeprefix("D:")[:6].ljust(6).isdigit():  # at least a year and a month
        return None
    compact = _COMPACT.match(text)
    if compact and not _SECONDS.fullmatch(text):
        date = _date(compact[1], compact[2], compact[3] or "")
        if date and date.month:
            return date
    if _SECONDS.fullmatch(text):
        return _from_unix(float(text))
    return _from_unix(int(text) / 1000) if _MILLISECONDS.fullmatch(text) else None


def _from_unix(seconds: float) -> Date:
    moment = datetime.fromtimestamp(seconds, UTC)
    return Date(moment.year, moment.month, moment.day)


def _from_digits(text: str) -> Date | None:
    found = _YEAR_FIRST.search(text)
    if found:
        return _date(found[1], found[3], found[4] or "")
    found = _EAST_ASIAN.search(text)
    if found:
        return _date(found[1], found[2] or "", found[3] or "")
    found = _YEAR_LAST.search(text)
    return _from_year_last(found) if found else None


def _from_year_last(found: re.Match[str]) -> Date | None:
    """13/5/2024 and 5/13/2024 are clear; with dots the day comes first."""
    first, mark, second, year = found.groups()
    if mark == "." or int(first) > 12 or first == second:  # months in a year
        return _date(year, second, first)
    if int(second) > 12:
        return _date(year, first, second)
    return _date(year)


def _from_words(text: str) -> Date | None:
    plain = _TIME.sub(" ", fold(text))
    for form, year, month, day in (
        (_DAY_MONTH_YEAR, 3, 2, 1),
        (_MONTH_DAY_YEAR, 3, 1, 2),
        (_YEAR_MONTH_DAY, 1, 2, 3),
        (_MONTH_YEAR, 2, 1, 0),
    ):
        for found in form.finditer(plain):
            number = MONTH_OF.get(found[month])
            if number:
                return _date(found[year], str(number), (found[day] or "") if day else "")
    return _from_season(plain)


def _from_season(plain: str) -> Date | None:
    for form, year, word in ((_MONTH_YEAR, 2, 1), (_YEAR_MONTH_DAY, 1, 2)):
        for found in form.finditer(plain):
            season = SEASON_OF.get(found[word])
            date = _date(found[year]) if season else None
            if season and date:
                return Date(date.year, season=season)
    return None


def _date(year: str, month: str = "", day: str = "") -> Date | None:
    """As much of it as is possible on a calendar."""
    years, months, days = int(year), int(month or 0), int(day or 0)
    if not 1500 <= years <= 2099:  # see read_date
        return None
    if not 1 <= months <= 12:
        return Date(years)
    return Date(years, months, days if 1 <= days <= _length(years, months) else 0)


def _length(year: int, month: int) -> int:
    """How many days a month has; `calendar` takes longer to load than this to read."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def day_first(date: Date, months: tuple[str, ...]) -> str:
    """5 May 2024, or as much of it as is known."""
    words = (str(date.day or ""), _month(date, months), str(date.year))
    return " ".join(filter(None, words))


def month_first(date: Date, months: tuple[str, ...]) -> str:
    """May 5, 2024, or as much of it as is known."""
    if date.day:
        return f"{_month(date, months)} {date.day}, {date.year}"
    return day_first(date, months)


def year_first(date: Date, months: tuple[str, ...], mark: str = "") -> str:
    """2024, May 5 with a comma for `mark`; 2024 May 5 without."""
    rest = " ".join(filter(None, (_month(date, months), str(date.day or ""))))
    return f"{date.year}{mark} {rest}" if rest else str(date.year)


def _month(date: Date, months: tuple[str, ...]) -> str:
    return months[date.month - 1] if date.month else date.season
