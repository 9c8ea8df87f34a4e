"""The research_export tool."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from headwater.actors.domain.session.liveness import check_links
from headwater.actors.domain.session.report import document, markdown, page
from headwater.actors.domain.session.report.facts import Report
from headwater.actors.domain.session.view import stamp
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.artifacts import LOCAL, PutArtifact
from headwater.actors.messages.calls import Reply, ResourceLink
from headwater.actors.messages.faults import StoreFull, StoreUnavailable
from headwater.actors.messages.sessions import SOLE, RecallSession
from headwater.kernel.tool import Desk, Tool

Format = Literal["markdown", "json", "html"]
LINKED = 24 * 1024  # bytes from which a report is linked; about 6,000 tokens
MEDIA = {"markdown": "text/markdown", "json": "application/json", "html": "text/html"}


class ResearchExport(Struct, frozen=True, forbid_unknown_fields=True):
    """Which session, in which form."""

    session_id: Annotated[str, Meta(min_length=1, max_length=200)] = msgspec.field(name="sessionId")
    format: Annotated[Format, Meta(description="html: one printable page")] = "markdown"
    verify_links: Annotated[bool, Meta(description="Check sources; archived copy of dead ones")] = (
        False
    )


class Exported(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """The report, or where it can be read."""

    session_id: str
    format: str
    research_goal: str
    step_count: int
    source_count: int
    started_at: str
    exported_at: str
    tenant_id: str
    trust: str
    document: Any = None
    resource: str = ""
    bytes: int | None = None
    mime_type: str = ""
    summary: str = ""
    expires_at: str = ""
    linked: bool = False


async def research_export(args: ResearchExport, desk: Desk) -> Reply:
    """The session as a report."""
    session = await desk.ask(RecallSession(owner=SOLE, id=args.session_id))
    urls = [source.url for source in session.sources]
    checks = await check_links(urls, desk) if args.verify_links else {}
    exported = stamp(datetime.now(UTC).timestamp())
    content = await desk.compute(_write, Report(session, exported, checks), args.format)
    head = Exported(
        session_id=session.id,
        format=args.format,
        research_goal=session.goal,
        step_count=len(session.steps),
        source_count=len(session.sources),
        started_at=stamp(session.started),
        exported_at=exported,
        tenant_id=session.owner.tenant,
        trust=TRUST,
    )
    body = content if isinstance(content, bytes) else content.encode()
    if len(body) >= LINKED and (linked := await _link(head, body, desk)):
        return linked
    inline = msgspec.Raw(content) if isinstance(content, bytes) else content
    return Reply(structured=msgspec.structs.replace(head, document=inline))


def _write(report: Report, form: Format) -> str | bytes:
    """Text, or JSON as bytes."""
    if form == "json":
        return msgspec.json.encode(document.write(report))
    return page.write(report) if form == "html" else markdown.write(report)


async def _link(head: Exported, body: bytes, desk: Desk) -> Reply | None:
    """A link, or nothing where the report cannot be kept: right before small."""
    media = MEDIA[head.format]
    try:
        kept = await desk.ask(PutArtifact(owner=LOCAL, body=body, mime_type=media))
    except (StoreFull, StoreUnavailable):
        return None
    said = f"Report of {head.step_count} steps and {head.source_count} sources; read the resource."
    linked = msgspec.structs.replace(
        head,
        resource=kept.uri,
        bytes=kept.bytes,
        mime_type=media,
        summary=said,
        expires_at=stamp(kept.expires_at),
        linked=True,
    )
    name = f"research report ({head.format})"
    link = ResourceLink(uri=kept.uri, name=name, mime_type=media, size=kept.bytes)
    return Reply(structured=linked, blocks=(link,))


class ExportOutlook(Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """The part of Exported that the list of tools describes."""

    session_id: str
    format: str
    trust: str
    document: Any = None
    resource: str = ""


TOOL = Tool(
    name="research_export",
    family="session",
    title="Research export",
    summary="A sequential_search session as a report to hand on; large ones come as a link.",
    takes=ResearchExport,
    gives=ExportOutlook,
    run=research_export,
    open_world=False,
    seconds=120.0,
)
