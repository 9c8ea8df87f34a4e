"""The format_bibliography tool."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from headwater.actors.domain.citation.bibliography import Remark, Style, write_bibliography
from headwater.actors.domain.citation.reference import Source
from headwater.actors.domain.session.cited import cited
from headwater.actors.domain.trust import TRUST
from headwater.actors.messages.sessions import SOLE, RecallSession
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk, Tool

FEW = 20  # sources; formatting them takes less than the way to another thread and back


class CitedSource(Struct, frozen=True, forbid_unknown_fields=True):
    """One source to cite."""

    url: Annotated[str, Meta(max_length=2048)]
    title: Annotated[str, Meta(max_length=1000)] | None = None
    author: Annotated[str, Meta(description="Names, split by ; or and", max_length=1000)] | None = (
        None
    )
    site: Annotated[str, Meta(description="Website or journal", max_length=300)] | None = None
    date: Annotated[str, Meta(description="In any form", max_length=100)] | None = None
    doi: Annotated[str, Meta(max_length=300)] | None = None
    accessed: Annotated[str, Meta(description="Day it was read", max_length=100)] | None = None


class FormatBibliography(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Which sources, in which style."""

    style: Style = "apa"
    session_id: (
        Annotated[str, Meta(description="Cite a session's sources", max_length=200)] | None
    ) = None
    sources: Annotated[list[CitedSource], Meta(description="Or these", max_length=500)] | None = (
        None
    )


class FormattedBibliography(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The bibliography; notes name values that were left out of entries."""

    style: str
    entry_count: int
    bibliography: str
    trust: str
    session_id: str = ""
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()


async def format_bibliography(args: FormatBibliography, desk: Desk) -> FormattedBibliography:
    """Write the bibliography of the sources given."""
    sources = await _sources(args, desk)
    if len(sources) <= FEW:
        written = write_bibliography(sources, args.style)
    else:
        written = await desk.compute(write_bibliography, sources, args.style)
    return FormattedBibliography(
        style=args.style,
        entry_count=written.entries,
        bibliography=written.text,
        trust=TRUST,
        session_id=args.session_id or "",
        skipped=written.skipped,
        notes=written.notes,
    )


async def _sources(args: FormatBibliography, desk: Desk) -> list[Source]:
    """The sources asked for; exactly one way of naming them."""
    if args.session_id and args.sources:
        raise BadInput("sources", "given together with sessionId", "one of the two")
    if args.session_id:
        session = await desk.ask(RecallSession(owner=SOLE, id=args.session_id))
        return [cited(source) for source in session.sources]
    if not args.sources:
        raise BadInput(
            "sources",
            "nothing to cite",
            "sources with their url, or the sessionId of a session that has some",
        )
    return [_source(given) for given in args.sources]


def _source(given: CitedSource) -> Source:
    return Source(
        url=given.url,
        title=given.title or "",
        author=given.author or "",
        site=given.site or "",
        date=given.date or "",
        doi=given.doi or "",
        accessed=given.accessed or "",
    )


TOOL = Tool(
    name="format_bibliography",
    family="citation",
    title="Format bibliography",
    summary=(
        "A finished bibliography (APA, MLA, Chicago, Vancouver, IEEE, BibTeX, RIS, CSL-JSON) of "
        "sources you already have. Does not check that they exist."
    ),
    takes=FormatBibliography,
    gives=FormattedBibliography,
    run=format_bibliography,
    open_world=False,
)
