"""A report to read and to hand on. Whatever is not ours is escaped: it is text, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.actors.domain.session.report.facts import (
    LinkCheck,
    Report,
    answer_of,
    citation_of,
    footer_of,
    label_of,
    numbers_of,
    origin_of,
    quality_of,
)
from headwater.actors.domain.session.view import stamp
from headwater.actors.messages.sessions import Session, Source, Step

_MARKS = re.compile(r"([\\`*_\[\]<>|#!~$])")
_STARTS = re.compile(r"^(\s*)(#{1,6}(?=\s)|[-=]{3,}\s*$|>|```|~~~)", re.MULTILINE)


def write(report: Report) -> str:
    """The whole report."""
    session = report.session
    parts = [
        f"# {inline(session.goal)}",
        "\n".join(_facts(session)),
        *([block(session.summary)] if session.summary else []),
        "## Research steps",
        *(_step(session, step) for step in session.steps),
        "## Open questions",
        "\n".join(_questions(session)),
        "## Sources",
        "\n".join(_sources(report)),
        "---",
        f"_{inline(footer_of(report))}_",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def inline(text: str) -> str:
    """A text within a line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def block(text: str) -> str:
    """A text of its own; it may have paragraphs and lists, but no headings, quotes or HTML."""
    return _STARTS.sub(r"\1\\\2", text.strip().replace("<", "&lt;"))


def _facts(session: Session) -> Iterator[str]:
    yield f"- **Session:** {session.id}"
    yield f"- **Started:** {stamp(session.started)}"
    if session.completed:
        yield f"- **Completed:** {stamp(session.completed)}"
    yield f"- **Steps:** {len(session.steps)}"
    yield f"- **Sources:** {len(session.sources)}"
    if session.lost:
        yield f"- **Damaged records left out:** {session.lost}"


def _step(session: Session, step: Step) -> str:
    label = label_of(step, session.superseded.get(step.number, 0))
    heading = f"### Step {step.number}" + (f" ({inline(label)})" if label else "")
    return "\n\n".join([heading, block(step.description), "\n".join(_details(session, step))])


def _details(session: Session, step: Step) -> Iterator[str]:
    if step.reasoning:
        yield f"- **Reasoning:** {inline(step.reasoning)}"
    if step.confidence:
        yield f"- **Confidence:** {step.confidence}"
    for approach in step.rejected:
        yield f"- **Rejected:** {inline(approach)}"
    if step.gap:
        yield f"- **Question:** {inline(step.gap)}"
    if answered := answer_of(session, step):
        yield f"- **Answers:** {inline(answered)}"
    if numbers := numbers_of(session, step):
        yield f"- **Sources:** {', '.join(f'[{number}]' for number in numbers)}"
    yield f"- **Recorded:** {stamp(step.at)}"


def _questions(session: Session) -> Iterator[str]:
    if not any(not gap.resolved for gap in session.gaps):
        yield "_None._"
    for gap in session.gaps:
        if not gap.resolved:
            yield f"- {inline(gap.description)} (from step {gap.step})"
    for gap in session.gaps:
        if gap.resolved:
            yield f"- ~~{inline(gap.description)}~~ (step {gap.step}, answered in {gap.resolved})"


def _sources(report: Report) -> Iterator[str]:
    if not report.session.sources:
        yield "_No sources recorded._"
    for number, source in enumerate(report.session.sources, start=1):
        yield f"{number}. {_cited(source)}"
        notes = [quality_of(source), origin_of(source)]
        notes.append(_link(report.checks.get(source.url)))
        yield "   " + "; ".join(inline(note) for note in notes if note)


def _cited(source: Source) -> str:
    """The citation with its address left whole, so that it can be followed."""
    cited = citation_of(source)
    before, found, after = cited.rpartition(source.url)
    if not found or not source.url.startswith(("http://", "https://")):
        return inline(cited)
    return f"{inline(before)} <{source.url.replace('>', '%3E')}>{inline(after)}"


def _link(check: LinkCheck | None) -> str:
    if check is None:
        return ""
    if check.status == "live":
        return "link checked: live"
    said = f"link {check.status}" + (f" ({check.reason})" if check.reason else "")
    return f"{said}; archived: {check.archived}" if check.archived else said
