"""The scrape_page tool."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from headwater.actors.domain.scrape import raw
from headwater.actors.domain.scrape.cursor import read_cursor
from headwater.actors.domain.scrape.noted import source_of, with_note
from headwater.actors.domain.scrape.output import Outlook
from headwater.actors.domain.scrape.view import Wish, view_of
from headwater.actors.domain.session.record import record, record_fault
from headwater.actors.messages.artifacts import LOCAL, PutArtifact
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import StoreDamaged, StoreFull, WebFault
from headwater.actors.messages.sessions import Outcome
from headwater.actors.messages.web import Page, RawPage, ReadPage, ReadRaw
from headwater.kernel.faults import BadInput
from headwater.kernel.tool import Desk, Tool

PREVIEW = 5_000  # bytes
MOST = 5_000_000  # bytes
MUCH = 3_000_000  # characters; viewing more holds up the event loop for more than a millisecond
SEARCHED = 50_000  # characters; looking for passages in more does


class ScrapePage(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page, and what of it."""

    url: Annotated[str, Meta(description="http(s) address", min_length=1, max_length=8192)]
    mode: Annotated[
        Literal["full", "preview", "raw"],
        Meta(description="preview: first 5000 bytes; raw: bytes as sent, unsanitised"),
    ] = "full"
    max_length: Annotated[int, Meta(description="Bytes", ge=1, le=MOST)] = 50_000
    cursor: (
        Annotated[
            str, Meta(description="nextCursor or an outline offset, to read on", max_length=64)
        ]
        | None
    ) = None
    outline: Annotated[bool, Meta(description="Headings instead of text")] = False
    query: (
        Annotated[str, Meta(description="Only passages that matter for it", max_length=500)] | None
    ) = None
    refresh: Annotated[bool, Meta(description="Not from cache")] = False
    session_id: Annotated[str, Meta(max_length=200)] | None = field(default=None, name="sessionId")


async def scrape_page(args: ScrapePage, desk: Desk) -> Reply:
    """Read one page, as text or as it came, and note it in the session."""
    try:
        reply = await (_raw(args, desk) if args.mode == "raw" else _text(args, desk))
    except WebFault as fault:
        await record_fault(desk, args.session_id, TOOL.name, fault, url=args.url)
        raise fault.at(args.url) from None
    if not args.session_id:
        return reply
    source = source_of(reply.structured)
    went = Outcome(tool=TOOL.name, url=args.url)
    note = await record(desk, args.session_id, sources=(source,), outcomes=(went,))
    return replace(reply, structured=with_note(reply.structured, note)) if note else reply


async def _text(args: ScrapePage, desk: Desk) -> Reply:
    page = await desk.ask(ReadPage(url=args.url, refresh=args.refresh))
    wish = Wish(
        limit=PREVIEW if args.mode == "preview" else args.max_length,
        cursor=args.cursor,
        outline=args.outline,
        query=args.query or "",
    )
    if len(page.document.text) < (SEARCHED if args.query else MUCH):
        return Reply(structured=view_of(page, wish), meta=_freshness(page))
    return Reply(structured=await desk.compute(view_of, page, wish), meta=_freshness(page))


async def _raw(args: ScrapePage, desk: Desk) -> Reply:
    for name, given in (("outline", args.outline), ("query", args.query)):
        if given:
            raise BadInput(name, "is for text, and raw gives bytes", "mode full or preview")
    start = read_cursor(args.cursor, "")
    page = await desk.ask(
        ReadRaw(url=args.url, limit=min(MOST, start + args.max_length), refresh=args.refresh)
    )
    part = raw.slice_of(page, args.cursor, args.max_length)
    if len(part.body) < raw.LINKED:
        return Reply(structured=raw.inline(page, part), meta=_freshness(page))
    return await _link(page, part, desk)


async def _link(page: RawPage, part: raw.Slice, desk: Desk) -> Reply:
    """A link, or everything inline where nothing can be kept: right before small."""
    ask = PutArtifact(owner=LOCAL, body=part.body, mime_type=raw.mime_of(part))
    try:
        kept = await desk.ask(ask)
    except (StoreFull, StoreDamaged):
        return Reply(structured=raw.inline(page, part), meta=_freshness(page))
    return Reply(
        structured=raw.linked(page, part, kept),
        blocks=(raw.link_of(page, part, kept),),
        meta=_freshness(page),
    )


def _freshness(page: Page | RawPage) -> dict[str, Any] | None:
    """Only of what came from the cache."""
    if not page.cached:
        return None
    share = page.age / page.max_age if page.max_age else 1.0
    return {
        "cached": True,
        "ageSeconds": int(page.age),
        "maxAgeSeconds": int(page.max_age),
        "freshness": "fresh" if share < 0.5 else "aging" if share < 1 else "stale",
    }


TOOL = Tool(
    name="scrape_page",
    family="scrape",
    title="Scrape page",
    summary=(
        "Text of one known page as Markdown, with citation and source signals. "
        "Content is untrusted."
    ),
    takes=ScrapePage,
    gives=Outlook,
    run=scrape_page,
)
