"""Faults in the words each family of tools promises."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.kernel.faults import BadInput, Fault
from headwater.kernel.tool import ErrorForm

_ACTIONS = {
    "validation": "correct_arguments",
    "deadline": "retry_after_delay",
    "interrupted": "retry_after_delay",
    "stopped": "retry_after_delay",
}


def render(fault: Fault, form: ErrorForm) -> str:
    """The text of a failed call."""
    if form == "scholarly":
        error = {"code": fault.code.upper(), "message": _sentence(fault)}
        return msgspec.json.encode({"ok": False, "error": error}).decode()
    if form == "analysis":
        code = "VALIDATION_ERROR" if isinstance(fault, BadInput) else "PROCESSING_ERROR"
        return f"Error: {_sentence(fault)} [{code}]"
    return f"{_sentence(fault)}\n\n{msgspec.json.encode({'error': _details(fault)}).decode()}"


def _sentence(fault: Fault) -> str:
    message = str(fault)
    return message + ("" if message.endswith((".", "!", "?")) else ".") + f" {fault.hint}"


def _details(fault: Fault) -> dict[str, Any]:
    details: dict[str, Any] = {"kind": fault.code, "retryable": fault.retryable}
    if fault.retry_after is not None:
        details["retryAfterSeconds"] = round(fault.retry_after)
    details["suggestedAction"] = _ACTIONS.get(fault.code, "report_bug")
    if isinstance(fault, BadInput):
        details["field"] = fault.field
    return details
