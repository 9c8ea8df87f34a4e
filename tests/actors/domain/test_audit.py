from __future__ import annotations

import json

import pytest

from headwater.actors.domain.audit import event_line, query_of
from headwater.actors.domain.masking import Mask
from headwater.actors.messages.calls import CallEnded, Outcome


def ended(outcome: Outcome = "ok", code: str = "", query: str = "") -> CallEnded:
    return CallEnded(
        tool="scrape_page",
        outcome=outcome,
        milliseconds=12.4,
        at=0.0,
        code=code,
        request="abc",
        query_length=20,
        query=query,
    )


def test_a_record_has_the_fields_that_are_promised_and_no_query() -> None:
    assert json.loads(event_line(ended(), Mask())) == {
        "timestamp": "1970-01-01T00:00:00.000+00:00",
        "event": "audit",
        "tenant_id": "local",
        "user_id": "local",
        "request_id": "abc",
        "tool_name": "scrape_page",
        "duration_ms": 12,
        "success": True,
        "metadata": {"query_length": 20},
    }


@pytest.mark.parametrize(
    ("outcome", "code", "shown"), [("fault", "network", "network"), ("cancelled", "", "cancelled")]
)
def test_a_call_that_failed_says_why(outcome: Outcome, code: str, shown: str) -> None:
    record = json.loads(event_line(ended(outcome, code), Mask()))
    assert (record["success"], record["error_code"]) == (False, shown)


def test_a_query_is_recorded_without_keys() -> None:
    line = event_line(ended(query="find canary-key-1 please"), Mask(["canary-key-1"]))
    assert json.loads(line)["metadata"]["query"] == "find [masked] please"


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        (b'{"query": "rivers", "url": "http://a.test"}', "rivers"),
        (b'{"url": "http://a.test"}', "http://a.test"),
        (b'{"n": 1}', '{"n": 1}'),
        (b"{broken", "{broken"),
        (b"[" * 100_000, "[" * 100_000),
    ],
)
def test_what_was_asked_is_the_query_or_the_address_or_everything(
    arguments: bytes, query: str
) -> None:
    assert query_of(arguments) == query
