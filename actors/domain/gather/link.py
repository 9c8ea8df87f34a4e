"""What stands in for a result that is too large to send: where it is, and what it holds."""

from __future__ import annotations

from datetime import UTC, datetime

from headwater.actors.domain.gather.build import Built
from headwater.actors.domain.gather.output import Gathered, Glance, Linked, SourceResult
from headwater.actors.domain.scrape.raw import uri_of
from headwater.actors.messages.artifacts import Artifact
from headwater.actors.messages.calls import ResourceLink


def linked(gathered: Gathered, built: Built, kept: Artifact) -> Linked:
    """The sources at a glance, and all that has to be acted upon."""
    expires = datetime.fromtimestamp(kept.expires_at, UTC).isoformat(timespec="seconds")
    return Linked(
        query=gathered.query,
        status=gathered.status,
        trust=gathered.trust,
        resource=uri_of(kept),
        bytes=kept.bytes,
        mime_type=kept.mime_type,
        summary=f"{len(built.sources)} sources, {kept.bytes:,} bytes; read the resource.",
        expires_at=expires,
        linked=True,
        source_count=len(built.sources),
        sources=tuple(_glance(source) for source in built.sources),
        scrape_failures=gathered.scrape_failures,
        recommendations=gathered.recommendations,
        ignored_parameters=gathered.ignored_parameters,
        session_note=gathered.session_note,
    )


def link_of(shown: Linked) -> ResourceLink:
    """For clients that fetch what is linked."""
    return ResourceLink(
        uri=shown.resource,
        name=f"search_and_scrape: {shown.query[:80]}",
        description=shown.summary,
        mime_type=shown.mime_type,
        size=shown.bytes,
    )


def _glance(source: SourceResult) -> Glance:
    overall = source.scores.overall if source.scores else 0.0
    return Glance(
        url=source.url, title=source.title, overall=overall, claim_signal=source.claim_signal
    )
