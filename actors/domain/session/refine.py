"""What to search for next, from what is not known yet and from what the sources lack."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from headwater.actors.domain.session.coverage import SOUND, Coverage
from headwater.actors.domain.words import fold, terms_of
from headwater.actors.messages.sessions import Session

MOST = 6  # queries suggested
AT_ONCE = 3  # of which are run when the caller wants them run
WORDS = 12  # of a query
_WORD = re.compile(r"[\w][\w'\u2019.+#-]*", re.UNICODE)


class RefinementHit(Struct, frozen=True):
    """One page."""

    title: str
    url: str
    snippet: str


class Refinement(Struct, frozen=True, rename="camel", omit_defaults=True):
    """What one query found, or why it found nothing."""

    query: str
    result_count: int | None = None
    results: tuple[RefinementHit, ...] | None = None
    error: str = ""


def refinement_queries(session: Session, coverage: Coverage) -> tuple[str, ...]:
    """Searches that would fill a gap, the open questions first; none twice."""
    found: dict[str, str] = {}
    for query in _queries(session, coverage):
        found.setdefault(fold(query), query)
    return tuple(query for query in found.values() if query)[:MOST]


def _queries(session: Session, coverage: Coverage) -> Iterator[str]:
    goal = session.goal
    for gap in reversed(session.gaps):  # what was asked last matters most
        if not gap.resolved:
            yield _joined(gap.description, goal)
    replaced = session.superseded
    for step in reversed(session.steps):
        if step.confidence == "low" and step.number not in replaced:
            yield _joined(step.description, "evidence")
    if not coverage.source_count:
        yield _joined(goal)
        return
    if coverage.dominant_domain:
        yield f"{_joined(goal)} -site:{coverage.dominant_domain}"
    if not any(kind in coverage.source_types for kind in SOUND):
        yield _joined(goal, "peer-reviewed study")
        yield _joined(goal, "official report")
    elif coverage.gaps:
        yield _joined(goal, "independent analysis")


def _joined(*texts: str) -> str:
    """The words that tell, in order, none twice; a text without spaces counts as a word."""
    chosen: dict[str, str] = {}
    for text in texts:
        for word in _WORD.findall(text):
            bare = word.strip("'.-\u2019")
            if bare and terms_of(bare):
                chosen.setdefault(fold(bare), bare)
    return " ".join(list(chosen.values())[:WORDS])
