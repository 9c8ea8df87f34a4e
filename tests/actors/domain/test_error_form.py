from __future__ import annotations

import json

import pytest

from headwater.actors.domain.error_form import render
from headwater.actors.messages import faults
from headwater.kernel.faults import BadInput, Overdue

URL = "https://page.test/a"


@pytest.mark.parametrize(
    ("fault", "line", "details"),
    [
        (
            faults.Refused("a private address", reason="private_address", hop=2),
            f"URL rejected for {URL}: a private address. Provide a valid public http(s) URL.",
            {
                "kind": "validation",
                "retryable": False,
                "suggestedAction": "correct_arguments",
                "denial_context": {"reason": "private_address", "hop": 2},
            },
        ),
        (
            faults.Unreachable("the connection was refused"),
            f"Network error on {URL}: the connection was refused. Check connectivity.",
            {"kind": "network", "retryable": True, "suggestedAction": "retry_after_delay"},
        ),
        (
            faults.Blocked("HTTP 403"),
            (
                f"Blocked: {URL} uses bot detection. Try an alternative source \u2014 "
                "its content can't be read directly. Detail: HTTP 403."
            ),
            {"kind": "blocked", "retryable": False, "suggestedAction": "inform_user"},
        ),
        (
            faults.NotFound("HTTP 404"),
            f"Not found: {URL} returned 404/410 \u2014 the page does not exist. Check the URL.",
            {"kind": "not_found", "retryable": False, "suggestedAction": "inform_user"},
        ),
        (
            faults.LoginNeeded("HTTP 401"),
            f"Auth required: {URL} is behind a login wall.",
            {"kind": "auth_required", "retryable": False, "suggestedAction": "inform_user"},
        ),
        (
            faults.RateLimited("HTTP 429"),
            f"Rate limited on {URL}. Retry in 60 seconds.",
            {
                "kind": "rate_limited",
                "retryable": True,
                "retryAfterSeconds": 60,
                "suggestedAction": "retry_after_delay",
            },
        ),
        (
            faults.RateLimited("HTTP 429", retry_after=7.4),
            f"Rate limited on {URL}. Retry in 7 seconds.",
            {
                "kind": "rate_limited",
                "retryable": True,
                "retryAfterSeconds": 7,
                "suggestedAction": "retry_after_delay",
            },
        ),
        (
            faults.Empty("it has no text", tiers=("markdown: empty", "html: 12 bytes")),
            (
                f"No content extracted from {URL}. May need browser rendering. "
                "Detail: it has no text. Tried: markdown: empty, html: 12 bytes."
            ),
            {
                "kind": "content_empty",
                "retryable": True,
                "suggestedAction": "inform_user",
                "tiers": ["markdown: empty", "html: 12 bytes"],
            },
        ),
        (
            faults.HostResting("page.test keeps failing", retry_after=30.0),
            (
                f"Server error on {URL}: page.test keeps failing. "
                "Use another source, or retry in 30 seconds."
            ),
            {
                "kind": "upstream_unavailable",
                "retryable": True,
                "retryAfterSeconds": 30,
                "suggestedAction": "retry_after_delay",
            },
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_web_faults_have_their_line_and_their_details(
    fault: faults.WebFault, line: str, details: dict[str, object]
) -> None:
    first, _, block = render(fault.at(URL), "web").partition("\n\n")
    assert first == line
    assert json.loads(block)["error"] == {**details, "url": URL}


def test_a_fault_about_an_address_keeps_everything_else() -> None:
    fault = faults.Refused("no", reason="port", hop=0, provider="p", tiers=("a",), retry_after=1.0)
    there = fault.at(URL)
    assert type(there) is faults.Refused
    assert {**vars(there), "url": ""} == vars(fault)


def test_faults_that_are_not_about_the_web_keep_their_form() -> None:
    first, _, block = render(BadInput("mode", "is wrong", "full"), "web").partition("\n\n")
    assert first == "mode: is wrong. Accepted: full. Correct the named field and call again."
    assert json.loads(block)["error"]["field"] == "mode"
    late = json.loads(render(Overdue("scrape_page", 60.0), "web").partition("\n\n")[2])
    assert late["error"]["suggestedAction"] == "retry_after_delay"


def test_a_refusal_has_its_context_in_the_scholarly_form_too() -> None:
    error = json.loads(render(faults.Refused("no", reason="scheme"), "scholarly"))["error"]
    assert error["denial_context"] == {"reason": "scheme", "hop": 0}
