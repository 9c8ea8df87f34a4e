"""Which sources to read first, and sources as cards and a table; by rule, from the scores."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.actors.domain.gather.output import (
    Card,
    Component,
    QualityScore,
    Recommendation,
    SourceResult,
    Table,
)

GOOD = 0.6  # overall score of a source that is worth pointing at
MOST = 3
LABEL = "mcp-auto-formatted"
_TEASER = 280  # characters of a card
_NAMES = (
    ("authority", "known, reliable host"),
    ("relevance", "covers the query"),
    ("freshness", "recent"),
    ("content_quality", "well-formed text"),
)
_STRONG = 0.7


def recommendations(sources: Sequence[SourceResult]) -> tuple[Recommendation, ...]:
    """The best few, if they are good; the order of the sources stays as it is."""
    good = [(one, one.scores) for one in sources if one.scores and one.scores.overall >= GOOD]
    return tuple(
        Recommendation(url=one.url, title=one.title, score=scores.overall, reason=_reason(scores))
        for one, scores in good[:MOST]
    )


def _reason(scores: QualityScore) -> str:
    strong = [
        f"{said} ({getattr(scores, name):.2f})"
        for name, said in _NAMES
        if getattr(scores, name) >= _STRONG
    ]
    return "; ".join(strong) or f"balanced on all counts ({scores.overall:.2f})"


def components(sources: Sequence[SourceResult]) -> tuple[Component, ...]:
    """A card for each source, and a table of all their scores."""
    if not sources:
        return ()
    table = Component(
        type="table",
        auto_formatted=True,
        label=LABEL,
        title="Sources compared",
        source_refs=tuple(one.url for one in sources),
        table=_table(sources),
    )
    return (*(_card(one) for one in sources), table)


def _card(source: SourceResult) -> Component:
    known = {
        "type": source.source_type,
        "authority": source.authority_tier,
        "published": source.published,
        "score": f"{source.scores.overall:.2f}" if source.scores else "",
    }
    body = source.claim_signal or " ".join(source.content.split())
    return Component(
        type="card",
        auto_formatted=True,
        label=LABEL,
        title=source.title or source.url,
        source_refs=(source.url,),
        card=Card(
            title=source.title or source.url,
            url=source.url,
            body=body[:_TEASER],
            fields={name: value for name, value in known.items() if value},
        ),
    )


def _table(sources: Sequence[SourceResult]) -> Table:
    columns = ("source", "overall", "relevance", "freshness", "authority", "contentQuality")
    rows = tuple(
        (
            one.title or one.url,
            one.scores.overall,
            one.scores.relevance,
            one.scores.freshness,
            one.scores.authority,
            one.scores.content_quality,
        )
        for one in sources
        if one.scores
    )
    return Table(columns, rows)
