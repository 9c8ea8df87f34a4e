"""Faults in the words each family of tools promises."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.actors.messages.faults import (
    Blocked,
    BrowserUnavailable,
    Empty,
    HostResting,
    KeyRefused,
    LoginNeeded,
    NotFound,
    ProviderBlocked,
    ProviderFailed,
    ProviderLimited,
    ProviderRefused,
    ProviderResting,
    ProviderUnreachable,
    QuotaSpent,
    RateLimited,
    Refused,
    Unconfigured,
    Unreachable,
    Unreadable,
    Upstream,
    WebFault,
)
from headwater.kernel.faults import BadInput, Fault
from headwater.kernel.tool import ErrorForm

_ACTIONS = {
    "validation": "correct_arguments",
    "session_not_found": "correct_arguments",
    "deadline": "retry_after_delay",
    "interrupted": "retry_after_delay",
    "stopped": "retry_after_delay",
}
_MINUTE = 60  # seconds to wait where a server names none

# Each kind's first line; {where} is the address or the provider, {why} what happened in detail.
_LINES: dict[type[WebFault], str] = {
    Refused: "URL rejected for {where}: {why}. Provide a valid public http(s) URL.",
    Unreachable: "Network error on {where}: {why}. Check connectivity.",
    Blocked: (
        "Blocked: {where} uses bot detection. Try an alternative source \u2014 "
        "its content can't be read directly. Detail: {why}."
    ),
    NotFound: (
        "Not found: {where} returned 404/410 \u2014 the page does not exist. Check the URL."
    ),
    BrowserUnavailable: "Scrape failed: Chrome unavailable. Set CHROME_PATH or install Chrome.",
    Empty: "No content extracted from {where}. May need browser rendering. Detail: {why}.",
    Unreadable: (
        "No content extracted from {where}: {why}. Use another source or another form of it."
    ),
    LoginNeeded: "Auth required: {where} is behind a login wall.",
    RateLimited: "Rate limited on {where}. Retry in {wait} seconds.",
    Upstream: "Server error on {where}: {why}. Retry later, or use another source.",
    Unconfigured: "Not configured: {why}. Or choose another provider.",
    KeyRefused: (
        "Authentication failed ({where}): {why}. "
        "Check the provider's key where the server is started, or try a different provider."
    ),
    ProviderLimited: (
        "Rate limited ({where}). Wait {wait} seconds and retry, or try a different provider."
    ),
    QuotaSpent: "Rate limited ({where}): {why}. The plan is used up; try a different provider.",
    ProviderFailed: "Provider error ({where}): {why}. Try a different provider, or retry later.",
    ProviderUnreachable: (
        "Network error ({where}): {why}. Check connectivity, or try a different provider."
    ),
    ProviderResting: (
        "Provider unavailable ({where}): {why}. Try a different provider, or retry in {wait} "
        "seconds."
    ),
    ProviderRefused: "Not accepted ({where}): {why}. Change the query or the filters.",
    ProviderBlocked: "Blocked ({where}): {why}. Try a different provider.",
    HostResting: "Server error on {where}: {why}. Use another source, or retry in {wait} seconds.",
}


def render(fault: Fault, form: ErrorForm) -> str:
    """The text of a failed call."""
    if form == "scholarly":
        return msgspec.json.encode({"ok": False, "error": _scholarly(fault)}).decode()
    if form == "analysis":
        code = "VALIDATION_ERROR" if isinstance(fault, BadInput) else "PROCESSING_ERROR"
        return f"Error: {_sentence(fault)} [{code}]"
    details = msgspec.json.encode({"error": _details(fault)}).decode()
    return f"{_first_line(fault)}\n\n{details}"


def _scholarly(fault: Fault) -> dict[str, Any]:
    error: dict[str, Any] = {"code": fault.code.upper(), "message": _sentence(fault)}
    if context := _denial(fault):
        error["denial_context"] = context
    return error


def _sentence(fault: Fault) -> str:
    message = str(fault)
    return message + ("" if message.endswith((".", "!", "?")) else ".") + f" {fault.hint}"


def _first_line(fault: Fault) -> str:
    line = _LINES.get(type(fault)) if isinstance(fault, WebFault) else None
    if line is None or not isinstance(fault, WebFault):
        return _sentence(fault)
    where = fault.url or fault.provider or "the page"
    said = line.format(where=where, why=str(fault).rstrip("."), wait=_wait(fault))
    return said + (f" Tried: {', '.join(fault.tiers)}." if fault.tiers else "")


def _wait(fault: Fault) -> int:
    return _MINUTE if fault.retry_after is None else max(1, round(fault.retry_after))


def _details(fault: Fault) -> dict[str, Any]:
    details: dict[str, Any] = {"kind": fault.code, "retryable": fault.retryable}
    if fault.retry_after is not None:
        details["retryAfterSeconds"] = round(fault.retry_after)
    elif isinstance(fault, RateLimited | ProviderLimited):
        details["retryAfterSeconds"] = _MINUTE
    details["suggestedAction"] = action_of(fault)
    if field := getattr(fault, "field", ""):  # of whatever fault is about an argument
        details["field"] = field
    if isinstance(fault, WebFault):
        details |= _web_details(fault)
    return details


def _web_details(fault: WebFault) -> dict[str, Any]:
    details: dict[str, Any] = {}
    if fault.url:
        details["url"] = fault.url
    if fault.provider:
        details["provider"] = fault.provider
    if context := _denial(fault):
        details["denial_context"] = context
    if fault.tiers:
        details["tiers"] = fault.tiers
    if isinstance(fault, Unreadable):
        details["reason"] = fault.reason
    return details | fault.known


def action_of(fault: Fault) -> str:
    """What a caller should do about it, in one word."""
    if isinstance(fault, Refused):
        return "correct_arguments"
    return fault.action if isinstance(fault, WebFault) else _ACTIONS.get(fault.code, "report_bug")


def _denial(fault: Fault) -> dict[str, Any]:
    """Why policy refused an address, and at which redirect; 0 is the address itself."""
    if not isinstance(fault, Refused):
        return {}
    return {"reason": fault.reason or "policy", "hop": fault.hop or 0}
