"""What an answer with an error status means, in the words of our faults."""

from __future__ import annotations

from typing import Any

import msgspec

from headwater.actors.domain import retry_after
from headwater.actors.domain.sanitise import sanitise
from headwater.actors.messages.faults import (
    KeyRefused,
    NotFound,
    ProviderBlocked,
    ProviderFailed,
    ProviderLimited,
    ProviderRefused,
    QuotaSpent,
    WebFault,
)
from headwater.actors.messages.web import Response

LONGEST = 200  # characters of what a provider says that are passed on
QUOTA_REST = 300.0  # seconds a provider rests whose plan is used up; it may be renewed meanwhile

_FAULTS: dict[int, type[WebFault]] = {
    401: KeyRefused,
    402: QuotaSpent,
    403: KeyRefused,
    404: NotFound,
    407: ProviderBlocked,
    408: ProviderFailed,
    410: NotFound,
    425: ProviderFailed,
    429: ProviderLimited,
    451: ProviderBlocked,
}
_HARMLESS = frozenset({"validation", "not_found", "content_empty"})  # says nothing about its health


def problem_of(response: Response, provider: str, *, keyed: bool = True) -> WebFault:
    """The fault that the status stands for, with what the provider says about it."""
    kind = _FAULTS.get(response.status) or _family(response.status)
    if kind is KeyRefused and not keyed:
        kind = ProviderBlocked  # there is no key that could be wrong
    return fault(kind, response, provider)


def fault(kind: type[WebFault], response: Response, provider: str, said: str = "") -> WebFault:
    """A fault of that kind about this answer."""
    said = said or detail(response)
    message = f"{provider} answered {response.status}" + (f": {said}" if said else "")
    wait = retry_after.seconds(response.header("retry-after"), response.fetched_at)
    return kind(message, retry_after=wait, provider=provider, reason=f"http_{response.status}")


def detail(response: Response) -> str:
    """What the provider says went wrong, short and clean; nothing where it is not JSON."""
    if response.body.lstrip()[:1] != b"{":
        return ""
    try:
        body = msgspec.json.decode(response.body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return sanitise(" ".join(_words(body).split())[:LONGEST]).text


def is_well(fault: WebFault) -> bool:
    """Whether a provider that answered with this works."""
    return fault.code in _HARMLESS


def rest_of(fault: WebFault) -> float:
    """How long to leave the provider alone, as far as it says."""
    return QUOTA_REST if isinstance(fault, QuotaSpent) else fault.retry_after or 0.0


def _words(body: Any) -> str:
    """The sentence in an error body, wherever the vendor puts it."""
    if isinstance(body, str):
        return body
    if isinstance(body, list):
        return _words(body[0]) if body else ""
    if isinstance(body, dict):
        names = ("message", "detail", "error", "errors", "error_description", "info", "msg")
        return next((said for name in names if (said := _words(body.get(name)))), "")
    return ""


def _family(status: int) -> type[WebFault]:
    return ProviderRefused if 400 <= status < 500 else ProviderFailed
