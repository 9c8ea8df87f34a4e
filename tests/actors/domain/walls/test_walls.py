"""Walls are recognised by several signs together, and pages that mention them are not walls."""

# ruff: noqa: E501 - pages read better with their tags whole

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

import pytest

from headwater.actors.domain.walls.paywall import is_teaser
from headwater.actors.domain.walls.recognise import fault_of, refusal_of, wall_of
from headwater.actors.domain.walls.seen import Seen, Wall
from headwater.actors.messages.web import Document
from headwater.actors.readers.html.engine import extract

PROSE = (
    "<p>The river rises in the hills above the town and takes in four streams before it comes to"
    " the weir, where a mill has stood since the twelfth century.</p>"
)
SCRIPT = "<script src=/a.js></script>"
HOPS = "https://site.test/login?next=/a"


def look(html: str, url: str = "https://site.test/a/b", *, redirected: bool = False) -> str:
    body = html.encode()
    document = extract(body, url, "text/html; charset=utf-8")
    seen = Seen(document.facts.title, document.text, body, url, redirected=redirected)
    wall = wall_of(seen)
    return "" if wall is None else f"{wall.kind} {wall.maker}".strip()


@pytest.mark.parametrize(
    ("html", "wall"),
    [
        ("<title>Just a moment...</title><script>window._cf_chl_opt={}</script>", "Cloudflare"),
        (
            (
                "<title>shop.test</title><p>Please enable JS and disable any ad blocker</p>"
                "<script>var dd={'host':'geo.captcha-delivery.com'}</script>"
            ),
            "DataDome",
        ),
        (
            (
                "<title>Access to this page has been denied</title><div id=px-captcha></div>"
                "<p>Press &amp; Hold to confirm you are a human</p>"
            ),
            "PerimeterX",
        ),
        (
            (
                "<script>window.gokuProps={}</script><script src=https://a.token.awswaf.com/c.js></script>"
                "<noscript><h1>JavaScript is disabled</h1></noscript>"
            ),
            "AWS WAF",
        ),
        ("<title>Challenge Validation</title><div id=sec-if-cpt-container></div>", "Akamai"),
        (
            "<html><head><script src='/_Incapsula_Resource?SWJIYLWA=1'></script></head></html>",
            "Imperva",
        ),
        (
            (
                "<title>Making sure you&#39;re not a bot!</title><h1>Loading...</h1>"
                "<script id=anubis_challenge>{}</script>"
            ),
            "Anubis",
        ),
        ("<title>Vercel Security Checkpoint</title><p>We're verifying your browser</p>", "Vercel"),
        (
            (
                "<title>Sign up</title><form><h1>Verify you are human</h1><p>Complete the captcha"
                " on.</p><div class=h-captcha></div></form>"
            ),
            "hCaptcha",
        ),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_a_challenge_is_recognised_and_its_maker_named(html: str, wall: str) -> None:
    assert look(html) == f"challenge {wall}"


@pytest.mark.parametrize(
    ("html", "maker"),
    [
        (
            (
                "<title>Access Denied</title><p>You don't have permission to access"
                " this server.</p><p>https://errors.edgesuite.net/18.1</p>"
            ),
            " Akamai",
        ),
        (
            (
                "<title>Request Rejected</title>The requested URL was rejected. Please ask your"
                " administrator.<br>Your support ID is: 1"
            ),
            " F5",
        ),
        ("<title>403 Forbidden</title><h1>403 Forbidden</h1><p>Access denied.</p>", ""),
    ],
)
def test_a_firewalls_refusal_is_recognised(html: str, maker: str) -> None:
    assert look(html) == f"denied{maker}"


@pytest.mark.parametrize(
    ("html", "url", "kind"),
    [
        ("<form><p>Please sign in</p><input type=password></form>", HOPS, "login"),
        (
            "<title>Sign in to Wire</title><p>Welcome back</p><input type='password'>",
            "https://site.test/a",
            "login",
        ),
        (
            (
                "<title>Board - Information</title><p>You must be logged in to view this forum.</p>"
                "<input name=p type=password>"
            ),
            "https://site.test/viewtopic",
            "login",
        ),
        (
            (
                "<title>Before you continue to Video</title><p>We use cookies and data. Accept"
                " all cookies? Reject all cookies?</p>"
            ),
            "https://site.test/watch",
            "consent",
        ),
        (
            "<title>Page not found - Docs</title><h1>Page not found</h1><p>Try the search.</p>",
            "https://site.test/a",
            "missing",
        ),
        (
            "<title>Seite nicht gefunden</title><p>Die gesuchte Seite existiert nicht.</p>",
            "https://site.test/a",
            "missing",
        ),
        (
            (
                "<title>river.test</title><p>river.test is for sale! Buy this domain.</p>"
                "<script src=//sedoparking.com/p.js></script>"
            ),
            "https://river.test/",
            "parked",
        ),
        (f"<div id=root></div>{SCRIPT}", "https://site.test/", "script"),
        (
            "<title>Oops! That page can&rsquo;t be found.</title><p>Nothing was found.</p>",
            "https://site.test/a",
            "missing",
        ),
        (
            "<title>404: This page could not be found.</title><h1>404</h1>",
            "https://site.test/a",
            "missing",
        ),
        (
            "<title>Sorry, this page isn't available.</title><p>The link may be broken.</p>",
            "https://site.test/a",
            "missing",
        ),
        (
            "<title>Weir &amp; Co</title><h1>Page introuvable</h1><p>Cette page n'existe pas.</p>",
            "https://site.test/a",
            "missing",
        ),
        (
            '<script>window.onload=function(){window.location.href="/lander"}</script>',
            "https://site.test/",
            "parked",
        ),
        (
            "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account has been suspended.</p>",
            "https://site.test/",
            "parked",
        ),
        (
            "<title>Login • Pictures</title><div id=react-root></div><script></script>",
            HOPS,
            "login",
        ),
        (f"<p>Loading…</p><div id='app'></div>{SCRIPT}", "https://site.test/", "script"),
        (
            "<title>wire.test: over 18?</title><p>You must be 18+ to view this community</p>",
            "https://wire.test/r/x",
            "age",
        ),
    ],
)
def test_gates_missing_pages_and_shells_are_recognised(html: str, url: str, kind: str) -> None:
    assert look(html, url, redirected=url == HOPS) == kind


@pytest.mark.parametrize(
    ("html", "url"),
    [
        (f"<title>One more step</title>{PROSE * 3}", "https://song.test/one-more-step"),
        (
            f"<title>Contact us</title>{PROSE}<form><div class=g-recaptcha></div></form>",
            "https://site.test/contact",
        ),
        (
            (
                f"<title>Rivers</title>{PROSE * 2}<script src=/cdn-cgi/challenge-platform/m.js>"
                "</script><script src=/_Incapsula_Resource?a></script>"
            ),
            "https://site.test/rivers",
        ),
        (
            f"<title>404 Not Found: what the code means</title>{PROSE * 8}",
            "https://site.test/codes",
        ),
        ("<title>Log in</title><p>Welcome</p><input type=password>", "https://site.test/login"),
        (f"<title>Rivers</title>{PROSE * 2}<input type=password>", "https://site.test/rivers"),
        (
            "<title>Cookie settings</title><p>Cookies are cookies. Consent to cookies.</p>",
            "https://site.test/cookie-policy",
        ),
        (f"<title>Notes</title><div id=root>{PROSE * 2}</div>{SCRIPT}", "https://site.test/n"),
        ("<title>Rivers</title><p>No results.</p>", "https://site.test/search?q=x"),
        ("<title>How to buy this domain name</title>" + PROSE * 6, "https://site.test/domains"),
    ],
)
def test_a_page_that_shares_a_sign_with_walls_is_a_page(html: str, url: str) -> None:
    assert look(html, url) == ""


def test_headers_that_name_a_challenge_are_believed() -> None:
    seen = Seen("x", "y" * 3000, b"", "https://a.test/", headers=(("cf-mitigated", "challenge"),))
    assert wall_of(seen) == Wall("challenge", "Cloudflare")


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (
            503,
            b"<title>Just a moment</title><form id=challenge-form><input name=jschl_vc>",
            "challenge",
        ),
        (
            403,
            (
                b"<title>Attention Required! | Cloudflare</title><div id=cf-error-details>"
                b"Sorry, you have been blocked"
            ),
            "denied",
        ),
        (503, b"<h1>Service Unavailable</h1><p>Maintenance until noon, thank you.</p>", ""),
        (404, b"<title>Just a moment...</title><script>_cf_chl_opt</script>", ""),
    ],
)
def test_a_challenge_behind_a_refusing_status_is_recognised(
    status: int, body: bytes, kind: str
) -> None:
    wall = refusal_of(status, (), body, "https://a.test/")
    assert (wall.kind if wall else "") == kind


def test_each_kind_has_its_fault() -> None:
    kinds = {
        "challenge": "blocked",
        "denied": "blocked",
        "consent": "blocked",
        "age": "blocked",
        "login": "auth_required",
        "missing": "not_found",
        "parked": "not_found",
        "script": "content_empty",
    }
    for kind, code in kinds.items():
        fault = fault_of(Wall(kind), 7)  # type: ignore[arg-type]
        assert (fault.code, fault.reason) == (code, kind)
        assert fault.tiers[0].startswith("html: ")


NO_WALL = {"NOT blocked"}
WALLED = {"blocked": "challenge denied", "soft404": "missing", "spa shell": "script"}


def test_recorded_pages_are_told_apart(shared: Path) -> None:
    folder = shared / "fixtures" / "pages"
    rows = map(json.loads, (folder / "INDEX.jsonl").read_text().splitlines())
    wrong = []
    for row in rows:
        if row.get("golden_for") or not row["file"].endswith(".html"):
            continue
        body = (folder / row["file"]).read_text(errors="replace")
        kind = look(body, row["url"] or "https://site.test/a").partition(" ")[0]
        expected = WALLED.get(row["category"], "")
        thin = kind == "script" and len(extract(body.encode(), "https://a.test/").text) < 20
        if kind not in expected.split() and (expected or not (thin or not kind)):
            wrong.append((row["file"], kind))
    assert wrong == [("fool_empty_body.html", "denied")]  # which is what that page says


REAL_WALLS = {
    "wcxb-d0551": "challenge",  # a proof-of-work page was collected instead of the article
    "wcxb-d0384": "script",  # all its text is in a script
    "trafilatura-3bfb36a033": "script",  # one line of text is shown before scripts run
}


@pytest.mark.slow
def test_no_real_page_is_called_a_wall_and_looking_is_cheap(shared: Path) -> None:
    corpus = shared / "corpus"
    called: dict[str, str] = {}
    looking = reading = 0.0
    for row in map(json.loads, (corpus / "manifest.jsonl").read_text().splitlines()):
        body = gzip.decompress((corpus / "pages" / f"{row['id']}.html.gz").read_bytes())
        began = time.thread_time()
        document = extract(body, row["url"], "text/html")
        between = time.thread_time()
        wall = wall_of(Seen(document.facts.title, document.text, body, row["url"]))
        if len(document.text) > 300:  # the others are few, and worth a longer look
            looking += time.thread_time() - between
            reading += between - began
        if wall is not None:
            called[row["id"]] = wall.kind
    assert called.items() <= REAL_WALLS.items()
    assert looking < reading * 0.1  # 1.4 % on a machine that does nothing else


@pytest.mark.parametrize(
    ("data", "length", "teaser"),
    [
        ([{"@type": "NewsArticle", "isAccessibleForFree": False}], 300, True),
        ([{"@graph": [{"isAccessibleForFree": "False"}]}], 300, True),
        ([[{"isAccessibleForFree": "false"}]], 300, True),
        ([{"isAccessibleForFree": False}], 9000, False),
        ([{"isAccessibleForFree": True}, "x", None], 300, False),
        ([], 300, False),
    ],
)
def test_a_beginning_whose_rest_is_sold_is_a_teaser(
    data: list[object],
    length: int,
    teaser: bool,  # noqa: FBT001
) -> None:
    document = Document(text="x" * length, media="html", structured={"jsonLd": data})
    assert is_teaser(document) is teaser


def test_a_hostile_title_is_looked_at_in_time() -> None:
    began = time.thread_time()
    for title in ("404 - " * 20_000, "page " * 20_000, "a:" * 50_000, "oops " * 30_000):
        wall_of(Seen(title, "# " + title[:3000], b"<title>" + title.encode(), "https://a.test/"))
    assert time.thread_time() - began < 1
