"""What follows the steps: the questions, and the sources with how good they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from headwater.actors.domain.session.coverage import authority_of, domain_of, kind_of
from headwater.actors.domain.session.report.facts import LinkCheck, Report, citation_of, origin_of
from headwater.actors.domain.session.report.words import chip, link, plural, text
from headwater.actors.messages.sessions import Session, Source

TIERS = ("high", "medium", "low")


def questions(session: Session) -> Iterator[str]:
    """Open ones first."""
    if not session.gaps:
        return
    yield '<h2>Questions</h2>\n<ul class="questions">'
    for gap in sorted(session.gaps, key=lambda gap: bool(gap.resolved)):
        mark, kind = ("\u2713", "answered") if gap.resolved else ("?", "open")
        note = f"asked in step {gap.step}"
        note += f", answered in step {gap.resolved}" if gap.resolved else ""
        yield (
            f'<li class="{kind}"><span class="mark">{mark}</span>'
            f'<span class="text" dir="auto">{text(gap.description)}</span>'
            f'<span class="note">{note}</span></li>'
        )
    yield "</ul>"


def sources(report: Report) -> Iterator[str]:
    """Each with its citation, kind, weight, origin and whether it still answers."""
    found = report.session.sources
    yield "<h2>Sources</h2>"
    if not found:
        yield '<p class="empty">No sources were recorded.</p>'
        return
    yield from _tally(found)
    yield '<ol class="sources">'
    for number, source in enumerate(found, start=1):
        yield from _source(number, source, report.checks.get(source.url))
    yield "</ol>"


def _source(number: int, source: Source, check: LinkCheck | None) -> Iterator[str]:
    yield f'<li id="source-{number}"><p class="cited" dir="auto">{_cited(source)}</p>'
    weight, kind = authority_of(source), kind_of(source)
    chips = [] if kind == "unknown" else [chip(kind.replace("_", " "))]
    chips.append(chip(f"{weight} authority", weight))
    if origin := origin_of(source):
        chips.append(chip(origin))
    if check is not None:
        reason = f": {check.reason}" if check.reason and check.status != "live" else ""
        chips.append(chip(f"link {check.status}{reason}", check.status))
        if check.archived:
            chips.append(f'<span class="chip">{link(check.archived, "archived copy")}</span>')
    yield f'<div class="chips">{" ".join(chips)}</div></li>'


def _cited(source: Source) -> str:
    """The citation, with its address as a link."""
    cited = citation_of(source)
    before, found, after = cited.rpartition(source.url)
    if not found:
        return text(cited)
    return text(before) + link(source.url, found) + text(after)


def _tally(found: tuple[Source, ...]) -> Iterator[str]:
    """A bar of how much weight the sources have, and what it is made of."""
    tiers = Counter(map(authority_of, found))
    domains = len({domain_of(source) for source in found} - {""})
    yield '<svg class="tally" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
    start = 0.0
    for tier in TIERS:
        width = 100 * tiers[tier] / len(found)
        if width:
            yield f'<rect class="{tier}" x="{start:.3f}" y="0" width="{width:.3f}" height="4"/>'
        start += width
    yield "</svg>"
    entries = [
        f"<span>{swatch(tier)}{tiers[tier]} of {tier} authority</span>"
        for tier in TIERS
        if tiers[tier]
    ]
    entries.append(f"<span>{plural(domains, 'domain')}</span>")
    yield f'<p class="legend">{"".join(entries)}</p>'


def swatch(kind: str) -> str:
    """A spot of a colour that is explained beside it."""
    return (
        '<svg width="10" height="10" aria-hidden="true">'
        f'<circle class="swatch {kind}" cx="5" cy="5" r="5"/></svg>'
    )
