"""A session in memory: made of its records in order, one at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from headwater.actors.domain.session.events import Begun, Event, Found, Stepped, time_of
from headwater.actors.messages.sessions import Gap, Outcome, Owner, Session, Source, Step

MOST_SOURCES = 2000  # of a session; more are left out
LINE = 120  # characters of a step in the index
MOST_OUTCOMES = 200  # the last ones, as the specification says
_FILLED = ("title", "author", "site", "date", "doi", "source_type", "authority", "query")


class Trail:
    """Takes records whose numbers rise; what it has seen already changes nothing."""

    def __init__(self) -> None:
        self.seen = 0  # the number of the last record
        self.size = 0  # bytes of all records
        self.steps: list[Step] = []
        self._lines: list[str] = []
        self.last_used = 0.0
        self._goal = ""
        self._summary = ""
        self._estimate = 0
        self._completed = 0.0
        self._started = 0.0
        self._gaps: dict[str, Gap] = {}
        self._sources: dict[str, Source] = {}
        self._outcomes: deque[Outcome] = deque(maxlen=MOST_OUTCOMES)
        self._superseded: dict[int, int] = {}
        self._lost = 0

    def skip(self, number: int) -> None:
        """A record that cannot be read."""
        if number > self.seen:
            self._lost += number - self.seen
            self.seen = number

    def apply(self, number: int, event: Event, size: int = 0) -> None:
        """One record."""
        if number <= self.seen:
            return
        self._lost += number - self.seen - 1  # what a repair could not bring back
        self.seen = number
        self.size += size
        self.last_used = max(self.last_used, time_of(event))
        self._started = self._started or time_of(event)
        if isinstance(event, Begun | Stepped):
            self._step(event.step)
        elif isinstance(event, Found):
            self._find(event)

    def open_gaps(self) -> list[Gap]:
        """What nobody has resolved."""
        return [gap for gap in self._gaps.values() if not gap.resolved]

    def snapshot(self, owner: Owner, identity: str) -> Session:
        """The session as it stands."""
        return Session(
            id=identity,
            owner=owner,
            goal=self._goal,
            started=self._started,
            last_used=self.last_used,
            steps=tuple(self.steps),
            lines=tuple(self._lines),
            gaps=tuple(self._gaps.values()),
            sources=tuple(self._sources.values()),
            outcomes=tuple(self._outcomes),
            superseded=dict(self._superseded),
            summary=self._summary,
            estimate=self._estimate,
            completed=self._completed,
            lost=self._lost,
        )

    def _step(self, step: Step) -> None:
        self.steps.append(step)
        self._lines.append(one_line(step.description))
        self._goal = step.goal or self._goal or step.description
        self._summary = step.summary or self._summary
        self._estimate = step.estimate or self._estimate
        self._completed = 0.0 if step.next_step_needed else step.at
        if step.revises:
            self._superseded[step.revises] = step.number
        if step.gap:
            self._open_gap(step)
        if step.resolves and (gap := find_gap(self.open_gaps(), step.resolves)):
            self._gaps[gap.id] = msgspec.structs.replace(gap, resolved=step.number)
        for url in step.sources:
            self._add(Source(url=url, step=step.number, after=step.number, at=step.at))

    def _open_gap(self, step: Step) -> None:
        known = find_gap(self.open_gaps(), step.gap)
        if known is None:
            identity = f"gap-{len(self._gaps) + 1}"
            self._gaps[identity] = Gap(id=identity, description=step.gap, step=step.number)

    def _find(self, found: Found) -> None:
        self._outcomes.extend(found.outcomes)
        last = self.steps[-1].number if self.steps else 0
        for source in found.sources:
            self._add(msgspec.structs.replace(source, after=last))

    def _add(self, source: Source) -> None:
        """A source is known by its address; later findings fill what was not known."""
        known = self._sources.get(source.url)
        if known is None:
            if len(self._sources) < MOST_SOURCES:
                self._sources[source.url] = source
            return
        news = {name: getattr(source, name) for name in _FILLED if not getattr(known, name)}
        step = known.step or source.step
        self._sources[source.url] = msgspec.structs.replace(known, **news, step=step)


def one_line(text: str, limit: int = LINE) -> str:
    """The start of a text, cut between words."""
    line = " ".join(text[: limit * 4].split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut) + "\u2026"


def find_gap(gaps: Sequence[Gap], named: str) -> Gap | None:
    """The gap of that id or with those words."""
    wanted = _folded(named)
    for gap in gaps:
        if wanted in {gap.id, _folded(gap.description)}:
            return gap
    return None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
