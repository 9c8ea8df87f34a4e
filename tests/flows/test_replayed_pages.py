"""Recorded pages through the real server: walls are named, and no page is taken for one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.replay import Recorded, Replay, replaying
from support.server import Server, serving

FOLDERS = ("pages", "reddit_page", "youtube", "duckduckgo", "wikipedia")
WALLS = {
    "cloudflare_js_challenge_2019-11-28.html": "blocked",
    "cloudflare_recaptcha_2019-12-01.html": "blocked",
    "cloudflare_access_denied_1020.html": "blocked",
    "cloudflare_js_challenge_2016-06-09.html": "blocked",
    "cloudflare_bot_fight_mode_2021-01-07.html": "blocked",
    "sucuri_waf_2019-08-11.html": "blocked",
    "fool_empty_body.html": "blocked",  # a firewall's refusal that came with 200
    "lite_challenge.html": "blocked",
    "old_reddit_blocked_network_policy.html": "blocked",
    "old_reddit_over18.html": "blocked",
    "js_verification_challenge.html": "blocked",
    "watch_consent_page.html": "blocked",
    "watch_429_recaptcha.html": "rate_limited",
    "pkgdown_404_page.html": "not_found",
    "mkdocs_material_404.html": "not_found",
    "spa_shell_vite.html": "content_empty",
    # Their text is made by scripts, or was cut out where they were recorded.
    "watch_page.html": "content_empty",
    "metascraper_github.html": "content_empty",
    "reddit_metascraper_post.html": "content_empty",
    "jsonld_control_characters.html": "content_empty",
    "opengraph_extruct.html": "content_empty",
    "google_meta_refresh.html": "content_empty",
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Replay, Server]]:
    with replaying({}) as replay:
        home = {
            "HEADWATER_HOME": str(tmp_path_factory.mktemp("home")),
            "CHROME_PATH": "disabled",
            "ALLOW_PRIVATE_IPS": "true",
            "ALLOWED_DOMAINS": "127.0.0.1",
            "CIRCUIT_FAILURE_THRESHOLD": "1000",
        }
        with serving(environment=home) as server:
            server.shake_hands()
            yield replay, server


@pytest.mark.slow
@pytest.mark.xdist_group("replay")
def test_walls_are_named_and_pages_are_read(stage: tuple[Replay, Server], shared: Path) -> None:
    replay, server = stage
    wrong = []
    for name, recorded in _pages(shared):
        replay.answers = {f"/{name}": recorded}
        found = _kind(server, f"{replay.root}/{name}")
        if found != WALLS.get(name, ""):
            wrong.append((name, found))
    assert not wrong, "\n".join(map(str, wrong))


def _pages(shared: Path) -> Iterator[tuple[str, Recorded]]:
    for folder in FOLDERS:
        place = shared / "fixtures" / folder
        for row in map(json.loads, (place / "INDEX.jsonl").read_text().splitlines()):
            name: str = row["file"]
            if name.endswith(".html") and not row.get("golden_for"):
                body = (place / name).read_bytes()
                yield name, Recorded(body, row["status"] or 200, "text/html; charset=utf-8")


def _kind(server: Server, url: str) -> str:
    """The kind of the error, or nothing where the page was read."""
    arguments = {"url": url, "refresh": True, "mode": "preview"}
    result: dict[str, Any] = server.request("tools/call", name="scrape_page", arguments=arguments)[
        "result"
    ]
    if not result.get("isError"):
        assert result["structuredContent"]["content"].strip()
        return ""
    kind: str = json.loads(result["content"][0]["text"].rpartition("\n\n")[2])["error"]["kind"]
    return kind
