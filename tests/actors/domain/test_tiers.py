from __future__ import annotations

import pytest

from headwater.actors.domain import links
from headwater.actors.domain.tiers import LITTLE, Ladder, is_single_page, outcome_of
from headwater.actors.messages.faults import (
    Blocked,
    BrowserUnavailable,
    Empty,
    LoginNeeded,
    NotFound,
    RateLimited,
    Refused,
    Unreachable,
    Upstream,
    WebFault,
)
from headwater.actors.messages.web import (
    Candidate,
    Document,
    Extract,
    Fetch,
    Keep,
    Response,
    Tries,
    Way,
)

ALL = Ladder(stealth=True, browser=True, exa=True)
REFUSAL = Blocked("no", reason="http_403")
CHALLENGE = Blocked("a bot challenge", reason="challenge", tiers=("http 403: bot challenge",))
NONE = Tries()
SHELL = Empty("made by scripts", reason="script", tiers=("html: 0 bytes, made by scripts",))


def want(
    way: Way = "html", before: Tries = NONE, *, raw: bool = False, host: str = "a.test"
) -> Fetch:
    url = links.parse(f"https://{host}/")
    return Fetch(url, url.href, "key", 1_000_000, raw=raw, way=way, before=before)


def following(ladder: Ladder, fault: WebFault, fetch: Fetch | None = None) -> str:
    """The way that is tried next, or the code of the fault that stands."""
    onward = ladder.after_fault(fetch or want(), fault)
    if isinstance(onward, Fetch):
        return onward.way
    return onward.code if isinstance(onward, WebFault) else "kept"


@pytest.mark.parametrize(
    ("fault", "ways"),
    [
        (REFUSAL, ["stealth", "exa", "blocked"]),
        (CHALLENGE, ["stealth", "browser", "exa", "blocked"]),
        (SHELL, ["browser", "exa", "content_empty"]),
        (RateLimited("often", reason="http_429"), ["stealth", "exa", "rate_limited"]),
        (RateLimited("often", reason="http_429", retry_after=9.0), ["exa", "rate_limited"]),
        (Unreachable("timeout", reason="timeout"), ["exa", "network"]),
        (Upstream("failed", reason="http_500"), ["exa", "upstream_unavailable"]),
        (Empty("nothing", reason="no_text"), ["exa", "content_empty"]),
        (NotFound("gone", reason="http_404"), ["not_found"]),
        (LoginNeeded("login", reason="login"), ["auth_required"]),
        (Refused("forbidden", reason="private_address"), ["validation"]),
        (Blocked("robots.txt forbids it", reason="robots"), ["blocked"]),
        (Blocked("withheld", reason="http_451"), ["blocked"]),
    ],
    ids=lambda value: value.reason if isinstance(value, WebFault) else "",
)
def test_each_fault_is_followed_by_the_ways_that_may_help(fault: WebFault, ways: list[str]) -> None:
    fetch = want()
    taken: list[str] = []
    while True:
        onward = ALL.after_fault(fetch, fault)
        if not isinstance(onward, Fetch):
            assert isinstance(onward, WebFault)
            assert [*taken, onward.code] == ways
            return
        taken.append(onward.way)
        fetch = onward


def test_a_way_that_is_not_there_is_passed_over() -> None:
    assert following(Ladder(), CHALLENGE) == "blocked"
    assert following(Ladder(browser=True), CHALLENGE) == "browser"
    assert following(Ladder(exa=True), SHELL) == "exa"


def test_bytes_as_they_are_come_from_no_browser_and_no_copy() -> None:
    assert following(ALL, CHALLENGE, want(raw=True)) == "stealth"
    assert following(ALL, SHELL, want(raw=True)) == "content_empty"


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        (SHELL, BrowserUnavailable("none"), "browser_unavailable"),
        (CHALLENGE, BrowserUnavailable("none"), "blocked"),
        (SHELL, Unreachable("no page in 30 s"), "content_empty"),
        (SHELL, LoginNeeded("a login"), "auth_required"),
        (CHALLENGE, Refused("forbidden", reason="loopback_address"), "validation"),
    ],
)
def test_the_fault_that_says_most_about_the_page_is_told(
    first: WebFault, last: WebFault, told: str
) -> None:
    before = Tries(outcomes=("html: x",), fault=first, reasons=(first.reason,))
    fault = Ladder(browser=True).after_fault(want("browser", before), last)
    assert isinstance(fault, WebFault)
    assert fault.code == told
    assert fault.tiers == ("html: x", outcome_of("browser", last))


def test_outcomes_are_short() -> None:
    assert outcome_of("html", REFUSAL) == "html: HTTP 403"
    assert outcome_of("stealth", CHALLENGE) == "stealth: bot challenge"
    assert outcome_of("browser", BrowserUnavailable("launch failed")) == "browser: launch failed"


def page(url: str, body: bytes) -> Extract:
    return Extract(want(host=links.parse(url).host), Response(url, 200, (), body))


@pytest.mark.parametrize(
    ("length", "url", "body", "rendered"),
    [
        (99, "https://a.test/", b"<script>", True),
        (100, "https://a.test/", b"<script>", False),
        (99, "https://a.test/", b"<p>", False),
        (LITTLE - 1, "https://www.linkedin.com/x", b"<SCRIPT>", True),
        (LITTLE, "https://www.linkedin.com/x", b"<script>", False),
    ],
)
def test_a_page_with_little_text_and_a_script_is_rendered(
    length: int, url: str, body: bytes, *, rendered: bool
) -> None:
    document = Document("x" * length, "html")
    onward = ALL.after_document(page(url, body), document)
    assert isinstance(onward, Fetch) is rendered
    if isinstance(onward, Fetch):
        assert onward.before.outcomes == (f"html: {length} bytes",)


def test_what_the_first_way_gave_is_kept_when_the_others_give_less() -> None:
    thin = Candidate(Response("u", 200, (), b""), Document("x" * 90, "html", quality="partial"))
    fetch = want("browser", Tries(outcomes=("html: 90 bytes",), candidate=thin))
    for onward in (
        Ladder(browser=True).after_fault(fetch, Unreachable("no page")),
        ALL.after_document(Extract(fetch, thin.response), Document("x" * 20, "html")),
    ):
        assert isinstance(onward, Keep)
        assert onward.document == thin.document


def test_a_refusal_is_told_whatever_came_before() -> None:
    thin = Candidate(Response("u", 200, (), b""), Document("x" * 90, "html", quality="partial"))
    refusal = Refused("forbidden", reason="loopback_address")
    assert following(ALL, refusal, want("browser", Tries(candidate=thin))) == "validation"


def test_no_copy_is_paid_for_where_there_is_a_page() -> None:
    enough = Candidate(Response("u", 200, (), b""), Document("x" * 100, "html"))
    fetch = want("browser", Tries(candidate=enough))
    assert following(ALL, Unreachable("no page"), fetch) == "kept"
    thin = Candidate(enough.response, Document("x" * 99, "html"))
    assert following(ALL, Unreachable("no page"), want("browser", Tries(candidate=thin))) == "exa"


@pytest.mark.parametrize(
    ("host", "known"),
    [("medium.com", True), ("blog.medium.com", True), ("notmedium.com", False), ("x.com", False)],
)
def test_single_page_hosts_are_known_with_what_is_below_them(host: str, *, known: bool) -> None:
    assert is_single_page(host) is known
