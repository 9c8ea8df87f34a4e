"""One record per call: who, what tool, how long, how it ended. Not what was asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from headwater.actors.messages.calls import CallEnded

LOCAL = "local"  # the one owner of a server that is spoken to over pipes
_ASKED = ("query", "question", "claim", "searchStep", "text", "url")
_LONGEST = 500  # characters of a query that are recorded


def query_of(arguments: bytes) -> str:
    """What a call asks for: its query or address; all its arguments when it has neither."""
    try:
        given = msgspec.json.decode(arguments)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return arguments.decode(errors="replace")
    if isinstance(given, dict):
        for name in _ASKED:
            if isinstance(value := given.get(name), str):
                return value
    return arguments.decode(errors="replace")


def event_line(ended: CallEnded, mask: Callable[[str], str], owner: str = LOCAL) -> bytes:
    """The record as a line of JSON, without secrets."""
    metadata: dict[str, Any] = {"query_length": ended.query_length, **(ended.audit or {})}
    if ended.query:
        metadata["query"] = mask(ended.query)[:_LONGEST]
    event: dict[str, Any] = {
        "timestamp": datetime.fromtimestamp(ended.at, UTC).isoformat(timespec="milliseconds"),
        "event": "audit",
        "tenant_id": owner,
        "user_id": owner,
        "request_id": ended.request,
        "tool_name": ended.tool,
        "duration_ms": round(ended.milliseconds),
        "success": ended.outcome == "ok",
    }
    if code := ended.code or ("cancelled" if ended.outcome == "cancelled" else ""):
        event["error_code"] = mask(code)
    return msgspec.json.encode({**event, "metadata": metadata}) + b"\n"
