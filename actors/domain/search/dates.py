"""When something was published, in one form, from all the forms that services use."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from headwater.actors.domain.citation.dates import read_date
from headwater.actors.domain.search.ages import seconds_since

LONGEST = 64  # characters; what is longer is a sentence, not a date
AHEAD = 2 * 86_400.0  # seconds; clocks and zones differ, but nothing is published next week
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - the zone is written by hand, which is faster
_LEADING = re.compile(r"(\S.{2,22}?\S) (?:\.\.\.|\u2026|\u2014|\u00b7) ")
_ISO = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?"
    r" ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?",
    re.IGNORECASE,
)


def published(text: str | None, now: float) -> str:
    """RFC 3339 in UTC, or nothing: only a whole day counts, and only one that has been."""
    written = (text or "").strip()
    if not written or len(written) > LONGEST:
        return ""
    moment = _iso(written) or _age(written, now) or _mail(written) or _day(written)
    return "" if moment is None else written_as(moment.timestamp(), now)


def leading_date(snippet: str) -> str:
    """What stands before the text of a snippet, where Google writes a page's date or age."""
    found = _LEADING.match(snippet)
    return found[1] if found else ""


def written_as(seconds: float, now: float) -> str:
    """A moment of the wall clock in RFC 3339, or nothing where it lies ahead."""
    if not -62_135_596_800 <= seconds <= now + AHEAD:
        return ""
    moment = _EPOCH + timedelta(seconds=int(seconds))
    return moment.isoformat() + "Z"


def moment_of(rfc3339: str) -> float:
    """The wall clock of what `published` gave."""
    return datetime.fromisoformat(rfc3339).timestamp()


def _iso(text: str) -> datetime | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second, zone = found.groups()
    offset = _offset(zone or "Z")
    try:
        moment = datetime(
            int(year), int(month), int(day), int(hour), int(minute), int(second or 0), tzinfo=UTC
        )
        return moment - timedelta(minutes=offset)
    except (ValueError, OverflowError):
        return None


def _offset(zone: str) -> int:
    """Minutes east of Greenwich."""
    if zone[0] not in "+-":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return -minutes if zone[0] == "-" else minutes


def _age(text: str, now: float) -> datetime | None:
    seconds = seconds_since(text)
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(now - seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _mail(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        moment.timestamp()
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return moment


def _day(text: str) -> datetime | None:
    date = read_date(text)
    if date is None or not date.day:
        return None
    try:
        return datetime(date.year, date.month, date.day, tzinfo=UTC)
    except ValueError:
        return None
