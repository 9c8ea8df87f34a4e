"""Recorded answers of the special sources, through the real server over its pipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.replay import Recorded, Replay, replaying
from support.server import Server, serving

SERVICES = ("hackernews_firebase", "hackernews_algolia", "fxtwitter", "reddit", "youtube")
HN, X, RD, YT = "hackernews_firebase", "fxtwitter", "reddit_json", "youtube"
ITEM = "https://news.ycombinator.com/item?id="
VIDEO = "https://www.youtube.com/watch?v=GJLlxj_dtq8"
POST = "https://x.com/jack/status/20"
THREAD = "https://www.reddit.com/r/x/comments/2gmzqe/"

# The address; what answers which call; the words that must be in the text, or the kind of error.
CASES: list[tuple[str, dict[str, tuple[str, int]], list[str] | str]] = [
    (f"{ITEM}121003", {f"/{HN}/item/121003.json": (f"{HN}/doc_story.json", 200)},
     ["# Ask HN: The Arc Effect", "**tel**", "wary of Diggification"]),
    (f"{ITEM}21500569", {f"/{HN}/item/21500569.json": (f"{HN}/item_story.json", 200)},
     ["**xaro**", "nytimes.com/video", "3 comments"]),
    (f"{ITEM}2921983", {f"/{HN}/item/2921983.json": (f"{HN}/doc_comment.json", 200)},
     ["Comment by norvig", "Aw shucks", "parent"]),
    (f"{ITEM}126809", {f"/{HN}/item/126809.json": (f"{HN}/doc_poll.json", 200),
                       f"/{HN}/item/12681": (f"{HN}/doc_pollopt.json", 200)},
     ["explicit support for polls", "(335 points)"]),
    (f"{ITEM}192327", {f"/{HN}/item/192327.json": (f"{HN}/doc_job.json", 200)}, ["Justin.tv"]),
    (f"{ITEM}3000", {f"/{HN}/item/3000.json": (f"{HN}/item_null.json", 200)}, "not_found"),
    ("https://news.ycombinator.com/", {f"/{HN}/topstories": (f"{HN}/topstories.json", 200),
                                       f"/{HN}/item/": (f"{HN}/item_21299546.json", 200)},
     ["# Hacker News", "20. ["]),
    ("https://news.ycombinator.com/best", {f"/{HN}/beststories": (f"{HN}/beststories.json", 200),
                                           f"/{HN}/item/": (f"{HN}/item_story.json", 200)},
     ["1. [", "21 points"]),
    ("https://news.ycombinator.com/user?id=tomek",
     {f"/{HN}/user/tomek.json": (f"{HN}/user_tomek.json", 200)}, ["6 karma", "20 submissions"]),
    (POST, {f"/{X}/status/20": (f"{X}/v1_status_20.json", 200)},
     ["**jack (@jack)**", "just setting up my twttr", "2006-03-21"]),
    (POST, {f"/{X}/status/20": (f"{X}/v1_status_media_quote.json", 200)},
     ["two photos and a video", "photo: a photo", "> **Other (@other)**"]),
    (POST, {f"/{X}/status/20": (f"{X}/v1_status_retweet.json", 200)}, ["The White House", "RT @"]),
    (POST, {f"/{X}/status/20": (f"{X}/v1_not_found.json", 404)}, "not_found"),
    (POST, {f"/{X}/status/20": (f"{X}/v1_private.json", 401)}, "auth_required"),
    (THREAD, {"/reddit/comments/2gmzqe.json": (f"{RD}/comments_small.json", 200)},
     ["HTTPS enabled PRAW", "**bboe**", "> **paneer\\_burrito**", "> > **bboe**"]),
    (THREAD, {"/reddit/comments/2gmzqe.json": (f"{RD}/comments_nested.json", 200)},
     ["221,850 points", "**sweatybeard**", "(1 of 8,125)"]),
    (THREAD, {"/reddit/comments/2gmzqe.json": (f"{RD}/error_404.json", 404)}, "not_found"),
    ("https://www.reddit.com/search?q=praw", {"/reddit/search.json": (f"{RD}/listing.json", 200)},
     ["by dClauzel", "21 comments"]),
    ("https://www.reddit.com/r/devops/search?q=x",
     {"/reddit/r/devops/search.json": (f"{RD}/error_403_quarantined.json", 403),
      "/reddit/r/devops/search/.rss": ("reddit_rss/search_devops.xml", 200)},
     ["Thanos vs Mimir", "by alice", "2026-04-15"]),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_ok_captions.json", 200),
             f"/{YT}/api/timedtext": (f"{YT}/timedtext.xml", 200)},
     ["# Surface Go Review", "Dave2D", "## Transcript (en)", "this is not the original"]),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_ok_en_manual_asr.json", 200),
             f"/{YT}/api/timedtext": (f"{YT}/timedtext_json3.json", 200)},
     ["The Tide Is Turning", "hello everyone and welcome back"]),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_po_token.json", 200),
             f"/{YT}/api/timedtext": (f"{YT}/timedtext_empty.txt", 200)},
     ["## Description", "Dave2D review"]),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_no_captions.json", 200)}, ["Blogothèque"]),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_age_restricted.json", 200)}, "auth_required"),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_request_blocked.json", 200)}, "blocked"),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_unplayable.json", 200)}, "blocked"),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_consent_page.html", 200),
             f"/{YT}/youtubei": (f"{YT}/player_video_unavailable.json", 200)}, "not_found"),
    (VIDEO, {f"/{YT}/watch": (f"{YT}/watch_429_recaptcha.html", 429),
             f"/{YT}/youtubei": (f"{YT}/watch_429_recaptcha.html", 429)}, "rate_limited"),
]  # fmt: skip


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Replay, Server]]:
    with replaying({}) as replay:
        home = {"HEADWATER_HOME": str(tmp_path_factory.mktemp("home")), "CHROME_PATH": "disabled"}
        # A recorded 429 must not rest the service for the cases after it.
        home["CIRCUIT_FAILURE_THRESHOLD"] = "1000"
        urls = {f"HEADWATER_{name.upper()}_URL": f"{replay.root}/{name}" for name in SERVICES}
        with serving(environment={**home, **urls}) as server:
            server.shake_hands()
            yield replay, server


@pytest.mark.xdist_group("replay")
@pytest.mark.parametrize(
    "case", CASES, ids=[f"{n}-{case[0][8:40]}" for n, case in enumerate(CASES)]
)
def test_a_recording_gives_what_it_says(
    case: tuple[str, dict[str, tuple[str, int]], list[str] | str],
    stage: tuple[Replay, Server],
    shared: Path,
) -> None:
    replay, server = stage
    url, answers, expected = case
    folder = shared / "fixtures"
    replay.answers = {
        start: Recorded((folder / name).read_bytes(), status, "application/octet-stream")
        for start, (name, status) in answers.items()
    }
    arguments = {"url": url, "refresh": True}
    result = server.request("tools/call", name="scrape_page", arguments=arguments)["result"]
    if isinstance(expected, str):
        assert result["isError"]
        assert f'"kind":"{expected}"' in result["content"][0]["text"]
    else:
        found: dict[str, Any] = result["structuredContent"]
        for words in expected:
            assert words.replace("\\_", "_") in found["content"].replace("\\_", "_"), words
        assert found["citation"]["metadata"]["title"]
