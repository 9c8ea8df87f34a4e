from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.server import serving

CANARY = "canary-value-0123456789"
CALL = {"name": "format_bibliography", "arguments": {"sources": [{"url": "https://m4rk3r.test/"}]}}


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.slow
def test_each_call_is_recorded_once_and_without_what_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with serving(environment={"AUDIT_OUTPUT_PATH": str(path), "X_API_KEY": CANARY}) as server:
        server.shake_hands()
        server.request("tools/call", **CALL)
        server.request("tools/call", name="format_bibliography", arguments={"style": CANARY})
        server.end()
        log = server.log.read()
    first, second = records(path)
    assert (first["tool_name"], first["success"]) == ("format_bibliography", True)
    assert (second["success"], second["error_code"]) == (False, "validation")
    assert first["request_id"] != second["request_id"]
    assert b"m4rk3r" not in path.read_bytes() + log
    assert CANARY.encode() not in path.read_bytes() + log


@pytest.mark.slow
def test_what_was_asked_is_recorded_where_the_operator_wants_it(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    settings = {"AUDIT_OUTPUT_PATH": str(path), "AUDIT_INCLUDE_REQUEST_BODY": "true"}
    with serving(environment={**settings, "X_API_KEY": CANARY}) as server:
        server.shake_hands()
        sources = [{"url": "https://m4rk3r.test/", "title": CANARY}]
        server.request("tools/call", name="format_bibliography", arguments={"sources": sources})
        server.end()
    assert "m4rk3r" in path.read_text()
    assert CANARY not in path.read_text()
