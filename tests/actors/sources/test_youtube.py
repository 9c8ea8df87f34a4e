"""YouTube: which strategy gives the text, in which language, and how it says no."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.sources import gather, read, reply

from headwater.actors.messages.faults import Blocked, LoginNeeded, NotFound, RateLimited, WebFault
from headwater.actors.messages.sources import Reply
from headwater.actors.sources.source import Unfit
from headwater.actors.sources.youtube.captions import lines_of, paragraphs

ADDRESS = "https://www.youtube.com/watch?v=abcdefghijk"
PAGE, PLAYER, TEXT = "youtube/watch", "youtube/youtubei/v1/player", "youtube/api/timedtext"
DETAILS = {
    "videoId": "abcdefghijk",
    "title": "On weirs",
    "author": "Ada",
    "lengthSeconds": "75",
    "viewCount": "1234",
    "shortDescription": "About weirs.\n#rivers",
}
SPOKEN = {
    "events": [
        {"tStartMs": 0, "segs": [{"utf8": "a weir"}, {"utf8": " is"}]},
        {"tStartMs": 500, "aAppend": 1, "segs": [{"utf8": "\n"}]},
        {"tStartMs": 61_000, "segs": [{"utf8": "a wall"}]},
    ]
}


def track(code: str, kind: str = "", more: str = "") -> dict[str, Any]:
    address = f"https://www.youtube.com/api/timedtext?v=abcdefghijk&lang={code}{more}&fmt=srv3"
    return {"baseUrl": address, "languageCode": code, "kind": kind}


def player(*tracks: dict[str, Any], status: str = "OK", reason: str = "") -> dict[str, Any]:
    told: dict[str, Any] = {
        "playabilityStatus": {"status": status, "reason": reason},
        "videoDetails": DETAILS,
    }
    if tracks:
        told["captions"] = {"playerCaptionsTracklistRenderer": {"captionTracks": list(tracks)}}
    return told


def page(told: dict[str, Any]) -> Reply:
    text = json.dumps({**told, "x": 'a "}" brace; \\'})
    head = '<script>var a={"INNERTUBE_API_KEY":"abcdefghijklmnop"};</script>'
    return reply(f"{head}<script>var ytInitialPlayerResponse = {text};var b={{}};".encode())


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS,
        "https://youtu.be/abcdefghijk?t=3",
        "https://m.youtube.com/shorts/abcdefghijk",
        "https://www.youtube-nocookie.com/embed/abcdefghijk",
    ],
)
def test_captions_that_the_page_offers_are_read(address: str) -> None:
    found, rounds = gather(address, {PAGE: page(player(track("en"))), TEXT: reply(SPOKEN)})
    assert found is not None
    assert "## Transcript (en)\n\n[0:00] a weir is\n\n[1:01] a wall" in found.text
    assert "Ada · 1:15 · 1,234 views" in found.text
    assert "About weirs.  \n\\#rivers" in found.text
    assert (found.quality, found.media, found.facts.language) == ("complete", "youtube", "en")
    assert len(rounds) == 2


def test_a_phones_player_is_asked_where_the_pages_captions_are_guarded() -> None:
    answers = {
        PAGE: page(player(track("en", more="&exp=xpe"))),
        PLAYER: reply(player(track("en"))),
        TEXT: reply(SPOKEN),
    }
    found, rounds = gather(ADDRESS, answers)
    assert found is not None
    assert "a weir is" in found.text
    assert rounds[1] == [f"{PLAYER}?key=abcdefghijklmnop"]


def test_captions_of_people_come_before_those_of_machines_and_the_asked_language_before_all() -> (
    None
):
    offered = player(track("en", "asr"), track("de"), track("en-GB"))
    texts = {
        f"{TEXT}?v=abcdefghijk&lang={code}&fmt=json3": reply(
            {"events": [{"segs": [{"utf8": f"in {code}"}]}]}
        )
        for code in ("en-GB", "de")
    }
    answers = {PAGE: page(offered), **texts}
    english = read(ADDRESS, answers)
    german = read(ADDRESS + "&hl=de", answers)
    assert english is not None
    assert german is not None
    assert ("in en-GB" in english.text, "in de" in german.text) == (True, True)
    assert "Captions: en-GB, en, de" in english.text


def test_the_captions_service_is_asked_before_the_description_is_all_there_is() -> None:
    answers = {PAGE: page(player()), PLAYER: reply(player())}
    empty, rounds = gather(ADDRESS, answers)
    assert rounds[-1] == [
        f"{TEXT}?v=abcdefghijk&lang={code}&fmt=json3" for code in ("en", "en-US", "en-GB")
    ]
    assert empty is not None
    assert "About weirs." in empty.text
    assert "## Transcript" not in empty.text
    assert empty.quality == "partial"
    direct = read(ADDRESS, {**answers, f"{TEXT}?v=abcdefghijk&lang=en-US": reply(SPOKEN)})
    assert direct is not None
    assert "## Transcript (en-US)" in direct.text


@pytest.mark.parametrize(
    ("status", "reason", "fault"),
    [
        ("LOGIN_REQUIRED", "This video may be inappropriate for some users.", LoginNeeded),
        ("LOGIN_REQUIRED", "Sign in to confirm you're not a bot", Blocked),
        ("ERROR", "This video is unavailable", NotFound),
        ("UNPLAYABLE", "Not available in your country", Blocked),
    ],
)
def test_a_video_that_is_not_shown_is_a_fault(
    status: str, reason: str, fault: type[WebFault]
) -> None:
    told = reply(player(status=status, reason=reason))
    with pytest.raises(fault, match=reason[:20]):
        read(ADDRESS, {PAGE: reply(b"<html>consent</html>"), PLAYER: told})


def test_too_many_requests_are_said_to_be_that() -> None:
    with pytest.raises(RateLimited):
        read(ADDRESS, {PAGE: Reply(429), PLAYER: Reply(429)})
    with pytest.raises(Unfit):
        read(ADDRESS, {PAGE: Reply(500), PLAYER: Reply(500)})


def test_captions_elsewhere_than_on_youtube_are_not_asked_for() -> None:
    stolen = {"baseUrl": "https://evil.test/api/timedtext?x", "languageCode": "en"}
    _, rounds = gather(ADDRESS, {PAGE: page(player(stolen)), PLAYER: reply(player(stolen))})
    assert not any("evil" in call for calls in rounds for call in calls)


@pytest.mark.parametrize(
    "body",
    [
        b'<transcript><text start="0">a &amp;lt;i&amp;gt;b&amp;lt;/i&amp;gt; c</text></transcript>',
        b'<timedtext format="3"><body><p t="0" d="9"><s>a</s><s> b</s> c</p></body></timedtext>',
        b"WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na <c>b</c> c\n",
        b'{"events":[{"segs":[{"utf8":"a b"},{"utf8":" c"}]}]}',
    ],
)
def test_captions_are_read_in_every_form(body: bytes) -> None:
    assert paragraphs(lines_of(body)) == "[0:00] a b c"


def test_a_long_transcript_is_cut_at_its_bound() -> None:
    words = {
        "events": [{"tStartMs": i * 1000, "segs": [{"utf8": "word " * 20}]} for i in range(2000)]
    }
    found = read(ADDRESS, {PAGE: page(player(track("en"))), TEXT: reply(words)})
    assert found is not None
    assert len(found.text.encode()) < 101_000
    assert found.quality == "partial"


@pytest.mark.parametrize("path", ["/@ada", "/results?search_query=x", "/watch?v=short", "/feed/a"])
def test_other_paths_are_pages(path: str) -> None:
    assert gather(f"https://www.youtube.com{path}", {}) == (None, [])
