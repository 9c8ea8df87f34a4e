from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.desk import ScriptedDesk

from headwater.actors.domain.outline import outline_of
from headwater.actors.domain.scrape.output import Outlook, Scraped
from headwater.actors.messages.artifacts import Artifact, PutArtifact
from headwater.actors.messages.calls import Reply
from headwater.actors.messages.faults import NotFound, StoreFull
from headwater.actors.messages.sessions import Outcome, RecordFindings, SessionGone, Source
from headwater.actors.messages.web import Document, Facts, Hop, Page, RawPage, ReadPage, ReadRaw
from headwater.actors.tools.scrape.scrape_page import TOOL, ScrapePage, scrape_page
from headwater.kernel.faults import BadInput
from headwater.kernel.schema import schema_of

URL = "https://www.rivertimes.test/2024/03/05/flow"
TEXT = "# Flow\n\nThe river rose.\n\n## Méthods\n\nWe measured stage.\n\n## Results\n\nIt fell.\n"
SCHEMA = schema_of(TOOL.gives)


def page(text: str = TEXT, **changes: Any) -> Page:
    facts = changes.pop(
        "facts",
        Facts(
            title="River flow | River Times",
            authors=("Jane Doe",),
            site="River Times",
            published="2024-03-05T10:00:00Z",
        ),
    )
    document = Document(
        text=text,
        media=changes.pop("media", "html"),
        facts=facts,
        outline=outline_of(text),
        structured=changes.pop("structured", {}),
        removed=changes.pop("removed", {}),
    )
    made = Page(
        url=URL,
        final_url=URL,
        status=200,
        content_type="text/html; charset=utf-8",
        content_id="abcdef0123456789",
        document=document,
        fetched_at=1_709_722_800.0,  # 6 March 2024
    )
    return msgspec.structs.replace(made, **changes)


def raw(body: bytes, content_type: str = "text/html", **changes: Any) -> RawPage:
    made = RawPage(url=URL, final_url=URL, status=200, content_type=content_type, body=body)
    return msgspec.structs.replace(made, **changes)


KEPT = Artifact("f" * 64, 90, "text/html", 90.0)


async def reply_to(answer: Page | RawPage, **arguments: Any) -> Reply:
    desk = ScriptedDesk(
        {
            ReadPage: answer,
            ReadRaw: answer,
            PutArtifact: KEPT,
            RecordFindings: SessionGone(14_400.0),
        }
    )
    args = msgspec.convert({"url": URL, **arguments}, ScrapePage)
    return await scrape_page(args, desk)


async def scrape(answer: Page | RawPage, **arguments: Any) -> dict[str, Any]:
    reply = await reply_to(answer, **arguments)
    wire: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(reply.structured))
    jsonschema.validate(wire, SCHEMA)
    return wire


async def test_a_page_comes_with_everything_that_is_known_about_it() -> None:
    removed = {"display": 1}
    wire = await scrape(page(removed=removed, structured={"openGraph": {"og:type": "article"}}))
    citation = wire.pop("citation")
    assert wire == {
        "url": URL,
        "content": TEXT,
        "contentType": "html",
        "trust": "untrusted-external-content",
        "contentLength": len(TEXT.encode()),
        "originalLength": len(TEXT.encode()),
        "truncated": False,
        "estimatedTokens": len(TEXT.encode()) // 4,
        "sizeCategory": "small",
        "extractedBy": "html",
        "extractionQuality": "complete",
        "metadata": {"title": "River flow", "author": "Jane Doe"},
        "structuredData": {"openGraph": {"og:type": "article"}},
        "sourceType": "unknown",
        "authorityTier": "medium",
        "domainCategory": "general",
        "contentId": "abcdef0123456789",
        "removed": removed,
    }
    assert citation == {
        "url": URL,
        "accessedDate": "2024-03-06",
        "metadata": {
            "title": "River flow",
            "author": "Jane Doe",
            "site": "River Times",
            "date": "2024-03-05",
        },
        "formatted": {
            "apa": f"Doe, J. (2024, March 5). River flow. River Times. {URL}",
            "mla": (
                f"Doe, Jane. “River flow.” River Times, 5 Mar. 2024, {URL}. Accessed 6 Mar. 2024."
            ),
        },
    }


async def test_the_list_of_tools_describes_fields_that_exist() -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(Scraped)}
    assert {field.encode_name for field in msgspec.structs.fields(Outlook)} <= fields


async def test_a_page_without_facts_is_still_cited_with_the_date_in_its_address() -> None:
    wire = await scrape(page(facts=Facts()))
    assert "metadata" not in wire
    assert wire["citation"]["metadata"]["date"] == "2024-03-05"
    assert wire["citation"]["metadata"]["site"] == "rivertimes.test"


@given(st.text(st.sampled_from("ab. \n#é中"), min_size=1, max_size=400), st.integers(8, 80))
async def test_reading_on_by_cursor_gives_the_whole_page(text: str, limit: int) -> None:
    pieces: list[str] = []
    arguments: dict[str, Any] = {"max_length": limit}
    while True:
        wire = await scrape(page(text), **arguments)
        assert wire["contentLength"] == len(wire["content"].encode()) <= limit
        assert wire["truncated"] is ("nextCursor" in wire)
        pieces.append(wire["content"])
        if not wire["truncated"]:
            break
        arguments["cursor"] = wire["nextCursor"]
    assert "".join(pieces) == text


@pytest.mark.parametrize("cursor", ["x", "-1", "000000000000:5", "1.5", "9" * 12])
async def test_a_cursor_that_does_not_fit_is_refused(cursor: str) -> None:
    with pytest.raises(BadInput, match="cursor"):
        await scrape(page(), cursor=cursor)


async def test_a_preview_is_five_thousand_bytes_whatever_else_is_asked() -> None:
    long = "A sentence of words. " * 1_000
    wire = await scrape(page(long), mode="preview", max_length=2_000_000)
    assert 4_900 < wire["contentLength"] <= 5_000
    assert (wire["truncated"], wire["originalLength"]) == (True, len(long))


async def test_an_outline_says_where_sections_are_and_its_offsets_are_cursors() -> None:
    wire = await scrape(page(), outline=True)
    assert wire["content"] == ""
    assert [row["title"] for row in wire["outline"]] == ["Flow", "Méthods", "Results"]
    body = TEXT.encode()
    for row in wire["outline"]:
        section = body[row["offset"] : row["offset"] + row["length"]].decode()
        assert section.startswith("#" * row["level"] + f" {row['title']}")
        read_on = await scrape(page(), cursor=str(row["offset"]))
        assert read_on["content"].startswith(section.splitlines()[0])


async def test_a_long_outline_is_cut_and_read_on() -> None:
    text = "".join(f"## Section {number}\n\ntext\n\n" for number in range(100))
    titles: list[str] = []
    arguments: dict[str, Any] = {"outline": True, "max_length": 2_000}
    while arguments:
        wire = await scrape(page(text), **arguments)
        titles += [row["title"] for row in wire["outline"]]
        arguments = {**arguments, "cursor": wire["nextCursor"]} if wire["truncated"] else {}
    assert titles == [f"Section {number}" for number in range(100)]


async def test_a_query_gives_only_the_passages_that_matter() -> None:
    wire = await scrape(page(), query="how was stage measured?")
    assert wire["content"] == "## Méthods\n\nWe measured stage."
    (place,) = wire["passages"]
    body = TEXT.encode()
    assert body[place["offset"] : place["offset"] + place["length"]].decode() == wire["content"]
    nothing = await scrape(page(), query="volcano")
    assert (nothing["content"], nothing["passages"]) == ("", [])


async def test_passages_stay_within_the_length_asked_for() -> None:
    text = "\n\n".join(f"River number {number} rose and fell. " * 5 for number in range(50))
    wire = await scrape(page(text), query="river", max_length=1_000)
    assert wire["contentLength"] <= 1_000
    assert wire["truncated"] is True


async def test_refresh_and_mode_reach_the_pipe() -> None:
    desk = ScriptedDesk({ReadPage: page(), ReadRaw: raw(b"x")})
    await scrape_page(ScrapePage(url=URL, refresh=True), desk)
    await scrape_page(ScrapePage(url=URL, mode="raw", max_length=77, refresh=True), desk)
    assert desk.asked == [ReadPage(URL, refresh=True), ReadRaw(URL, 77, refresh=True)]


async def test_a_session_that_cannot_be_used_is_named() -> None:
    for answer, mode in ((page(), "full"), (raw(b"x"), "raw")):
        wire = await scrape(answer, mode=mode, sessionId="s-1")
        assert wire["metadata"]["sessionNote"].startswith(
            "Not recorded in the session: Session not found or expired."
        )


async def test_a_session_learns_of_the_page_and_how_reading_it_went() -> None:
    desk = ScriptedDesk({ReadPage: page(), RecordFindings: SessionGone(1.0)})
    await scrape_page(ScrapePage(url=URL, session_id="s"), desk)
    desk.script[ReadPage] = NotFound("HTTP 404")
    with pytest.raises(NotFound):
        await scrape_page(ScrapePage(url=URL, session_id="s"), desk)
    well, badly = [ask for ask in desk.asked if isinstance(ask, RecordFindings)]
    assert well.outcomes == (Outcome(tool="scrape_page", url=URL),)
    assert well.sources == (
        Source(
            url=URL,
            title="River flow",
            author="Jane Doe",
            site="River Times",
            date="2024-03-05",
            source_type="unknown",
            authority="medium",
            tool="scrape_page",
        ),
    )
    assert badly.outcomes == (Outcome(tool="scrape_page", kind="not_found", url=URL),)


async def test_only_cached_pages_say_how_old_they_are() -> None:
    assert (await reply_to(page())).meta is None
    cached = await reply_to(page(cached=True, age=90.4, max_age=3600.0))
    assert cached.meta == {
        "cached": True,
        "ageSeconds": 90,
        "maxAgeSeconds": 3600,
        "freshness": "fresh",
    }


async def test_redirects_are_shown() -> None:
    hops = (Hop("https://short.test/x", 301),)
    wire = await scrape(page(final_url="https://nature.com/articles/x", hops=hops))
    assert wire["finalUrl"] == "https://nature.com/articles/x"
    assert wire["redirects"] == [{"url": "https://short.test/x", "status": 301}]
    assert wire["sourceReputation"]["tier"] == "high"


@pytest.mark.parametrize(
    ("changes", "extracted"),
    [
        ({"media": "markdown"}, "markdown"),
        ({"media": "json"}, None),
        ({"tier": "browser"}, "browser"),
        ({"media": "text", "tier": "exa:cached"}, "exa:cached"),
    ],
)
async def test_the_tier_that_got_the_text_is_named_where_there_was_one(
    changes: dict[str, Any], extracted: str | None
) -> None:
    assert (await scrape(page(**changes))).get("extractedBy") == extracted


async def test_a_doi_is_detected_on_scholarly_pages_only() -> None:
    citation = {"citation": {"citation_doi": "10.1000/x", "citation_journal_title": "J"}}
    assert (await scrape(page(structured=citation)))["detectedDoi"] == "10.1000/x"
    assert "detectedDoi" not in await scrape(page("doi:10.1000/x\n\ntext"))


async def test_a_forum_post_has_its_signals() -> None:
    post = {"@type": "DiscussionForumPosting", "commentCount": 3, "upvoteCount": 5}
    wire = await scrape(
        page(final_url="https://www.reddit.com/r/x/1", structured={"jsonLd": [post]})
    )
    assert wire["forumSignals"]["comments"] == 3
    assert wire["sourceType"] == "forum"


async def test_raw_gives_the_bytes_unchanged() -> None:
    body = "<script>x</script>zero\u200bwidth".encode()
    wire = await scrape(raw(body, "text/html; charset=utf-8"), mode="raw")
    assert wire["content"] == body.decode()
    assert (wire["raw"], wire["contentType"]) == (True, "text/html; charset=utf-8")
    assert wire["trust"] == "untrusted-external-content"
    assert "metadata" not in wire
    assert "extractionQuality" not in wire


async def test_raw_bytes_that_are_no_text_come_in_base64() -> None:
    wire = await scrape(raw(b"\x89PNG\r\n\x1a\n\xff", "image/png"), mode="raw")
    assert (wire["contentEncoding"], wire["contentLength"]) == ("base64", 9)


async def test_raw_is_read_on_by_cursor() -> None:
    body = ("é" * 50).encode()
    first = await scrape(raw(body), mode="raw", max_length=31)
    rest = await scrape(raw(body), mode="raw", max_length=500, cursor=first["nextCursor"])
    assert first["content"] + rest["content"] == body.decode()
    assert (first["truncated"], rest["truncated"]) == (True, False)


async def test_large_raw_results_are_linked() -> None:
    reply = await reply_to(raw(b"<html>" + b"x" * 30_000), mode="raw")
    wire = msgspec.to_builtins(reply.structured)
    jsonschema.validate(wire, SCHEMA)
    link = "research://artifact/" + "f" * 64
    assert {name: wire[name] for name in ("resource", "bytes", "mimeType", "linked")} == {
        "resource": link,
        "bytes": 30_006,
        "mimeType": "text/html",
        "linked": True,
    }
    assert wire["expiresAt"] == "1970-01-01T00:01:30+00:00"
    assert "content" not in wire
    assert [block.uri for block in reply.blocks] == [link]  # type: ignore[union-attr]


async def test_a_large_result_comes_inline_when_it_cannot_be_kept() -> None:
    desk = ScriptedDesk({ReadRaw: raw(b"x" * 30_000), PutArtifact: StoreFull("no room")})
    reply = await scrape_page(ScrapePage(url=URL, mode="raw"), desk)
    assert len(reply.structured.content) == 30_000
    assert reply.blocks == ()


@pytest.mark.parametrize("wrong", [{"outline": True}, {"query": "x"}])
async def test_raw_bytes_have_neither_outline_nor_passages(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="raw"):
        await scrape(raw(b"x"), mode="raw", **wrong)


async def test_a_fault_names_the_address_that_was_asked_for() -> None:
    desk = ScriptedDesk({ReadPage: NotFound("HTTP 404")})
    with pytest.raises(NotFound) as caught:
        await scrape_page(ScrapePage(url=URL), desk)
    assert caught.value.url == URL


FIELDS: dict[str, Any] = {
    "mode": "preview",
    "max_length": 20,
    "cursor": "8",
    "outline": True,
    "query": "stage",
    "sessionId": "s",
}


@pytest.mark.parametrize("name", sorted(FIELDS))
async def test_every_field_has_an_effect(name: str) -> None:
    long = page(TEXT + "More words here. " * 400)
    assert await scrape(long) != await scrape(long, **{name: FIELDS[name]})
