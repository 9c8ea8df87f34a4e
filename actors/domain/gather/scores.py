"""How good a page is for a query: four figures from what it says and where it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice

from headwater.actors.domain.citation.dates import read_date
from headwater.actors.domain.claims.evidence import Claim
from headwater.actors.domain.claims.finding import Hit, find
from headwater.actors.domain.gather.output import QualityScore
from headwater.actors.domain.hosts import known_host
from headwater.actors.domain.source_kind import SourceKind
from headwater.actors.domain.words import UNSPACED

WEIGHTS = (0.35, 0.20, 0.25, 0.20)  # relevance, freshness, authority, content
RELEVANT = 0.3  # below it a page is beside the query
_TITLE = 0.4  # of relevance; the rest is the text
_NEAR = 600  # characters; about four sentences
_DAY = 86_400.0  # seconds
_AGES = ((1, 1.0), (7, 0.9), (30, 0.7), (365, 0.5))  # days, and what a page as young is worth
_OLD = 0.3
_UNDATED = 0.5
_AUTHORITY = {"high": 0.9, "medium": 0.5, "low": 0.3}
_MIXED = 0.7  # hosts that are known, and known to vary
_SENTENCE = re.compile(r"[.!?\u3002\uff01\uff1f\u0964\u061f](?:\s|$)|[\u3002\uff01\uff1f]")


def score(
    query: Claim,
    title: str,
    text: str,
    found: Sequence[Hit],
    *,
    host: str,
    kind: SourceKind,
    dated: str,
    now: float,
) -> QualityScore:
    """All four, and their weighted mean; `found` is where the text has the query's keys."""
    parts = (
        relevance(query, title, found),
        freshness(dated, now),
        authority(host, kind),
        content_quality(text),
    )
    overall = sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))
    return QualityScore(round(overall, 2), *(round(part, 2) for part in parts))


def relevance(query: Claim, title: str, found: Sequence[Hit]) -> float:
    """
    How much of the query the title has, and the text: anywhere in it, and close together.

    Words that are merely scattered over a long page count half.
    """
    if not query.terms:
        return 0.5
    anywhere, together = _shares(query, found)
    body = (anywhere + together) / 2
    if not title:
        return body
    return _TITLE * _shares(query, find(query.numbers, title))[0] + (1 - _TITLE) * body


def freshness(dated: str, now: float) -> float:
    """By the age of the page as it dates itself; a page without a date is in the middle."""
    days = _age(dated, now)
    if days is None:
        return _UNDATED
    return next((worth for bound, worth in _AGES if days < bound), _OLD)


def authority(host: str, kind: SourceKind) -> float:
    """By who is behind the host. What else is in an address counts for nothing."""
    known = known_host(host)
    if known and known.tier == "mixed":
        return _MIXED
    return _AUTHORITY[kind.authority_tier]


def content_quality(text: str) -> float:
    """Whether it reads like something written: long enough, in paragraphs and sentences."""
    words = len(text.split())
    if not text.isascii():
        words += len(UNSPACED.findall(text)) // 2
    points = 0.3 if words > 500 else 0.2 if words > 200 else 0.1 if words > 50 else 0.0
    points += 0.2 if text.count("\n\n") > 3 else 0.0
    points += 0.2 if words and 3 <= len(text) / words <= 12 else 0.0
    points += 0.1 if "](http" in text or "http" in text else 0.0
    points += 0.2 if len(list(islice(_SENTENCE.finditer(text), 6))) > 5 else 0.0
    return min(1.0, points)


def _shares(query: Claim, found: Sequence[Hit]) -> tuple[float, float]:
    """Of the query's terms: those that were found, and most of them within a few lines."""
    recent: dict[int, int] = {}  # where each term was last
    most = 0
    for place, key in found:
        if key in query.numbers:
            recent |= dict.fromkeys(query.numbers[key], place)
            if most < len(query.terms):
                most = max(most, sum(1 for last in recent.values() if place - last <= _NEAR))
    return len(recent) / len(query.terms), most / len(query.terms)


def _age(dated: str, now: float) -> float | None:
    """In days; the middle of the year or month where a date says no more."""
    if not dated:
        return None
    try:
        moment = datetime.fromisoformat(dated)
    except ValueError:
        date = read_date(dated)
        if date is None or not date.year:
            return None
        moment = datetime(date.year, date.month or 7, date.day or 15, tzinfo=UTC)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (now - moment.timestamp()) / _DAY)
