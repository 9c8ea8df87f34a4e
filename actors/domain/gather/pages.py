"""A page that was read, with what can be told about it before it is set beside others."""

from __future__ import annotations

from msgspec import Struct

from headwater import _native
from headwater.actors.domain.claims.evidence import Claim, Evidence, weigh
from headwater.actors.domain.claims.finding import find
from headwater.actors.domain.gather.output import QualityScore
from headwater.actors.domain.gather.scores import score
from headwater.actors.domain.scrape.cite import title_of
from headwater.actors.domain.scrape.view import host_of, is_paper
from headwater.actors.domain.source_kind import SourceKind, classify
from headwater.actors.messages.search import Hit
from headwater.actors.messages.web import Page


class Judged(Struct, frozen=True):
    """A page and its judgement."""

    hit: Hit
    page: Page
    title: str
    kind: SourceKind
    dated: str  # when it was published or changed last, as far as anybody says
    scores: QualityScore
    fingerprint: int  # of its text
    evidence: Evidence | None = None  # on the claim, where there is one


def judge(hit: Hit, page: Page, query: Claim, claim: Claim | None) -> Judged:
    """The page itself counts before what the search said about it."""
    document = page.document
    host = host_of(page.final_url or page.url)
    citation: dict[str, str] = document.structured.get("citation", {})
    kind = classify(host, document.facts.kind, scholarly_tags=is_paper(citation))
    dated = _dated(hit, page)
    title = title_of(document.facts) or hit.title
    text = document.text
    found = find(query.numbers | (claim.numbers if claim else {}), text)
    scores = score(
        query, title, text, found, host=host, kind=kind, dated=dated, now=page.fetched_at
    )
    evidence = weigh(claim, text, found=found) if claim else None
    (fingerprint,) = _native.simhash([text])
    return Judged(hit, page, title, kind, dated, scores, fingerprint, evidence)


def _dated(hit: Hit, page: Page) -> str:
    """What changed last counts, unless the page only says when it was published."""
    facts = page.document.facts
    return max(facts.modified, facts.published, key=_order) or hit.published


def _order(written: str) -> str:
    return written if written[:4].isdigit() else ""


def ranked(judged: list[Judged]) -> list[Judged]:
    """The best first; in the order of the search where two are equal."""
    return sorted(judged, key=lambda one: -one.scores.overall)
